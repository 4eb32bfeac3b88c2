import CoreGraphicsAPI
import QuartzCore

/// Shows an image, or one after the other.
@MainActor
open class UIImageView: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    isOpaque = false
  }

  /// As large as the image.
  public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    self.highlightedImage = highlightedImage
    show()
  }

  public required init?(coder: NSCoder) { nil }

  open var image: UIImage? {
    didSet {
      guard image !== oldValue else { return }
      show()
      if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
    }
  }

  open var highlightedImage: UIImage? { didSet { if isHighlighted { show() } } }
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { show() } } }

  private var shown: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  private func show() {
    UIView.withoutActions {
      layer.contents = shown?.uprightImage
      layer.contentsScale = shown?.scale ?? layer.contentsScale
    }
  }

  /// The image's, which its pixels are for.
  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set { super.contentScaleFactor = shown?.scale ?? newValue }
  }

  open override var intrinsicContentSize: CGSize { shown?.size ?? super.intrinsicContentSize }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { shown?.size ?? .zero }

  // MARK: One after the other

  private static let animationKey = "UIImageView.images"

  open var animationImages: [UIImage]? { didSet { stopAnimating() } }
  open var highlightedAnimationImages: [UIImage]? { didSet { stopAnimating() } }
  /// Seconds for all images once; 0: a thirtieth for each.
  open var animationDuration: TimeInterval = 0
  /// 0: for ever.
  open var animationRepeatCount = 0

  open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

  open func startAnimating() {
    let images = (isHighlighted ? highlightedAnimationImages : nil) ?? animationImages ?? []
    guard !images.isEmpty else { return }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = images.compactMap(\.uprightImage)
    animation.calculationMode = .discrete
    animation.duration =
      animationDuration > 0 ? animationDuration : Double(images.count) / 30
    animation.repeatCount = animationRepeatCount > 0 ? Float(animationRepeatCount) : .infinity
    layer.add(animation, forKey: Self.animationKey)
  }

  open func stopAnimating() { layer.removeAnimation(forKey: Self.animationKey) }
}

extension UIImage {
  /// Turned as it is seen.
  fileprivate var uprightImage: CGImage? {
    imageOrientation == .up ? cgImage : preparingThumbnail(of: size)?.cgImage
  }
}

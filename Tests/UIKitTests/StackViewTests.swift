import Testing
import UIKit

@Suite("Stack views")
@MainActor
struct StackViewTests {
  /// A view that wants to be of some size.
  private final class Box: UIView {
    let wish: CGSize
    init(_ width: CGFloat, _ height: CGFloat) {
      wish = CGSize(width: width, height: height)
      super.init(frame: .zero)
    }
    required init?(coder: NSCoder) { nil }
    override var intrinsicContentSize: CGSize { wish }
  }

  private func stack(_ views: [UIView], _ change: (UIStackView) -> Void) -> [CGRect] {
    let stack = UIStackView(arrangedSubviews: views)
    stack.frame = CGRect(x: 0, y: 0, width: 300, height: 60)
    change(stack)
    stack.layoutIfNeeded()
    return views.map(\.frame)
  }

  private func spans(_ frames: [CGRect]) -> [[CGFloat]] { frames.map { [$0.minX, $0.width] } }

  @Test("Views fill the room by the rule of the distribution")
  func distributions() {
    func spans(_ distribution: UIStackView.Distribution, spacing: CGFloat = 10) -> [[CGFloat]] {
      self.spans(
        stack([Box(40, 20), Box(80, 30), Box(60, 20)]) {
          $0.distribution = distribution
          $0.spacing = spacing
        })
    }
    #expect(spans(.fill) == [[0, 40], [50, 80], [140, 160]])
    #expect(spans(.fillEqually, spacing: 15) == [[0, 90], [105, 90], [210, 90]])
    #expect(spans(.fillProportionally, spacing: 15) == [[0, 60], [75, 120], [210, 90]])
    #expect(spans(.equalSpacing) == [[0, 40], [100, 80], [240, 60]])
    // Middles at 20, 145, 270.
    #expect(spans(.equalCentering) == [[0, 40], [105, 80], [240, 60]])
  }

  @Test("What has no length of its own takes what is left; what lacks is taken from all")
  func flexible() {
    let label = Box(60, 20), spacer = UIView(), end = Box(40, 20)
    #expect(spans(stack([label, spacer, end]) { _ in }) == [[0, 60], [60, 200], [260, 40]])
    #expect(
      spans(stack([Box(300, 20), Box(300, 20)]) { $0.spacing = 20 }) == [[0, 140], [160, 140]])
  }

  @Test("Across the axis views are placed by the alignment")
  func alignments() {
    func side(_ alignment: UIStackView.Alignment) -> [CGFloat] {
      let frame = stack([Box(40, 20)]) { $0.alignment = alignment }[0]
      return [frame.minY, frame.height]
    }
    #expect(side(.fill) == [0, 60])
    #expect(side(.top) == [0, 20])
    #expect(side(.center) == [20, 20])
    #expect(side(.bottom) == [40, 20])
  }

  @Test("Hidden views take no room, spaces of their own and margins do")
  func spaces() {
    let views = [Box(40, 20), Box(80, 20), Box(60, 20)]
    views[1].isHidden = true
    let frames = stack(views) {
      $0.distribution = .equalSpacing
      $0.axis = .vertical
      $0.spacing = 2
      $0.setCustomSpacing(6, after: views[0])
      $0.isLayoutMarginsRelativeArrangement = true
      $0.layoutMargins = UIEdgeInsets(top: 5, left: 7, bottom: 5, right: 7)
      #expect($0.intrinsicContentSize == CGSize(width: 74, height: 56))
    }
    #expect(frames[0] == CGRect(x: 7, y: 5, width: 286, height: 20))
    #expect(frames[2] == CGRect(x: 7, y: 35, width: 286, height: 20))
  }

  @Test("Views leave the arrangement with the stack, or by themselves, and can be moved in it")
  func membership() {
    let (a, b) = (Box(10, 10), Box(20, 10))
    let stack = UIStackView(arrangedSubviews: [a, b])
    stack.insertArrangedSubview(b, at: 0)
    #expect(stack.arrangedSubviews == [b, a])
    stack.removeArrangedSubview(b)
    #expect(stack.subviews.contains(b) && stack.arrangedSubviews == [a])
    a.removeFromSuperview()
    #expect(stack.arrangedSubviews.isEmpty)
  }
}

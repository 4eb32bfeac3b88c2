import Geometry
import LayerCommit
import QuartzCore
import Testing
import UIKit

extension TestWindow {
  /// Down and up.
  fileprivate func press(_ keysym: UInt32, _ text: String) {
    key(keysym, text)
    key(keysym, text, isPressed: false)
  }
}

@Suite("Controls")
@MainActor
struct ControlTests {
  @MainActor
  private final class Listener {
    private(set) var heard: [String] = []
    func pressed(_ button: UIButton) { heard.append(button.currentTitle ?? "") }
    func touched(_ control: UIControl, _ event: UIEvent?) {
      heard.append(event == nil ? "by hand" : "by touch")
    }
  }

  private static let names: [(UIControl.Event, String)] = [
    (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"),
    (.touchDragOutside, "outside"), (.touchDragEnter, "enter"), (.touchDragExit, "exit"),
    (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"), (.touchCancel, "cancel"),
  ]

  /// Says which events a control sends.
  private func log(_ control: UIControl, _ note: @escaping (String) -> Void) {
    for (event, name) in Self.names { control.addTarget(for: event) { _ in note(name) } }
  }

  @Test("A touch is told from down to up, and 70 points around still count as inside")
  func touchEvents() throws {
    let test = try TestWindow()
    let control = test.add(UIControl(), CGRect(x: 100, y: 100, width: 100, height: 40))
    var events: [String] = []
    log(control) { events.append($0) }
    test.touch(.began, 110, 110)
    #expect(control.isTracking && control.isTouchInside && control.state == .highlighted)
    test.touch(.moved, 260, 110)
    #expect(control.isHighlighted)
    test.touch(.moved, 290, 110)
    #expect(!control.isTouchInside && control.state == .normal)
    test.touch(.moved, 150, 120)
    test.touch(.ended, 150, 120)
    #expect(!control.isTracking && !control.isHighlighted)
    #expect(
      events == ["down", "inside", "exit", "outside", "enter", "inside", "up inside"])
    events = []
    test.at(1)
    test.touch(.began, 110, 110)
    test.touch(.moved, 10, 390)
    test.touch(.ended, 10, 390)
    #expect(events == ["down", "exit", "outside", "up outside"])
    events = []
    test.at(2)
    test.touch(.began, 110, 110)
    test.touch(.cancelled, 110, 110)
    #expect(events == ["down", "cancel"])
  }

  @Test("A control that is switched off, or taken away, lets go of its touch")
  func cancelled() throws {
    let test = try TestWindow()
    let control = test.add(UIControl(), CGRect(x: 0, y: 0, width: 100, height: 40))
    var events: [String] = []
    log(control) { events.append($0) }
    test.touch(.began, 10, 10)
    control.isEnabled = false
    #expect(!control.isTracking && control.state == .disabled)
    test.touch(.ended, 10, 10)
    test.touch(.began, 10, 10)
    test.touch(.ended, 10, 10)
    #expect(events == ["down", "cancel"])
    control.isEnabled = true
    test.at(1)
    test.touch(.began, 10, 10)
    control.removeFromSuperview()
    #expect(!control.isHighlighted)
    #expect(events == ["down", "cancel", "down", "cancel"])
  }

  @Test("Closures, methods and actions listen, and do not keep their targets")
  func targets() throws {
    let button = UIButton(type: .system)
    button.setTitle("Go", for: .normal)
    var listener: Listener? = Listener()
    let heard = try #require(listener)
    let token = button.addTarget(heard, action: Listener.pressed, for: .touchUpInside)
    button.addTarget(heard, action: Listener.touched, for: [.touchUpInside, .touchCancel])
    button.sendActions(for: .touchUpInside)
    #expect(heard.heard == ["Go", "by hand"])
    button.removeTarget(token)
    button.sendActions(for: .touchUpInside)
    #expect(heard.heard == ["Go", "by hand", "by hand"])
    #expect(button.allControlEvents == [.touchUpInside, .touchCancel])
    weak let kept = listener
    listener = nil
    _ = heard
    #expect(kept != nil)
    var count = 0
    let action = UIAction(title: "Once", identifier: .init("a")) { _ in count += 1 }
    button.addAction(action, for: .primaryActionTriggered)
    button.addAction(
      UIAction(identifier: .init("a")) { _ in count += 10 }, for: .primaryActionTriggered)
    button.sendActions(for: .touchUpInside)
    #expect(count == 10)
    button.removeAction(identifiedBy: .init("a"), for: .primaryActionTriggered)
    button.sendActions(for: .touchUpInside)
    #expect(count == 10)
  }

  @Test("Controls let go of what listens to them with themselves")
  func released() {
    weak var weakListener: Listener?
    weak var weakButton: UIButton?
    do {
      let listener = Listener(), button = UIButton(type: .system)
      button.addTarget(listener, action: Listener.pressed, for: .touchUpInside)
      button.addTarget(for: .touchDown) { [unowned button] _ in button.isSelected = true }
      (weakListener, weakButton) = (listener, button)
    }
    #expect(weakListener == nil)
    #expect(weakButton == nil)
  }

  @Test("Tab goes from control to control, shows a ring, and Space presses")
  func keyboard() throws {
    let test = try TestWindow()
    let first = test.add(UIButton(type: .system), CGRect(x: 10, y: 10, width: 100, height: 40))
    let second = test.add(UISwitch(), CGRect(x: 10, y: 80, width: 0, height: 0))
    var pressed = 0
    first.addTarget(for: .primaryActionTriggered) { _ in pressed += 1 }
    test.press(0xFF09, "\t")
    #expect(first.isFocused && first.state == .focused)
    let ring = try #require(first.layer.sublayers?.last)
    #expect(ring.frame == CGRect(x: -6, y: -6, width: 112, height: 52))
    #expect(ring.borderWidth == 3)
    test.press(0x20, " ")
    #expect(pressed == 1)
    test.press(0xFF09, "\t")
    #expect(second.isFocused)
    #expect(!(first.layer.sublayers ?? []).contains { $0 === ring })
    test.press(0xFF0D, "\r")
    #expect(second.isOn)
    second.isEnabled = false
    #expect(!second.isFocused)
  }

  @Test("A button shows what is set for its state, and for none what is set for the normal one")
  func buttonStates() {
    let button = UIButton(type: .custom)
    button.setTitle("Up", for: .normal)
    button.setTitle("Down", for: .highlighted)
    button.setTitleColor(.red, for: .normal)
    button.setTitleColor(.blue, for: .disabled)
    #expect(button.titleLabel?.text == "Up" && button.titleLabel?.textColor == .red)
    button.isHighlighted = true
    #expect(button.titleLabel?.text == "Down" && button.titleLabel?.textColor == .red)
    button.isHighlighted = false
    button.isEnabled = false
    #expect(button.titleLabel?.text == "Up" && button.titleLabel?.textColor == .blue)
  }

  @Test("A button is as large as its title and its insets, and its parts lie in the middle")
  func buttonLayout() throws {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Send"
    let button = UIButton(configuration: configuration)
    let label = try #require(button.titleLabel)
    let size = label.intrinsicContentSize
    #expect(
      button.intrinsicContentSize == CGSize(width: size.width + 24, height: size.height + 14))
    button.frame = CGRect(x: 0, y: 0, width: 200, height: 50)
    button.layoutIfNeeded()
    #expect(abs(label.frame.midX - 100) <= 1 && abs(label.frame.midY - 25) <= 1)
    #expect(button.backgroundColor?.cgColor == UIColor.systemBlue.cgColor)
    button.tintColor = .red
    #expect(button.backgroundColor?.cgColor == UIColor.red.cgColor)
    #expect(label.textColor == .white)
  }

  @Test("A switch is turned by a tap and by a drag, with one event each")
  func switches() throws {
    let test = try TestWindow()
    let control = test.add(UISwitch(), CGRect(x: 20, y: 20, width: 300, height: 300))
    #expect(control.frame.size == CGSize(width: 51, height: 31))
    var events = 0
    control.addTarget(for: .valueChanged) { _ in events += 1 }
    test.touch(.began, 30, 30)
    test.touch(.ended, 30, 30)
    #expect(control.isOn && events == 1)
    test.at(1)
    test.touch(.began, 65, 30)
    test.touch(.moved, 22, 30)
    #expect(!control.isOn && events == 2)
    test.touch(.moved, 70, 30)
    #expect(control.isOn && events == 3)
    test.touch(.ended, 70, 30)
    #expect(control.isOn && events == 3)
    control.setOn(false, animated: false)
    #expect(events == 3)
    test.at(2)
    test.touch(.began, 30, 30)
    test.touch(.ended, 300, 300)
    #expect(!control.isOn, "a finger that is lifted elsewhere turns nothing")
  }

  @Test("A slider follows the finger on its thumb, from end to end, and arrows move it")
  func sliders() throws {
    let test = try TestWindow()
    let slider = test.add(UISlider(), CGRect(x: 50, y: 50, width: 228, height: 34))
    slider.minimumValue = 10
    slider.maximumValue = 20
    var values: [Float] = []
    slider.addTarget(for: .valueChanged) { values.append($0.value) }
    test.commit()
    #expect(slider.value == 10)
    // Away from the thumb nothing happens.
    test.touch(.began, 200, 67)
    test.touch(.moved, 220, 67)
    test.touch(.ended, 220, 67)
    #expect(values.isEmpty)
    test.at(1)
    // The thumb's middle goes from 64 to 264.
    test.touch(.began, 66, 67)
    test.touch(.moved, 166, 67)
    #expect(abs(slider.value - 15) < 1e-4)
    test.touch(.moved, 900, 67)
    #expect(slider.value == 20)
    test.touch(.ended, 900, 67)
    #expect(values.count == 2)
    slider.isContinuous = false
    test.at(2)
    test.touch(.began, 264, 67)
    test.touch(.moved, 164, 67)
    #expect(values.count == 2)
    test.touch(.ended, 164, 67)
    #expect(values.count == 3)
    test.press(0xFF09, "\t")
    test.press(0xFF53, "")
    #expect(abs(slider.value - 15.5) < 1e-4)
    // The ring goes with the thumb, whose middle is 110 points from the first.
    let ring = try #require(slider.layer.sublayers?.last)
    #expect(abs(ring.frame.midX - 124) < 0.01 && ring.frame.width == 40)
    slider.value = .nan
    slider.maximumValue = 12
    #expect(slider.value == 12)
    slider.minimumValue = 14
    #expect(slider.maximumValue == 14 && slider.value == 14)
  }

  @Test("Progress is clamped, and its bar goes there in a quarter of a second")
  func progress() throws {
    let test = try TestWindow()
    let view = test.add(
      UIProgressView(progressViewStyle: .default), CGRect(x: 0, y: 0, width: 200, height: 4))
    let bar = view.subviews[0]
    test.mark()
    view.setProgress(0.5, animated: true)
    #expect(view.progress == 0.5 && bar.bounds.width == 100)
    test.at(0.125)
    #expect(abs((bar.layer.presentation()?.bounds.width ?? 0) - 50) < 1e-6)
    test.at(0.3)
    #expect(bar.layer.presentation()?.bounds.width == 100)
    view.progress = 7
    #expect(view.progress == 1)
    view.progress = .nan
    #expect(view.progress == 1)
  }

  @Test("An indicator is hidden while it stands, and its spokes light up in turn")
  func indicators() throws {
    let test = try TestWindow()
    let indicator = UIActivityIndicatorView(style: .large)
    test.add(indicator, CGRect(x: 0, y: 0, width: 37, height: 37))
    #expect(indicator.isHidden && !indicator.isAnimating)
    #expect(indicator.intrinsicContentSize == CGSize(width: 37, height: 37))
    indicator.startAnimating()
    #expect(indicator.isAnimating && !indicator.isHidden)
    let spoke = try #require(indicator.layer.sublayers?.first?.sublayers?.first)
    test.mark()
    test.at(0.4)
    #expect(abs((spoke.presentation()?.opacity ?? 0) - 0.625) < 1e-5)
    indicator.stopAnimating()
    #expect(indicator.isHidden)
    indicator.hidesWhenStopped = false
    #expect(!indicator.isHidden)
    #expect(spoke.animationKeys()?.isEmpty ?? true)
  }

  @Test("An image view is as large as its image, and shows images one after the other")
  func imageViews() throws {
    let test = try TestWindow()
    func image(_ width: Int) -> UIImage {
      UIGraphicsImageRenderer(size: CGSize(width: width, height: 10)).image { _ in
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: width, height: 10))
      }
    }
    let view = UIImageView(image: image(30))
    #expect(view.bounds.size == CGSize(width: 30, height: 10))
    #expect(!view.isUserInteractionEnabled)
    view.highlightedImage = image(40)
    view.isHighlighted = true
    #expect(view.intrinsicContentSize.width == 40)
    test.root.addSubview(view)
    view.animationImages = [image(20), image(21)]
    view.animationDuration = 1
    view.animationRepeatCount = 2
    test.mark()
    view.startAnimating()
    #expect(view.isAnimating)
    test.at(0.75)
    #expect(view.isAnimating)
    test.at(2.1)
    #expect(!view.isAnimating)
  }

  @Test("A mask view lets the view be seen where it is opaque")
  func masks() throws {
    let test = try TestWindow(draws: true)
    let view = test.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100), color: .red)
    let mask = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 100))
    mask.backgroundColor = .black
    view.mask = mask
    test.commit()
    let picture = try test.stage.snapshot().pixelImage.bitmap
    #expect(picture[25, 50] == SIMD4(255, 0, 0, 255))
    #expect(picture[75, 50] == picture[150, 50])
    view.mask = nil
    #expect(view.layer.mask == nil)
  }
}

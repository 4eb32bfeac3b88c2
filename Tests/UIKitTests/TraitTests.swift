import LayerStage
import QuartzCore
import Testing
import UIKit

@testable import UIKitAPI

private let full = CGRect(x: 0, y: 0, width: 400, height: 400)

@Suite("Traits and tint")
@MainActor
struct TraitTests {
  private final class Witness: UIView {
    var drawn: UIUserInterfaceStyle?
    var laidOut: UIUserInterfaceStyle?
    var before: [UIUserInterfaceStyle?] = []
    override func draw(_ rect: CGRect) { drawn = UITraitCollection.current.userInterfaceStyle }
    override func layoutSubviews() { laidOut = UITraitCollection.current.userInterfaceStyle }
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      before.append(previousTraitCollection?.userInterfaceStyle)
    }
  }

  @Test("Colours follow a view to where it is dark, and back")
  func reparenting() throws {
    let test = try TestWindow(), dark = test.add(UIView(), full)
    dark.overrideUserInterfaceStyle = .dark
    let view = test.add(UIView(), full, color: .systemBackground)
    let light = view.layer.backgroundColor
    dark.addSubview(view)
    let traits = UITraitCollection(userInterfaceStyle: .dark)
    #expect(view.traitCollection.userInterfaceStyle == .dark)
    #expect(
      view.layer.backgroundColor == UIColor.systemBackground.resolvedColor(with: traits).cgColor)
    test.root.addSubview(view)
    #expect(view.layer.backgroundColor == light)
  }

  @Test("Drawing and layout have the view's traits as the current ones")
  func current() throws {
    let test = try TestWindow(), view = Witness()
    view.overrideUserInterfaceStyle = .dark
    test.add(view, full)
    test.commit()
    #expect(view.drawn == .dark && view.laidOut == .dark)
    #expect(UITraitCollection.current.userInterfaceStyle == .light)
  }

  @Test("A change tells what was before; a view with a style of its own is not told of others'")
  func changes() throws {
    final class Controller: UIViewController {
      var before: [UIUserInterfaceStyle?] = []
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        before.append(previousTraitCollection?.userInterfaceStyle)
      }
    }
    let test = try TestWindow(), view = test.add(Witness(), full), controller = Controller()
    view.addSubview(controller.view)
    view.overrideUserInterfaceStyle = .dark
    #expect(view.before == [.light] && controller.before == [.light])
    #expect(controller.traitCollection.userInterfaceStyle == .dark)
    test.root.overrideUserInterfaceStyle = .dark
    #expect(view.before == [.light])
  }

  @Test("A tint colour reaches 20,000 views down, past none that has its own")
  func tint() {
    let top = UIView()
    var views = [top]
    for _ in 0..<20_000 {
      let view = UIView()
      views[views.count - 1].addSubview(view)
      views.append(view)
    }
    top.tintColor = .red
    #expect(views[20_000].tintColor == .red)
    views[10_000].tintColor = .green
    #expect(views[20_000].tintColor == .green && views[9_999].tintColor == .red)
  }
}

import Geometry
import Testing
import WaylandPlatform

@testable import Host

@Suite("Title bar pictures")
struct TitleBarTests {
  private func look(
    _ title: String = "Gallery", width: Double = 420, scale: Double = 2
  ) -> TitleBarLook {
    TitleBarLook(title: title, layout: TitleBarLayout(width: width), scale: scale)
  }

  @Test(
    "A picture has the pixels of its points, and narrow bars lose the title before the buttons",
    arguments: [1, 30, 60, 101, 1153] as [Double], [1, 1.25, 1.75, 2] as [Double])
  func sizes(width: Double, scale: Double) throws {
    let look = look(width: width, scale: scale)
    let picture = try #require(TitleBarDrawing(.light).paint(look))
    #expect(picture.size == PixelSize(points: Size(width, TitleBarLayout.height), scale: scale))
    #expect(look.layout.buttons.count == [1: 0, 30: 0, 60: 1][width] ?? 3)
  }

  @Test("Corners are round where the window floats, and square at a screen's edge")
  func corners() throws {
    var look = look()
    let round = try #require(TitleBarDrawing(.dark).paint(look))
    look.hasRoundedCorners = false
    let square = try #require(TitleBarDrawing(.dark).paint(look))
    #expect(round[0, 0].w == 0 && round[round.size.width - 1, 0].w == 0)
    #expect(!round.isOpaque && square.isOpaque)
    #expect(round[0, round.size.height - 1].w == 255)
  }

  @Test("Everything the user should notice changes the picture")
  func states() throws {
    let plain = look()
    var looks = [plain]
    for change: (inout TitleBarLook) -> Void in [
      { $0.isActive = false }, { $0.hovered = .close },
      {
        $0.hovered = .close
        $0.pressed = .close
      },
      {
        $0.hovered = .maximize
        $0.isMaximized = true
      },
      { $0.title = "Other" }, { $0.title = "" },
    ] {
      var look = plain
      change(&look)
      looks.append(look)
    }
    for palette in [TitleBarDrawing.Palette.light, .dark] {
      let painter = TitleBarDrawing(palette)
      let pictures = try looks.map { try #require(painter.paint($0)) }
      #expect(Set(pictures).count == pictures.count)
      #expect(painter.paint(plain) == pictures[0])
    }
  }

  @Test("The title lies in the middle")
  func centred() throws {
    let picture = try #require(TitleBarDrawing(.light).paint(look("IIII", width: 400, scale: 1)))
    let row = picture.size.height / 2
    let dark = (100..<300).filter { picture[$0, row].x < 120 }
    let middle = Double(try #require(dark.first) + (try #require(dark.last))) / 2
    #expect(abs(middle - 199.5) <= 1)
  }
}

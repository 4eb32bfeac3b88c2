import LayerCommit
import Testing

import compositor

@Suite("Command line")
struct InvocationTests {
  private func options(_ arguments: String...) throws(Failure) -> DemoOptions {
    guard case .demo(let options) = try Invocation(arguments: arguments) else {
      throw Failure(.software, "not a demo invocation")
    }
    return options
  }

  private func message(_ arguments: String...) -> String? {
    do throws(Failure) {
      _ = try Invocation(arguments: arguments)
      return nil
    } catch {
      #expect(error.code == .usage)
      return error.message
    }
  }

  @Test("A demo opens a window unless an option needs the deterministic clock")
  func headlessImplied() throws {
    #expect(try !options("--demo", "gallery").isHeadless)
    #expect(try !options("--demo", "gallery", "--size", "640x480", "--duration", "1").isHeadless)
    #expect(try options("--demo", "gallery", "--headless").isHeadless)
    #expect(try options("--demo", "gallery", "--at", "1").isHeadless)
    #expect(try options("--demo", "gallery", "--output", "a.png").isHeadless)
    #expect(try options("--demo", "gallery", "--frames", "3").isHeadless)
    #expect(message("--demo", "gallery", "--fps", "30")?.contains("'--headless'") == true)
  }

  @Test("Defaults are those the help names")
  func defaults() throws {
    let plain = try options("--demo", "gallery", "--headless")
    #expect(plain.size.width == 1280 && plain.size.height == 720)
    #expect(plain.scale == 1 && plain.fps == 60 && plain.slowFactor == 1)
    #expect(plain.duration == nil && plain.frames == nil && plain.times == nil)
    #expect(!plain.wantsProfile && !plain.validates)
  }

  @Test("Times are sorted and taken once")
  func times() throws {
    #expect(try options("--demo", "gallery", "--at", "2,0.5,2,0").times == [0, 0.5, 2])
  }

  @Test("A path that ends in .png is a file, others are directories, other images are refused")
  func outputs() throws {
    #expect(try options("--demo", "gallery", "--output", "x/a.PNG").output == .file("x/a.PNG"))
    #expect(try options("--demo", "gallery", "--output", "frames").output == .directory("frames"))
    #expect(message("--demo", "gallery", "--output", "a.jpg")?.contains(".png") == true)
    #expect(message("--demo", "gallery", "--sheet", "a.gif")?.contains(".png") == true)
  }

  @Test("Several pictures need a directory")
  func severalPictures() {
    #expect(
      message("--demo", "gallery", "--at", "0,1", "--output", "a.png")?.contains("directory")
        == true)
    #expect(
      message("--demo", "gallery", "--frames", "2", "--output", "a.png")?.contains("directory")
        == true)
    #expect(message("--demo", "gallery", "--frames", "1", "--output", "a.png") == nil)
  }

  @Test("Contradictions are refused")
  func contradictions() {
    #expect(message("--demo", "gallery", "--at", "1", "--frames", "2") != nil)
    #expect(message("--demo", "gallery", "--duration", "1", "--frames", "2") != nil)
    #expect(
      message("--demo", "gallery", "--headless", "--size", "16384x10", "--scale", "2")?
        .contains("16384") == true)
    #expect(
      message("--demo", "gallery", "--headless", "--size", "1x1", "--scale", "0.5") != nil)
  }

  @Test("Overlays go by name; those to come say so, unknown ones are answered with the nearest")
  func overlays() throws {
    #expect(try options("--demo", "gallery", "--overlay", "damage").overlays == .damage)
    #expect(
      try options("--demo", "gallery", "--overlay", "fps,damage").overlays == [.damage, .fps])
    #expect(try options("--demo", "gallery").overlays == [])
    for name in ["blended", "offscreen", "misaligned", "cache"] {
      #expect(
        message("--demo", "gallery", "--overlay", "fps,\(name)")
          == "--overlay '\(name)' is not available yet")
    }
    #expect(
      message("--demo", "gallery", "--overlay", "dmage")
        == "--overlay has no 'dmage'; the nearest is 'damage'")
    #expect(message("--demo", "gallery", "--overlay", "fps,") != nil)
  }

  @Test("A sheet goes without what belongs to a run")
  func sheets() {
    for extra in [
      ["--duration", "1"], ["--frames", "1"], ["--input", "a"], ["--record-input", "a"],
      ["--trace", "a"],
    ] {
      let arguments = ["--demo", "gallery", "--sheet", "a.png"] + extra
      #expect(throws: Failure.self) { try Invocation(arguments: arguments) }
    }
    #expect(message("--demo", "gallery", "--sheet", "a.png", "--overlay", "fps") == nil)
  }

  @Test("Files for one demo are refused for all of them")
  func allDemos() {
    let all = ["--demo", "all", "--sheet", "s.png"]
    for extra in [["--output", "a.png"], ["--profile", "p.json"]] {
      #expect(throws: Failure.self) { try Invocation(arguments: all + extra) }
    }
    for extra in [["--output", "folder"], ["--profile"]] {
      #expect(throws: Never.self) { try Invocation(arguments: all + extra) }
    }
  }

  @Test("Input is recorded in a window, or headless from a script")
  func recording() throws {
    #expect(try !options("--demo", "gallery", "--record-input", "a").isHeadless)
    #expect(message("--demo", "gallery", "--headless", "--record-input", "a") != nil)
    #expect(
      message("--demo", "gallery", "--headless", "--record-input", "a", "--input", "b") == nil)
  }

  @Test("No two options name one file")
  func sameFile() {
    #expect(
      message("--demo", "gallery", "--input", "a", "--record-input", "./x/../a")?
        .contains("same file") == true)
    #expect(message("--demo", "gallery", "--trace", "a", "--profile", "a") != nil)
    #expect(message("--demo", "gallery", "--trace", "/dev/null", "--profile", "/dev/null") == nil)
  }

  @Test("An unknown demo is answered with the nearest")
  func unknownDemo() {
    #expect(message("--demo", "galery") == "unknown demo 'galery'; the nearest is 'gallery'")
    #expect(message("--demo", "all") == "'--demo all' needs '--sheet FILE.png'")
    #expect(message("--demo", "all", "--sheet", "a.png") == nil)
  }

  @Test("Commands and dumps are answered with the nearest")
  func unknownCommands() {
    #expect(message("inof")?.contains("the nearest is 'info'") == true)
    #expect(message("dump", "tre", "--demo", "gallery")?.contains("the nearest is 'tree'") == true)
    #expect(message("dump", "--demo", "gallery")?.contains("commit, tree, drawlist") == true)
    #expect(message("dump", "tree")?.contains("--demo") == true)
    #expect(message("info", "--jsno")?.contains("the nearest is '--json'") == true)
    #expect(message() != nil)
  }

  @Test("Help and version win over the rest")
  func helpWins() throws {
    for arguments in [["--help"], ["--demo", "gallery", "--help"], ["info", "--help"]] {
      guard case .help = try Invocation(arguments: arguments) else {
        Issue.record("\(arguments) is not help")
        continue
      }
    }
    guard case .version = try Invocation(arguments: ["--version"]) else {
      Issue.record("--version is not version")
      return
    }
  }
}

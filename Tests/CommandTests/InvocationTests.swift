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

  @Test("An unknown demo is answered with the nearest")
  func unknownDemo() {
    #expect(message("--demo", "galery") == "unknown demo 'galery'; the nearest is 'gallery'")
    #expect(message("--demo", "all")?.hasPrefix("unknown demo 'all'") == true)
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

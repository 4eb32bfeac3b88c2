import Foundation
import Geometry
import Profiling
import Raster
import TestSupport
import Testing

import compositor

@Suite("compositor plot")
struct PlotTests {
  private func json(_ arguments: [String], folder: URL? = nil) throws -> JSON {
    let result = try CommandRunner.run(["plot"] + arguments + ["--json"], folder: folder)
    #expect(result.code == 0, "\(arguments): \(result.stderr)")
    return try JSON(parsing: Array(result.stdout.utf8))
  }

  private func samples(_ json: JSON) -> [JSON] {
    if case .array(let samples)? = json["samples"] { return samples }
    return []
  }

  @Test("A spring's samples follow its formula, and its settling time is Apple's")
  func spring() throws {
    let document = try json(["--spring"])
    #expect(document["settlingDuration"]?.doubleValue == 1.4727)
    #expect(document["dampingRatio"]?.doubleValue == 0.5)
    let samples = samples(document)
    #expect(samples.count == 101)
    // Mass 1, stiffness 100, damping 10: 5 decay, 5·√3 radians, both per second.
    let frequency = 75.0.squareRoot()
    for sample in samples {
      let t = try #require(sample["time"]?.doubleValue)
      let decay = exp(-5 * t)
      let wave = frequency * t
      let value = 1 - decay * (cos(wave) + sin(wave) * 5 / frequency)
      let velocity = decay * sin(wave) * 100 / frequency
      let shown = try #require(sample["value"]?.doubleValue)
      let speed = try #require(sample["velocity"]?.doubleValue)
      // Times are written with six digits.
      #expect(abs(shown - value) < 3e-5, "value at \(t)")
      #expect(abs(speed - velocity) < 3e-4, "velocity at \(t)")
    }
    let perceptual = try json(["--spring", "duration=0.5,bounce=0.3,velocity=2", "--duration", "2"])
    #expect(perceptual["perceptualDuration"]?.doubleValue == 0.5)
    #expect(perceptual["bounce"]?.doubleValue == 0.3)
    #expect(self.samples(perceptual)[0]["velocity"]?.doubleValue == 2)
    #expect(perceptual["duration"]?.doubleValue == 2)
    let endless = try json(["--spring", "damping=0"])
    if case .null? = endless["settlingDuration"] {} else { Issue.record("a swing that ends") }
    #expect(endless["duration"]?.doubleValue ?? 0 > 6)
  }

  @Test("A timing function is plotted by name or by its points")
  func bezier() throws {
    let named = try json(["--bezier", "easeIn"]), given = try json(["--bezier=0.42,0,1,1"])
    #expect(samples(named).map(\.line) == samples(given).map(\.line))
    let middle = samples(try json(["--bezier", "linear", "--duration", "4"]))[50]
    #expect(middle.line == #"{"time": 2, "value": 0.5, "velocity": 0.25}"#)
    // A vertical tangent has no speed that could be written.
    let steep = samples(try json(["--bezier", "0,1,1,0"]))[0]
    #expect(steep.line == #"{"time": 0, "value": 0, "velocity": null}"#)
  }

  private func keyframes(_ text: String) throws -> (folder: CommandRunner.Folder, file: String) {
    let folder = try CommandRunner.Folder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("k.json")))
    return (folder, folder.path("k.json"))
  }

  @Test("Keyframes come from a file, as values or along a path")
  func keyframeFiles() throws {
    let (first, values) = try keyframes(
      #"{"values": [0, 10, 40], "keyTimes": [0, 0.25, 1], "duration": 2}"#)
    let rows = samples(try json(["--keyframes", values]))
    #expect(rows[25].line == #"{"time": 0.5, "value": 10, "velocity": 20}"#)
    #expect(rows[0].line == #"{"time": 0, "value": 0, "velocity": 20}"#)
    let (second, path) = try keyframes(
      #"{"path": [["M", 0, 0], ["L", 10, 0], ["L", 10, 90]], "calculationMode": "paced"}"#)
    let along = samples(try json(["--keyframes", path]))
    #expect(along[50].line.contains(#""value": [10, 40]"#))
    #expect(along[50].line.contains(#""velocity": [0, 100]"#))
    withExtendedLifetime((first, second)) {}
  }

  @Test("Without a picture or JSON a table is printed")
  func table() throws {
    let result = try CommandRunner.run(["plot", "--spring", "stiffness=300,damping=20"])
    #expect(result.code == 0)
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.count == 24)
    #expect(lines[0].contains("stiffness 300") && lines[1].contains("settles after"))
    #expect(lines[2].contains("time") && lines[2].contains("velocity"))
  }

  @Test("A picture has the asked size, dark or light", arguments: ["dark", "light"])
  func picture(appearance: String) throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["plot", "--spring", "--output", "a.png", "--size", "640x400", "--scale", "1.5"],
      environment: ["COMPOSITOR_APPEARANCE": appearance], folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let bitmap = try ImageCodec.decode(bytes: [UInt8](folder.data("a.png")))
    #expect(bitmap.size == PixelSize(960, 600))
    let corner = bitmap[2, 2]
    #expect((corner.x > 200) == (appearance == "light"))
    // The two curves and the text make for many colours.
    var colors: Set<SIMD4<UInt8>> = []
    for y in stride(from: 0, to: 600, by: 2) {
      for x in stride(from: 0, to: 960, by: 2) { colors.insert(bitmap[x, y]) }
    }
    #expect(colors.count > 200)
  }

  @Test(
    "A bad option is one line that says what helps, and exit 64",
    arguments: [
      ([], "'--spring'"), (["--spring", "--bezier", "linear"], "one of"),
      (["--spring", "mas=1"], "'mass'"), (["--spring", "mass"], "mass=NUMBER"),
      (["--spring", "mass=0"], "0.001"), (["--spring", "mass=x"], "'x'"),
      (["--spring", "mass=1,mass=2"], "twice"), (["--spring", "mass=1,"], "has no ''"),
      (["--spring", "bounce=0.2,damping=3"], "not both"), (["--spring", "bounce=2"], "-0.999"),
      (["--bezier", "easeInn"], "'easeIn'"), (["--bezier", "0,0,1"], "x1,y1,x2,y2"),
      (["--bezier", "2,0,1,1"], "--bezier x1 2"), (["--bezier", "0,nan,1,1"], "'nan'"),
      (["--bezier"], "--bezier CURVE"), (["--spring", "--output", "a.jpg"], ".png"),
      (["--spring", "--size", "300x300"], "'--output FILE.png'"),
      (["--spring", "--duration", "0"], "0.001"), (["--spring", "--jsn"], "'--json'"),
      (["--spring", "extra", "more"], "'more'"),
    ] as [([String], String)])
  func badOptions(arguments: [String], hint: String) throws {
    let result = try CommandRunner.run(["plot"] + arguments)
    #expect(result.code == 64, "\(arguments)")
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.split(separator: "\n").count == 1)
    #expect(result.stderr.contains(hint), "\(result.stderr)")
  }

  @Test(
    "A bad file is exit 65 and names the member; one that cannot be read is exit 66",
    arguments: [
      ("[1, 2", "line 1"), ("[]", "no object"), ("{}", "'values' or 'path' is missing"),
      (#"{"vales": [1, 2]}"#, "'values'"), (#"{"values": [1]}"#, "two values"),
      (#"{"values": [1, "2"]}"#, "values[1]"), (#"{"values": [1, [2, 3]]}"#, "one kind"),
      (#"{"values": [[1, 2, 3], [1, 2, 3]]}"#, "2 or 4"),
      (#"{"values": [1, 2], "path": []}"#, "exclude"),
      (#"{"values": [1, 2], "keyTimes": [0, 2]}"#, "keyTimes"),
      (#"{"values": [1, 2], "calculationMode": "pace"}"#, "'paced'"),
      (#"{"values": [1, 2], "timingFunctions": ["easeOuts"]}"#, "'easeOut'"),
      (#"{"values": [1, 2], "timingFunction": [0, 0, 2, 1]}"#, "x from 0 to 1"),
      (#"{"values": [1, 2], "duration": 0}"#, "duration"),
      (#"{"values": [1, 1e300]}"#, "too large"),
      (#"{"path": [["L", 0, 0]]}"#, "path[0]"), (#"{"path": [["M", 0]]}"#, "path[0]"),
      (#"{"path": [["M", 0, 0]]}"#, "a path with a line"),
    ] as [(String, String)])
  func badFiles(text: String, hint: String) throws {
    let (folder, file) = try keyframes(text)
    let result = try CommandRunner.run(["plot", "--keyframes", file])
    #expect(result.code == 65, "\(text)")
    #expect(result.stderr.split(separator: "\n").count == 1)
    #expect(result.stderr.contains(hint), "\(result.stderr)")
    #expect(
      try CommandRunner.run(["plot", "--keyframes", folder.path("none.json")]).code == 66)
  }

  @Test("A picture that cannot be written is exit 73, before any work")
  func cannotWrite() throws {
    let result = try CommandRunner.run(["plot", "--spring", "--output", "/nonexistent/a.png"])
    #expect(result.code == 73)
  }
}

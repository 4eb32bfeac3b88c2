import Demos
import Foundation
import Raster
import TestSupport
import Testing

@Suite("compositor", .serialized)
struct CommandTests {
  private let small = ["--size", "640x360"]

  @Test("--version prints the version")
  func version() throws {
    let result = try CommandRunner.run(["--version"])
    #expect(result.code == 0)
    #expect(result.stdout == "compositor 0.2.0\n")
    #expect(result.stderr.isEmpty)
  }

  @Test("--help lists every option and exits 0")
  func help() throws {
    let result = try CommandRunner.run(["--help"])
    #expect(result.code == 0)
    for option in [
      "--demo", "--list-demos", "--version", "--duration", "--headless", "--size", "--scale",
      "--fps", "--frames", "--at", "--output", "--sheet", "--profile", "--slow",
      "--reduce-motion", "--device",
      "--validate", "--input", "--record-input", "--trace", "--overlay", "info", "dump",
    ] {
      #expect(result.stdout.contains(option), "\(option)")
    }
  }

  @Test("--list-demos prints every demo once")
  func listDemos() throws {
    let result = try CommandRunner.run(["--list-demos"])
    #expect(result.code == 0)
    let lines = result.stdout.split(separator: "\n")
    #expect(lines.count == DemoCatalog.all.count)
    for (line, demo) in zip(lines, DemoCatalog.all) {
      #expect(line.hasPrefix(demo.name) && line.contains(demo.summary))
    }
  }

  @Test(
    "A bad option or value is one line on stderr that names it, and exit 64",
    arguments: [
      (["--dmeo", "gallery"], "'--dmeo'"),
      (["--demo", "galery"], "'gallery'"),
      (["--demo"], "--demo NAME"),
      (["infoo"], "'info'"),
      (["--demo", "gallery", "--duration", "0"], "0.001"),
      (["--demo", "gallery", "--duration", "-1"], "0.001"),
      (["--demo", "gallery", "--duration", "nan"], "'nan'"),
      (["--demo", "gallery", "--duration", "inf"], "'inf'"),
      (["--demo", "gallery", "--duration", "99999999999999999999"], "more digits"),
      (["--demo", "gallery", "--headless", "--size", "0x0"], "--size 0x0: width 0 is out"),
      (["--demo", "gallery", "--headless", "--fps", "1e9"], "--fps 1e9 is out of range 1 to 1000"),
      (["--demo", "ga\u{1b}[31m"], "'ga\\u{1b}[31m'"),
      (["--demo", "all", "--headless"], "'--demo all' needs '--sheet FILE.png'"),
      (["dump", "tree", "--demo", "all"], "unknown demo 'all'"),
      (["dump", "tree", "--demo", "gallery", "--at", "1,2"], "one time"),
      (["--sheet", "s.png"], "'--demo' is missing"),
      (["--demo", "gallery", "--headless", "--size", "12"], "WIDTHxHEIGHT"),
      (["--demo", "gallery", "--headless", "--size", "99999x10"], "16384"),
      (["--demo", "gallery", "--headless", "--scale", "0"], "0.1"),
      (["--demo", "gallery", "--headless", "--fps", "0"], "--fps 0"),
      (["--demo", "gallery", "--headless", "--fps", "1e2"], "write 100"),
      (["--demo", "gallery", "--headless", "--frames", "0"], "--frames 0"),
      (["--demo", "gallery", "--headless", "--frames", "1.5"], "whole number"),
      (["--demo", "gallery", "--at", "-0.5"], "--at -0.5"),
      (["--demo", "gallery", "--at", "0,x"], "'x'"),
      (["--demo", "gallery", "--slow", "0"], "--slow 0"),
      (["--demo", "gallery", "--at", "0,1", "--output", "a.png"], "directory"),
      (["dump", "trees", "--demo", "gallery"], "'tree'"),
      ([], "--demo gallery"),
    ])
  func badOptions(arguments: [String], part: String) throws {
    let result = try CommandRunner.run(arguments)
    #expect(result.code == 64)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("compositor: ") && result.stderr.contains(part))
    #expect(result.stderr.split(separator: "\n").count == 1)
    #expect(!result.stderr.contains("\u{1b}"))
  }

  @Test("The overlays of a headless run show nothing measured: identical bytes")
  func deterministicOverlays() throws {
    let folder = try CommandRunner.Folder()
    for name in ["a", "b"] {
      let result = try CommandRunner.run(
        ["--demo", "gallery", "--frames", "6", "--overlay", "fps,damage", "--output", name] + small,
        folder: folder.url)
      #expect(result.code == 0, "\(result.stderr)")
    }
    for frame in 0..<6 {
      let first = try folder.data("a/gallery-0000\(frame).png")
      #expect(try folder.data("b/gallery-0000\(frame).png") == first)
    }
  }

  @Test("Data that a closed or full standard output does not take is one line and exit 73")
  func lostOutput() throws {
    let folder = try CommandRunner.Folder()
    for (redirection, part) in [("1>&-", "it is closed"), ("1>/dev/full", "No space left")] {
      for command in ["--help", "info"] {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = [
          "-c", "exec '\(CommandRunner.executable.path)' \(command) 2>err \(redirection)",
        ]
        shell.currentDirectoryURL = folder.url
        try shell.run()
        CommandRunner.wait(for: shell)
        let text = String(decoding: try folder.data("err"), as: UTF8.self)
        #expect(shell.terminationStatus == 73, "\(text)")
        #expect(text.contains("standard output: \(part)") && text.split(separator: "\n").count == 1)
      }
    }
  }

  @Test("The same headless command twice gives identical bytes")
  func deterministic() throws {
    let folder = try CommandRunner.Folder()
    for name in ["a.png", "b.png"] {
      let result = try CommandRunner.run(
        ["--demo", "gallery", "--headless", "--at", "0.5", "--output", name] + small,
        folder: folder.url)
      #expect(result.code == 0, "\(result.stderr)")
      #expect(result.stdout.isEmpty)
    }
    let first = try folder.data("a.png")
    #expect(try folder.data("b.png") == first)
    let bitmap = try ImageCodec.decode(bytes: [UInt8](first))
    #expect(bitmap.size.width == 640 && bitmap.size.height == 360)
    #expect(Set(bitmap.bytes).count > 4)
  }

  @Test("--scale multiplies the pixels of --size")
  func scale() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--output", "a.png", "--scale", "1.5"] + small, folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let size = try ImageCodec.decode(bytes: [UInt8](folder.data("a.png"))).size
    #expect(size.width == 960 && size.height == 540)
  }

  @Test("--frames writes numbered pictures that show movement")
  func frames() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--frames", "3", "--fps", "10", "--output", "frames"] + small,
      folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("frames")).sorted()
    #expect(names == ["gallery-00000.png", "gallery-00001.png", "gallery-00002.png"])
    #expect(try folder.data("frames/gallery-00000.png") != folder.data("frames/gallery-00002.png"))
  }

  @Test("--at with several times writes one picture per time, equal to those taken alone")
  func severalTimes() throws {
    let folder = try CommandRunner.Folder()
    let both = try CommandRunner.run(
      ["--demo", "gallery", "--at", "1,0.25", "--output", "both"] + small, folder: folder.url)
    #expect(both.code == 0, "\(both.stderr)")
    let alone = try CommandRunner.run(
      ["--demo", "gallery", "--at", "1", "--output", "alone.png"] + small, folder: folder.url)
    #expect(alone.code == 0)
    #expect(try folder.data("both/gallery-1.000.png") == folder.data("alone.png"))
    #expect(FileManager.default.fileExists(atPath: folder.path("both/gallery-0.250.png")))
  }

  @Test("--sheet writes a picture wider than one frame")
  func sheet() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--at", "0,0.5", "--sheet", "sheet.png"] + small, folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let size = try ImageCodec.decode(bytes: [UInt8](folder.data("sheet.png"))).size
    #expect(size.width > 1280 && size.height > 360)
  }

  @Test("Without a display the command says so, writes NAME.png and exits 0")
  func withoutDisplay() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(["--demo", "gallery"] + small, folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    #expect(result.stderr.contains("WAYLAND_DISPLAY"))
    #expect(result.stderr.contains("gallery.png"))
    #expect(folder.names == ["gallery.png"])
  }

  @Test("A display that does not answer is exit 69 with what to install")
  func unreachableDisplay() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["--demo", "gallery"] + small,
      environment: ["WAYLAND_DISPLAY": "no-such-display", "XDG_RUNTIME_DIR": folder.url.path],
      folder: folder.url)
    #expect(result.code == 69)
    #expect(result.stderr.contains("no-such-display") && result.stderr.contains("apt-get install"))
    #expect(result.stderr.split(separator: "\n").count == 1)
    #expect(folder.names.isEmpty)
  }

  @Test("No Vulkan device is exit 69 with what to install")
  func noDevice() throws {
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--headless", "--at", "0"] + small,
      environment: [
        "VK_ICD_FILENAMES": "/nonexistent/icd.json", "VK_DRIVER_FILES": "/nonexistent/icd.json",
      ])
    #expect(result.code == 69)
    #expect(result.stderr.contains("install mesa-vulkan-drivers"))
    #expect(result.stderr.split(separator: "\n").count == 1)
  }

  @Test("A device name that no device has is exit 69 and names it")
  func unknownDevice() throws {
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--headless", "--at", "0", "--device", "no-such-gpu"] + small)
    #expect(result.code == 69)
    #expect(result.stderr.contains("no Vulkan device has 'no-such-gpu' in its name; the"))
  }

  @Test(
    "A file that cannot be written is exit 73, before anything is rendered",
    arguments: [
      ["--output", "/nonexistent/a.png"], ["--output", "/proc/self/nonexistent/frames"],
      ["--sheet", "/nonexistent/s.png"], ["--profile", "/nonexistent/p.json"],
      ["--trace", "/nonexistent/t.json"], ["--output", "/dev/full/x.png"],
    ])
  func unwritable(arguments: [String]) throws {
    let result = try CommandRunner.run(["--demo", "gallery", "--headless"] + small + arguments)
    #expect(result.code == 73)
    #expect(result.stderr.contains(arguments[1]))
    #expect(result.stderr.split(separator: "\n").count == 1)
  }

  @Test("A full disk is told in the same words whatever is written")
  func fullDisk() throws {
    for option in ["--trace", "--profile"] {
      let result = try CommandRunner.run(
        ["--demo", "spring-lab", "--headless", "--duration", "0.05", option, "/dev/full"] + small)
      #expect(result.code == 73)
      #expect(
        result.stderr.contains("compositor: cannot write '/dev/full': No space left on device"),
        "\(result.stderr)")
    }
  }

  @Test("A directory in a file's place is exit 73")
  func directoryInTheWay() throws {
    let folder = try CommandRunner.Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("a.png"), withIntermediateDirectories: true)
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--output", "a.png"] + small, folder: folder.url)
    #expect(result.code == 73)
  }

  @Test("--profile FILE writes the documented keys")
  func profileFile() throws {
    let folder = try CommandRunner.Folder()
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--headless", "--frames", "5", "--profile", "p.json"] + small,
      folder: folder.url)
    #expect(result.code == 0, "\(result.stderr)")
    let object = try JSONSerialization.jsonObject(with: folder.data("p.json"))
    let root = try #require(object as? [String: Any])
    let summary = try #require(root["summary"] as? [String: Any])
    for key in [
      "frames", "total_frames", "frame_rate_fps", "throughput_fps", "frame_ms", "stage_ms",
      "missed_vblanks", "hitch_ms_per_s", "pacing_jitter_ms", "input_to_present_vblanks",
      "late_frames", "draws_per_frame", "passes_per_frame", "shaded_pixels_per_frame",
      "uploaded_bytes", "allocations_per_frame",
    ] {
      #expect(summary[key] != nil, "\(key)")
    }
    let frames = try #require(root["frames"] as? [[String: Any]])
    #expect(frames.count == 5)
    for key in [
      "index", "commit_ms", "apply_ms", "sample_ms", "build_ms", "record_ms", "submit_ms", "gpu_ms",
      "target_s", "present_s", "late", "draws", "passes",
    ] {
      #expect(frames[0][key] != nil, "\(key)")
    }
  }

  @Test("--profile alone prints the summary on stdout")
  func profileText() throws {
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--headless", "--frames", "3", "--profile"] + small)
    #expect(result.code == 0, "\(result.stderr)")
    #expect(result.stdout.contains("missed vblanks") && result.stdout.contains("p95"))
  }

  @Test(
    "--validate is silent about a correct frame",
    .enabled(if: Self.hasValidationLayer, "needs the validation layer"))
  func validate() throws {
    let result = try CommandRunner.run(
      ["--demo", "gallery", "--headless", "--frames", "3", "--validate"] + small)
    #expect(result.code == 0, "\(result.stderr)")
  }

  private static var hasValidationLayer: Bool {
    ["/usr/share", "/etc"].contains {
      FileManager.default.fileExists(
        atPath: "\($0)/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
    }
  }

  @Test("dump prints commits, tree and draw list", arguments: ["commit", "tree", "drawlist"])
  func dump(kind: String) throws {
    let result = try CommandRunner.run(["dump", kind, "--demo", "gallery", "--at", "0.5"] + small)
    #expect(result.code == 0, "\(result.stderr)")
    #expect(result.stdout.split(separator: "\n").count > 1)
    let again = try CommandRunner.run(["dump", kind, "--demo", "gallery", "--at", "0.5"] + small)
    #expect(again.stdout == result.stdout)
  }

  // The gallery will not do: one of its scenes keeps time by a display link, which is not slowed.
  @Test("--slow stretches animations")
  func slow() throws {
    let folder = try CommandRunner.Folder()
    for (name, arguments) in [
      ("plain.png", ["--at", "0.25"]), ("slow.png", ["--at", "0.5", "--slow", "2"]),
    ] {
      let result = try CommandRunner.run(
        ["--demo", "spring-lab", "--output", name] + arguments + small, folder: folder.url)
      #expect(result.code == 0, "\(result.stderr)")
    }
    #expect(try folder.data("plain.png") == folder.data("slow.png"))
  }

  @Test("info names version, devices, display, fonts and limits, as text and as JSON")
  func info() throws {
    let text = try CommandRunner.run(["info"])
    #expect(text.code == 0)
    for word in ["compositor 0.2.0", "Vulkan devices", "Wayland", "Fonts", "Limits"] {
      #expect(text.stdout.contains(word), "\(word)")
    }
    let json = try CommandRunner.run(["info", "--json"])
    #expect(json.code == 0)
    let object = try JSONSerialization.jsonObject(with: Data(json.stdout.utf8))
    let root = try #require(object as? [String: Any])
    for key in ["version", "devices", "wayland", "fonts", "limits"] {
      #expect(root[key] != nil, "\(key)")
    }
    let limits = try #require(root["limits"] as? [String: NSNumber])
    for key in ["mask_bytes", "pass_bytes", "shared_texture_bytes", "unseen_tile_bytes"] {
      #expect(limits[key]?.intValue ?? 0 > 1 << 20, "\(key)")
    }
    #expect(limits["bitmap_surfaces"] == 2.5)
  }

  @Test("Termination ends a long render early with 128 + the signal")
  func interruption() throws {
    let process = Process()
    process.executableURL = CommandRunner.executable
    process.arguments = ["--demo", "gallery", "--headless", "--frames", "1000000"] + small
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    CommandRunner.waitUntilSignalsAreWatched(by: process)
    process.terminate()
    CommandRunner.wait(for: process)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + SIGTERM)
  }

  @Test("Too few files for a run is one line and exit 69", arguments: [8, 10])
  func fewFiles(limit: Int) throws {
    let run = try limited("-n \(limit)")
    #expect(run.status == 69, "\(run.text)")
    #expect(run.text.split(separator: "\n").count == 1 && run.text.contains("files"), "\(run.text)")
  }

  @Test(
    "Too little memory for threads is one line and exit 69",
    .enabled(if: !Sanitizer.isActive, "sanitizers take more memory than that to start"))
  func littleMemory() throws {
    // The least with which the libraries can be loaded.
    var kilobytes = 60_000
    var run = try limited("-v \(kilobytes)")
    while run.status == 127, kilobytes < 1_000_000 {
      kilobytes += 2_000
      run = try limited("-v \(kilobytes)")
    }
    for more in stride(from: 0, through: 24_000, by: 6_000) {
      run = try limited("-v \(kilobytes + more)")
      #expect(run.status == 69, "\(kilobytes + more): \(run.text)")
      #expect(run.text.split(separator: "\n").count == 1, "\(run.text)")
      if more == 0 { #expect(run.text.contains("thread"), "\(run.text)") }
    }
  }

  /// Draws the gallery once in a shell whose `ulimit` is set: the exit status, nil after a crash, and
  /// the messages.
  private func limited(_ limit: String) throws -> (status: Int32?, text: String) {
    // Written to a file, because the shell itself has no descriptor left for a pipe.
    let folder = try CommandRunner.Folder()
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [
      "-c",
      "exec 2>err; ulimit \(limit); exec '\(CommandRunner.executable.path)' --demo gallery "
        + "--headless --at 0 --size 64x64 --output a.png",
    ]
    shell.currentDirectoryURL = folder.url
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    CommandRunner.wait(for: shell)
    let text = String(decoding: try folder.data("err"), as: UTF8.self)
    return (shell.terminationReason == .exit ? shell.terminationStatus : nil, text)
  }
}

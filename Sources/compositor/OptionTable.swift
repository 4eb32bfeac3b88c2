import Foundation

/// Every option, for parsing and for the help.
enum OptionTable {
  static let commands = [
    "--demo", "--list-demos", "--version", "--help", "info", "dump", "bench", "plot",
  ]

  private static let help = OptionSpec("--help", help: "print this text")
  private static let demo = OptionSpec(
    "--demo", .required("NAME"),
    help: "show a demo: in a window when WAYLAND_DISPLAY names a compositor, else headless")
  private static let size = OptionSpec(
    "--size", .required("WxH"), help: "size in points, default 1280x720")
  private static let scale = OptionSpec(
    "--scale", .required("S"), help: "pixels per point, default 1 (headless)")
  private static let fps = OptionSpec(
    "--fps", .required("F"), help: "frames per second, default 60 (headless)")
  private static let slow = OptionSpec(
    "--slow", .required("FACTOR"), help: "run animations FACTOR times slower")
  private static let calm = OptionSpec(
    "--reduce-motion", help: "tell the demo that the user wants less motion")
  private static let device = OptionSpec(
    "--device", .required("NAME"), help: "use the Vulkan device whose name contains NAME")
  private static let at = OptionSpec(
    "--at", .required("T[,T…]"), help: "picture the demo T seconds after its start (headless)")

  static let main: [OptionSpec] = [
    demo,
    OptionSpec("--list-demos", help: "list the demos"),
    OptionSpec("--version", help: "print the version"),
    help,
    OptionSpec("--duration", .required("T"), help: "stop after T seconds"),
    OptionSpec("--headless", help: "render without a display, on a deterministic clock"),
    size, scale, fps,
    OptionSpec("--frames", .required("N"), help: "render the first N frames (headless)"),
    at,
    OptionSpec(
      "--output", .required("FILE.png|DIR"), help: "write the picture, or numbered ones (headless)"),
    OptionSpec(
      "--sheet", .required("FILE.png"),
      help: "write a contact sheet; '--demo all' takes every demo (headless)"),
    OptionSpec(
      "--profile", .optional("FILE.json"), help: "measure every frame; print or write the profile"),
    OptionSpec(
      "--trace", .required("FILE.json"), help: "write a trace for chrome://tracing or Perfetto"),
    OptionSpec(
      "--input", .required("FILE.json"), help: "do what an input script says the user does"),
    OptionSpec(
      "--record-input", .required("FILE.json"), help: "write what the user does as an input script"),
    OptionSpec(
      "--overlay", .required("NAME[,NAME…]"), help: "draw over the demo what costs: damage, fps"),
    slow, calm, device,
    OptionSpec("--validate", help: "check the use of Vulkan; exit 70 on any message"),
  ]

  static let info: [OptionSpec] = [
    OptionSpec("--json", help: "as JSON with stable keys"), help,
  ]

  static let dump: [OptionSpec] = [demo, at, size, scale, fps, slow, calm, device, help]

  static var text: String {
    func rows(_ specs: [OptionSpec]) -> String {
      specs.map { spec in
        "  " + spec.usage.padding(toLength: 28, withPad: " ", startingAt: 0) + spec.help
      }.joined(separator: "\n")
    }
    return """
      usage: compositor --demo NAME [options]
             compositor --list-demos | --version | --help
             compositor info [--json]
             compositor dump commit|tree|drawlist --demo NAME [--at T]
             compositor bench --scene S [options]
             compositor plot --spring [KEY=VALUE,…] | --bezier CURVE | --keyframes FILE.json [options]

      \(rows(main))

      bench:
      \(rows(bench))

      plot:
      \(rows(plot))

      Exit codes: 0 done, 64 bad option or value, 65 bad input file, 66 no input file,
      69 no device or display, 70 a check failed, 73 a file cannot be written.
      """
  }
}

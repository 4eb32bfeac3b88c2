import Foundation
import Host
import Profiling
import QuartzCore

/// `info`: what this machine offers and what the command would use of it.
@MainActor
enum InfoCommand {
  static func run(json: Bool) throws(Failure) {
    let info = SystemInfo.collect()
    print(json ? self.json(info).text : text(info))
  }

  /// `{ "version", "devices": […], "device_error", "wayland": {…}, "fonts": {…}, "limits": {…} }`.
  private static func json(_ info: SystemInfo) -> JSON {
    .object([
      ("version", .string(CompositorCommand.version)),
      (
        "devices",
        .array(
          info.devices.map { device in
            .object([
              ("name", .string(device.name)),
              ("kind", .string(device.kind)),
              ("api_version", .string(device.apiVersion)),
              ("driver", .string(device.driver)),
              ("features", .array(device.features.map { .string($0) })),
              ("missing", .array(device.missing.map { .string($0) })),
              ("maximum_image_size", .int(device.maximumImageSize)),
            ])
          })
      ),
      ("device_error", JSON(info.deviceError)),
      (
        "wayland",
        .object([
          ("display", JSON(ProcessInfo.processInfo.environment["WAYLAND_DISPLAY"])),
          ("error", JSON(info.displayError)),
          (
            "globals",
            .array(
              info.globals.map {
                .object([("interface", .string($0.interface)), ("version", .int(Int($0.version)))])
              })
          ),
        ])
      ),
      ("fonts", .object([("default_family", JSON(info.defaultFont))])),
      (
        "limits",
        .object([
          ("output_pixels", .int(DemoOptions.maximumSize)),
          ("profile_frames", .int(FrameProfile.capacity)),
          ("trace_frames", .int(FrameProfile.traceCapacity)),
          ("decoded_image_pixels", .int(info.maximumDecodedPixels)),
          ("decoded_image_side", .int(info.maximumDecodedSide)),
          ("mask_bytes", .int(info.maskBytes)),
          ("pass_bytes", .int(info.passBytes)),
          ("shared_texture_bytes", .int(info.sharedTextureBytes)),
          ("bitmap_surfaces", .number(info.bitmapSurfaces)),
          ("unseen_tile_bytes", .int(CATiledLayer.mostUnseenBytes)),
        ])
      ),
    ])
  }

  private static func text(_ info: SystemInfo) -> String {
    var lines = ["compositor \(CompositorCommand.version)", "", "Vulkan devices"]
    for device in info.devices {
      lines.append("  \(device.name)")
      lines.append("    \(device.kind), Vulkan \(device.apiVersion), \(device.driver)")
      lines.append("    images up to \(device.maximumImageSize) pixels wide or high")
      lines.append("    uses: " + list(device.features))
      if !device.missing.isEmpty {
        lines.append("    cannot serve, lacks: " + list(device.missing))
      }
    }
    if let error = info.deviceError { lines.append("  none: \(error)") }
    lines += ["", "Wayland"]
    if let error = info.displayError {
      lines.append("  none: \(error)")
    } else {
      lines += info.globals.map { "  \($0.interface) \($0.version)" }
    }
    lines += [
      "", "Fonts", "  default family: \(info.defaultFont ?? "unknown")", "", "Limits",
      "  output: \(DemoOptions.maximumSize) pixels wide or high",
      "  decoded images: \(info.maximumDecodedSide) pixels wide or high, "
        + "\(info.maximumDecodedPixels) in all",
      "  profile: the last \(FrameProfile.capacity) frames, "
        + "with a trace the last \(FrameProfile.traceCapacity)",
      "  kept by a window from frame to frame, beyond what the frame itself needs:",
      "    masks of paths and shadows: \(mebibytes(info.maskBytes))",
      "    textures of passes: \(mebibytes(info.passBytes))",
      "    textures that small images share: \(mebibytes(info.sharedTextureBytes))",
      "    bitmaps of rasterized layers: \(info.bitmapSurfaces) times the window's pixels",
      "  kept by a tiled layer of tiles that are not seen: "
        + mebibytes(CATiledLayer.mostUnseenBytes),
    ]
    return lines.joined(separator: "\n")
  }

  private static func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing optional" : names.joined(separator: ", ")
  }
}

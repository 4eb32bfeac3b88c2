// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors everywhere.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// Targets that never touch C memory are checked by the compiler to stay that way.
let pure: [SwiftSetting] =
  strict + [.strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error)]

let package = Package(
  name: "Compositor",
  products: [
    .library(name: "QuartzCore", targets: ["QuartzCore", "LayerStage"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
    .executable(name: "compositor", targets: ["compositor"]),
  ],
  targets: [
    // Values shared by both halves, and the lock.
    .target(name: "Locks", swiftSettings: strict),
    .target(
      name: "Geometry", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Profiling", swiftSettings: pure),
    .target(name: "AnimationCore", dependencies: ["Geometry"], swiftSettings: pure),
    .target(name: "LayerCommit", dependencies: ["Geometry", "AnimationCore"], swiftSettings: pure),

    // The server half.
    .target(name: "Renderer", dependencies: ["Geometry", "Profiling"], swiftSettings: pure),
    .target(
      name: "RenderServer",
      dependencies: ["LayerCommit", "AnimationCore", "Renderer", "Geometry", "Profiling"],
      swiftSettings: pure),
    .target(
      name: "VulkanBackend",
      dependencies: ["Renderer", "Geometry", "Profiling", "CVulkan", "CShaders", "Locks"],
      swiftSettings: strict),
    .target(
      name: "WaylandPlatform",
      dependencies: ["LayerCommit", "Geometry", "CWayland", "CLinux"],
      swiftSettings: strict),
    .target(
      name: "Host",
      dependencies: [
        "WaylandPlatform", "VulkanBackend", "RenderServer", "Renderer", "LayerCommit", "Raster",
        "AnimationCore", "Profiling", "Geometry", "CLinux", "Locks",
      ],
      swiftSettings: strict),

    // The API half.
    .target(
      name: "Raster", dependencies: ["Geometry", "CText", "CImageCodecs", "Locks"],
      swiftSettings: strict),
    .target(
      name: "CoreGraphicsAPI", dependencies: ["Geometry", "Raster", "Locks"], swiftSettings: strict),
    .target(
      name: "QuartzCore",
      dependencies: [
        "CoreGraphicsAPI", "LayerCommit", "AnimationCore", "Geometry", "Profiling", "Locks",
      ],
      swiftSettings: strict),
    .target(
      name: "LayerStage",
      dependencies: [
        "QuartzCore", "CoreGraphicsAPI", "LayerCommit", "AnimationCore", "Renderer", "Host",
        "Profiling", "Geometry", "Locks",
      ],
      swiftSettings: strict),
    .target(
      name: "UIKitAPI",
      dependencies: [
        "LayerStage", "QuartzCore", "CoreGraphicsAPI", "LayerCommit", "AnimationCore", "Geometry",
        "Locks",
      ],
      swiftSettings: strict),
    .target(
      name: "UIKit", dependencies: ["UIKitAPI"], path: "Sources/ImportNames/UIKit",
      swiftSettings: strict),
    .target(
      name: "_Testing_UIKit", path: "Sources/ImportNames/TestingUIKit", swiftSettings: strict),
    .target(
      name: "CoreGraphics", dependencies: ["CoreGraphicsAPI"],
      path: "Sources/ImportNames/CoreGraphics", swiftSettings: strict),
    .target(
      name: "_Testing_CoreGraphics", path: "Sources/ImportNames/TestingCoreGraphics",
      swiftSettings: strict),

    // What a user runs.
    .target(
      name: "Demos",
      dependencies: ["UIKit", "UIKitAPI", "QuartzCore", "CoreGraphics", "AnimationCore"],
      swiftSettings: strict),
    .executableTarget(
      name: "compositor",
      dependencies: [
        "Demos", "UIKitAPI", "LayerStage", "QuartzCore", "CoreGraphics", "LayerCommit",
        "AnimationCore", "Host", "Renderer", "Profiling", "Geometry",
      ],
      swiftSettings: strict),

    // C: module maps, generated protocol code and shader words, Linux headers.
    .systemLibrary(
      name: "CVulkan", pkgConfig: "vulkan", providers: [.apt(["libvulkan-dev", "libwayland-dev"])]),
    .systemLibrary(
      name: "CText", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(
      name: "CWaylandClient", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(
      name: "CXKBCommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .target(
      name: "CWayland", dependencies: ["CWaylandClient", "CXKBCommon"],
      linkerSettings: [.linkedLibrary("wayland-cursor")]),
    .target(name: "CLinux"),
    .target(name: "CShaders"),
    .target(
      name: "CImageCodecs",
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("webp")]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Raster", "Geometry"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "CWaylandServer", dependencies: ["CWayland"], path: "Tests/CWaylandServer",
      linkerSettings: [.linkedLibrary("wayland-server")]),
    // A pointer in other compositors.
    .target(
      name: "CVirtualPointer", dependencies: ["CWaylandClient"], path: "Tests/CVirtualPointer"),
    // A Wayland compositor that does what a test tells it.
    .target(
      name: "ScriptedCompositor",
      dependencies: ["CWaylandServer", "CWayland", "CLinux", "Geometry", "Locks"],
      path: "Tests/ScriptedCompositor", swiftSettings: strict),
    // The same as a program, for measurements.
    .executableTarget(
      name: "scripted-display", dependencies: ["ScriptedCompositor", "Geometry"],
      path: "Tests/ScriptedDisplay", swiftSettings: strict),
    .testTarget(name: "LocksTests", dependencies: ["Locks"], swiftSettings: strict),
    .testTarget(
      name: "GeometryTests", dependencies: ["Geometry", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AnimationCoreTests", dependencies: ["AnimationCore", "Geometry", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LayerCommitTests", dependencies: ["LayerCommit", "AnimationCore", "Geometry"],
      swiftSettings: strict),
    .testTarget(
      name: "RendererTests", dependencies: ["Renderer", "Geometry", "Profiling"],
      swiftSettings: strict),
    .testTarget(
      name: "RenderServerTests",
      dependencies: [
        "RenderServer", "Renderer", "LayerCommit", "AnimationCore", "Geometry", "Profiling",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VulkanBackendTests",
      dependencies: ["VulkanBackend", "Renderer", "Geometry", "CVulkan", "TestSupport", "Locks"],
      swiftSettings: strict),
    .testTarget(
      name: "RasterTests",
      dependencies: ["Raster", "Geometry", "CoreGraphicsAPI", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: [
        "QuartzCore", "CoreGraphicsAPI", "LayerCommit", "AnimationCore", "Geometry", "TestSupport",
        "Locks", "RenderServer", "Renderer", "Profiling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WaylandPlatformTests",
      dependencies: [
        "WaylandPlatform", "LayerCommit", "Geometry", "CWayland", "CLinux", "TestSupport",
        "ScriptedCompositor",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "UIKit", "_Testing_UIKit", "UIKitAPI", "LayerStage", "QuartzCore", "CoreGraphicsAPI",
        "LayerCommit", "AnimationCore", "Geometry", "Locks", "TestSupport",
      ],
      swiftSettings: strict),
    // Windows, end to end, on the scripted compositor.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "ScriptedCompositor", "UIKit", "_Testing_UIKit", "UIKitAPI", "LayerStage", "QuartzCore",
        "CoreGraphicsAPI", "Host", "WaylandPlatform", "VulkanBackend", "RenderServer", "Renderer",
        "LayerCommit", "AnimationCore", "Profiling", "Geometry", "Demos", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "UIKit", "_Testing_UIKit", "LayerStage", "QuartzCore", "CoreGraphics",
        "_Testing_CoreGraphics", "Demos",
        "Host", "LayerCommit", "AnimationCore", "Raster", "Geometry", "RenderServer", "Renderer",
        "VulkanBackend", "Profiling",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "TestSupport", "CVirtualPointer", "ScriptedCompositor", "scripted-display", "compositor",
        "UIKitAPI",
        "LayerStage", "QuartzCore",
        "Demos", "Host", "RenderServer", "Renderer", "WaylandPlatform", "LayerCommit", "Profiling",
        "Raster",
        "Geometry", "Locks",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

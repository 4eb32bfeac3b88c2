import CoreGraphics
import QuartzCore

extension Look {
  /// Properties that every layer has.
  static let ofLayers: [Look] = [
    Look(
      "background",
      #"{"bounds": [0, 0, 30, 30], "position": [21, 21], "backgroundColor": [0.1, 0.4, 0.8]}"#,
      #"{"bounds": [0, 0, 30, 30], "position": [35, 35], "backgroundColor": [0.9, 0.3, 0.1, 0.6]}"#),
    Look(
      "corner-radius",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "cornerRadius": 14, "backgroundColor": [0.2, 0.6, 0.4]}"#
    ),
    Look(
      "corners-masked",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "cornerRadius": 14, "maskedCorners": 6, "backgroundColor": [0.2, 0.6, 0.4], "borderWidth": 3, "borderColor": [0, 0, 0, 0.5]}"#
    ),
    Look(
      "corner-curve",
      #"{"bounds": [0, 0, 44, 44], "position": [28, 28], "cornerRadius": 14, "cornerCurve": "continuous", "backgroundColor": [0.5, 0.2, 0.6], "borderWidth": 3, "borderColor": [1, 0.8, 0.2]}"#
    ),
    Look(
      "border",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "cornerRadius": 8, "backgroundColor": [1, 1, 1], "borderWidth": 5, "borderColor": [0.8, 0.1, 0.3, 0.6], "sublayers": [{"bounds": [0, 0, 40, 10], "position": [20, 20], "backgroundColor": [0.1, 0.3, 0.8]}]}"#
    ),
    Look(
      "clip",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "cornerRadius": 16, "masksToBounds": true, "backgroundColor": [0.9, 0.9, 0.6], "sublayers": [{"bounds": [0, 0, 40, 20], "position": [34, 34], "backgroundColor": [0.8, 0.2, 0.2]}]}"#
    ),
    Look(
      "clip-turned",
      #"{"bounds": [0, 0, 34, 34], "position": [28, 28], "transform": [["rotate", 20]], "masksToBounds": true, "backgroundColor": [0.9, 0.9, 0.6], "sublayers": [{"bounds": [0, 0, 40, 20], "position": [34, 34], "transform": [["rotate", 30]], "backgroundColor": [0.8, 0.2, 0.2]}]}"#
    ),
    Look(
      "mask",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "backgroundColor": [0.1, 0.5, 0.7], "sublayers": [{"bounds": [0, 0, 40, 10], "position": [20, 20], "backgroundColor": [1, 1, 0]}], "mask": {"bounds": [0, 0, 36, 24], "position": [18, 16], "cornerRadius": 12, "backgroundColor": [0, 0, 0, 0.8]}}"#
    ),
    Look(
      "mask-shape",
      #"{"bounds": [0, 0, 48, 48], "position": [28, 28], "backgroundColor": [0.7, 0.1, 0.4], "mask": {"position": [24, 24], "shape": {"path": [["M", 0, -22], ["L", 13, 18], ["L", -21, -7], ["L", 21, -7], ["L", -13, 18], ["Z"]], "fillRule": "even-odd"}}}"#
    ),
    Look(
      "shadow",
      #"{"bounds": [0, 0, 28, 28], "position": [26, 24], "cornerRadius": 6, "backgroundColor": [1, 1, 1], "shadowOpacity": 0.8, "shadowRadius": 4, "shadowOffset": [3, 6]}"#
    ),
    Look(
      "shadow-path",
      #"{"bounds": [0, 0, 28, 28], "position": [28, 22], "backgroundColor": [0.6, 0.8, 1, 0.6], "shadowOpacity": 1, "shadowRadius": 3, "shadowColor": [0.3, 0, 0.4], "shadowPath": [["M", 0, 28], ["Q", 14, 18, 28, 28], ["L", 32, 34], ["Q", 14, 24, -4, 34], ["Z"]]}"#
    ),
    Look(
      "shadow-silhouette",
      #"{"bounds": [0, 0, 40, 40], "position": [28, 28], "shadowOpacity": 1, "shadowRadius": 2, "shadowOffset": [3, 4], "sublayers": [{"bounds": [0, 0, 30, 10], "position": [18, 12], "cornerRadius": 5, "backgroundColor": [0.2, 0.5, 0.8]}, {"bounds": [0, 0, 10, 30], "position": [24, 22], "transform": [["rotate", 30]], "backgroundColor": [0.8, 0.3, 0.5]}]}"#
    ),
    Look(
      "opacity",
      #"{"bounds": [0, 0, 30, 36], "position": [19, 26], "opacity": 0.5, "backgroundColor": [0.9, 0.2, 0.2], "sublayers": [{"bounds": [0, 0, 20, 14], "position": [15, 18], "backgroundColor": [0.1, 0.1, 0.9]}]}"#,
      #"{"bounds": [0, 0, 20, 36], "position": [42, 30], "opacity": 0.5, "allowsGroupOpacity": false, "backgroundColor": [0.9, 0.2, 0.2], "sublayers": [{"bounds": [0, 0, 14, 14], "position": [10, 18], "backgroundColor": [0.1, 0.1, 0.9]}]}"#
    ),
    Look(
      "z-position",
      #"{"bounds": [0, 0, 26, 26], "position": [20, 22], "zPosition": 2, "backgroundColor": [0.9, 0.3, 0.2]}"#,
      #"{"bounds": [0, 0, 26, 26], "position": [36, 24], "zPosition": 1, "backgroundColor": [0.2, 0.7, 0.3]}"#,
      #"{"bounds": [0, 0, 26, 26], "position": [28, 38], "backgroundColor": [0.2, 0.3, 0.9]}"#),
    Look(
      "anchor-point",
      #"{"bounds": [0, 0, 30, 12], "anchorPoint": [0, 0], "position": [28, 28], "transform": [["rotate", 25]], "backgroundColor": [0.2, 0.3, 0.9]}"#,
      #"{"bounds": [0, 0, 30, 12], "anchorPoint": [1, 1], "position": [28, 28], "transform": [["rotate", 25]], "backgroundColor": [0.9, 0.5, 0.1]}"#
    ),
    Look(
      "perspective",
      #"{"bounds": [0, 0, 56, 56], "position": [28, 28], "sublayerTransform": [["perspective", 90]], "sublayers": [{"bounds": [0, 0, 30, 40], "position": [20, 28], "transform": [["rotate", 50, 0, 1, 0]], "cornerRadius": 5, "backgroundColor": [0.9, 0.6, 0.2]}, {"bounds": [0, 0, 30, 40], "position": [36, 28], "transform": [["rotate", -60, 0, 1, 0]], "backgroundColor": [0.2, 0.5, 0.7, 0.8]}]}"#
    ),
    Look(
      "double-sided",
      #"{"bounds": [0, 0, 24, 40], "position": [16, 28], "doubleSided": false, "transform": [["rotate", 30, 0, 1, 0]], "backgroundColor": [0.2, 0.6, 0.3]}"#,
      #"{"bounds": [0, 0, 24, 40], "position": [40, 28], "doubleSided": false, "transform": [["rotate", 150, 0, 1, 0]], "backgroundColor": [1, 0, 0]}"#
    ),
    Look(
      "geometry-flipped",
      #"{"bounds": [0, 0, 44, 44], "position": [28, 28], "geometryFlipped": true, "backgroundColor": [0.9, 0.9, 0.9], "sublayers": [{"bounds": [0, 0, 20, 12], "anchorPoint": [0, 0], "position": [4, 4], "backgroundColor": [0.3, 0.3, 0.8]}]}"#
    ),
    Look(
      "compositing-filter",
      #"{"bounds": [0, 0, 56, 56], "position": [28, 28], "gradient": {"colors": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "startPoint": [0, 0.5], "endPoint": [1, 0.5]}}"#,
      #"{"bounds": [0, 0, 40, 22], "position": [28, 15], "compositingFilter": "multiply", "backgroundColor": [0.8, 0.6, 0.6]}"#,
      #"{"bounds": [0, 0, 40, 22], "position": [28, 41], "compositingFilter": "difference", "backgroundColor": [0.8, 0.6, 0.6, 0.7]}"#
    ),
    Look(
      "filters",
      #"{"bounds": [0, 0, 22, 40], "position": [15, 28], "filters": [{"type": "gaussianBlur", "inputRadius": 2}], "backgroundColor": [0.9, 0.3, 0.2], "sublayers": [{"bounds": [0, 0, 10, 10], "position": [11, 20], "backgroundColor": [1, 1, 1]}]}"#,
      #"{"bounds": [0, 0, 22, 40], "position": [41, 28], "filters": [{"type": "colorInvert"}], "backgroundColor": [0.9, 0.3, 0.2], "sublayers": [{"bounds": [0, 0, 10, 10], "position": [11, 20], "backgroundColor": [1, 1, 1]}]}"#
    ),
    Look(
      "background-filters",
      #"{"bounds": [0, 0, 56, 10], "position": [28, 28], "backgroundColor": [0.9, 0.3, 0.2]}"#,
      #"{"bounds": [0, 0, 30, 40], "position": [28, 28], "cornerRadius": 10, "backgroundFilters": [{"type": "gaussianBlur", "inputRadius": 3}], "backgroundColor": [1, 1, 1, 0.4]}"#
    ),
    Look(
      "rasterized",
      #"{"bounds": [0, 0, 40, 30], "position": [28, 28], "shouldRasterize": true, "transform": [["rotate", 10]], "cornerRadius": 6, "backgroundColor": [0.2, 0.3, 0.5], "sublayers": [{"bounds": [0, 0, 12, 12], "position": [20, 15], "cornerRadius": 6, "backgroundColor": [1, 0.8, 0.2]}]}"#
    ),
    .layer("edge-antialiasing", CALayer()) {
      $0.backgroundColor = .opaque(0.2, 0.4, 0.9)
      $0.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
      $0.allowsEdgeAntialiasing = true
      $0.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge]
    },
  ]
}

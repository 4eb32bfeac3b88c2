import Geometry

/// A bench scene as numbers: everything that is random or computed is known before the first layer
/// is made, so that none of it is measured.
package struct BenchScene {
  package struct Layer {
    /// Points.
    package var size: Size
    package var position: Point
    /// Red, green, blue, alpha, 0…1; nil for no background.
    package var color: SIMD4<Double>?
    /// One of `BenchTexture.all`.
    package var texture: Int?
    /// As `color`.
    package var borderColor: SIMD4<Double>?
    /// What the layer shows besides its background; nil for nothing.
    package var content: Content?
    /// Numbers by key path.
    package var values: [(keyPath: String, value: Double)] = []
    package var animations: [Animation] = []
    package var sublayers: [Layer] = []

    /// This layer and all below it.
    package var count: Int { sublayers.reduce(1) { $0 + $1.count } }
  }

  package enum Content: Equatable {
    /// From top to bottom.
    case gradient([SIMD4<Double>])
    /// A white circle about the middle, from the top clockwise, with round ends; points.
    case arc(radius: Double, width: Double)
    /// From the top left corner on.
    case text(String, size: Double)
  }

  /// From time 0 on.
  package struct Animation: Equatable {
    package enum Content: Equatable {
      case basic(from: Double, to: Double)
      case spring(Spring, from: Double, to: Double)
      case keyframes([Double])
      case group([Animation])
    }

    /// Physical units, as `CASpringAnimation` has them.
    package struct Spring: Equatable {
      package var mass: Double
      package var stiffness: Double
      package var damping: Double
      package var velocity: Double

      package init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
        self.velocity = velocity
      }
    }

    /// Of no meaning for groups.
    package var keyPath: String
    package var content: Content
    /// Seconds; nil for as long as the spring takes.
    package var duration: Double?
    /// May be infinite.
    package var repeatCount: Double
    package var autoreverses = false
    package var isAdditive = false
    /// A name of `CAMediaTimingFunction`; nil for linear.
    package var timing: String?

    package init(
      keyPath: String, _ content: Content, duration: Double?, repeatCount: Double
    ) {
      self.keyPath = keyPath
      self.content = content
      self.duration = duration
      self.repeatCount = repeatCount
    }
  }

  /// Points.
  package var size: Size
  package var background: SIMD4<Double>
  package var layers: [Layer]
  /// All layers, those inside others included.
  package var count: Int

  package static let usualSize = Size(1280, 720)
  /// Behind all layers: #18181c.
  package static let usualBackground = SIMD4(24 / 255, 24 / 255, 28 / 255, 1.0)

  /// More would not fit the memory of small machines.
  package static let maximumLayers = 200_000
}

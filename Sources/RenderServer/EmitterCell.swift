import AnimationCore
import Geometry
import Renderer

/// One kind of particle as numbers: a cell's record, read once, with the layer's factors in it.
///
/// Rates, speeds and lifetimes count seconds of the cell's own time, which runs at `speed` times that
/// of what emits it.
final class EmitterCell: Sendable {
  let name: String?
  /// Particles a second.
  let birthRate: Double
  let lifetime: Double
  /// The most that lifetimes differ from it either way.
  let lifetimeRange: Double
  /// Of the middle of the cone of directions, in radians.
  let longitude: Double
  let latitude: Double
  /// Opening of the cone.
  let emissionRange: Double
  let velocity: Double
  let acceleration: SIMD3<Double>
  let scale: Double
  let scaleSpeed: Double
  let spin: Double
  /// Straight.
  let color: SIMD4<Double>
  let colorSpeed: SIMD4<Double>
  /// Half of the intervals about the means.
  let velocityRange: Double
  let scaleRange: Double
  let spinRange: Double
  let colorRange: SIMD4<Double>
  /// In those of the model; negative for a cell that shows nothing.
  let picture: Int
  let schedule: EmitterSchedule
  let cells: [EmitterCell]

  /// How long a particle, or one that comes of it, can be there: seconds of what emits the cell.
  let window: Double
  /// How many particles one birth comes to at most, itself included.
  let work: Double
  /// How far from its birth place a particle, or one that comes of it, may be drawn at rest: points.
  let reach: Double

  /// Cells further down are left out.
  static let maximumDepth = 32
  /// What one particle emits at most.
  private static let mostOfOne = 5000.0
  /// Points; nothing beyond is ever seen.
  private static let farthest = 1e7

  init(
    _ record: Record, _ factors: EmitterFactors, depth: Int, pictures: inout [EmitterPicture]
  ) {
    func number(_ key: String) -> Double { EmitterFactors.limited(record[key]) }
    name = record.name
    schedule = EmitterSchedule(record)
    let isRoot = depth == 0
    let rate = record.isEnabled ? number("birthRate") * (isRoot ? factors.birthRate : 1) : 0
    lifetime = number("lifetime") * factors.lifetime
    lifetimeRange = abs(number("lifetimeRange") * factors.lifetime)
    longitude = number("emissionLongitude")
    latitude = number("emissionLatitude")
    emissionRange = min(abs(number("emissionRange")), 2 * .pi)
    velocity = number("velocity") * factors.velocity
    velocityRange = number("velocityRange") * factors.velocity / 2
    acceleration = SIMD3(
      number("xAcceleration"), number("yAcceleration"), number("zAcceleration"))
    scale = number("scale") * factors.scale
    scaleRange = number("scaleRange") * factors.scale / 2
    scaleSpeed = number("scaleSpeed") * factors.scale
    spin = number("spin") * factors.spin
    spinRange = number("spinRange") * factors.spin / 2
    // No colour is none to multiply with, and one that is not a number shows nothing.
    let straight = record["color"]?.numbers ?? .one
    color = straight.sum().isFinite ? straight : .zero
    colorSpeed = SIMD4(
      number("redSpeed"), number("greenSpeed"), number("blueSpeed"), number("alphaSpeed"))
    colorRange =
      SIMD4(number("redRange"), number("greenRange"), number("blueRange"), number("alphaRange"))
      / 2
    if let shown = EmitterPicture(record) {
      picture = pictures.count
      pictures.append(shown)
    } else {
      picture = -1
    }
    let longest = max(0, lifetime + lifetimeRange)
    cells =
      depth + 1 < Self.maximumDepth
      ? record.records.map {
        EmitterCell($0, factors, depth: depth + 1, pictures: &pictures)
      } : []
    birthRate = min(max(0, rate), 1e6)
    window = (longest + (cells.map(\.window).max() ?? 0)) / schedule.pace
    work = 1 + cells.reduce(0) { $0 + $1.births(within: longest) * $1.work }
    let fastest = abs(velocity) + abs(velocityRange)
    let pull = (acceleration * acceleration).sum().squareRoot()
    let speed = fastest + pull * longest
    let size = picture >= 0 ? pictures[picture].radius : 0
    let largest = abs(scale) + abs(scaleRange) + max(0, scaleSpeed) * longest
    let below = cells.map { $0.reach + $0.window * speed }.max() ?? 0
    reach = min(
      (fastest + pull * longest / 2) * longest + max(size * largest, below), Self.farthest)
  }

  /// Particles that one particle emits of this cell in so many seconds of its life.
  func births(within seconds: Double) -> Double {
    schedule.elapsed(at: seconds) * rate(within: seconds)
  }

  /// Births a second, as many fewer as it takes for no more than can be.
  func rate(within seconds: Double) -> Double {
    let emitting = schedule.elapsed(at: seconds)
    return emitting * birthRate > Self.mostOfOne ? Self.mostOfOne / emitting : birthRate
  }
}

/// What a layer multiplies its cells by.
struct EmitterFactors {
  var birthRate: Double
  var lifetime: Double
  var velocity: Double
  var scale: Double
  var spin: Double

  init(_ extras: ExtraValues) {
    func number(_ property: ExtraProperty) -> Double { Self.limited(extras[property]) }
    birthRate = number(.birthRate)
    lifetime = number(.lifetime)
    velocity = number(.velocity)
    scale = number(.scale)
    spin = number(.spin)
  }

  /// Zero for what is not a number, and nothing that products could make infinite.
  static func limited(_ value: PropertyValue?) -> Double {
    guard case .number(let n) = value, !n.isNaN else { return 0 }
    return min(max(n, -1e9), 1e9)
  }
}

/// When a cell emits, in seconds of what emits it: its layer's time, or the age of a particle.
struct EmitterSchedule {
  let begin: Double
  /// Seconds of the cell a second; 0 for a cell that never emits.
  let pace: Double
  /// Seconds of the cell.
  let active: Double

  init(_ record: Record) {
    func number(_ key: String, or initial: Double) -> Double {
      guard case .number(let n) = record[key], !n.isNaN else { return initial }
      return n
    }
    begin = min(max(number("beginTime", or: 0), -1e12), 1e12)
    let speed = abs(number("speed", or: 1))
    let isStanding = speed < 1e-6
    pace = isStanding ? 1 : min(speed, 1e6)
    // No length is no limit.
    let duration = number("duration", or: .infinity)
    let once = duration > 0 ? duration : .infinity
    let period = number("autoreverses", or: 0) != 0 ? 2 * once : once
    let total = number("repeatDuration", or: 0), count = number("repeatCount", or: 0)
    active = isStanding ? 0 : min(total > 0 ? total : count > 0 ? period * count : period, 1e15)
  }

  /// For how many seconds of its own the cell has emitted.
  func elapsed(at time: Double) -> Double { min(max(0, (time - begin) * pace), active) }

  /// The inverse.
  func time(atElapsed seconds: Double) -> Double { begin + seconds / pace }
}

/// What particles of a cell look like.
struct EmitterPicture {
  var image: PixelImage
  /// The part that is shown, in unit coordinates.
  var texture: Rect
  /// In points, before the particle's scale.
  var size: Size
  /// Of one pixel of the image, in points.
  var pixel: Double
  var minification: DrawList.ImageFilter
  var magnification: DrawList.ImageFilter
  var bias: Double

  /// From the middle to a corner.
  var radius: Double { (size.width * size.width + size.height * size.height).squareRoot() / 2 }

  /// Nil for a cell without an image, or without a pixel of it.
  init?(_ record: Record) {
    guard case .contents(let contents) = record["contents"] else { return nil }
    image = contents.image
    texture = record["contentsRect"]?.numbers.map { Rect($0.x, $0.y, $0.z, $0.w) } ?? .unit
    let number = EmitterFactors.limited(record["contentsScale"])
    pixel = number > 0 ? 1 / number : 1
    let pixels = image.bitmap.size
    size = Size(
      Double(pixels.width) * texture.size.width * pixel,
      Double(pixels.height) * texture.size.height * pixel)
    func filter(_ key: String) -> DrawList.ImageFilter {
      guard let n = UInt8(exactly: EmitterFactors.limited(record[key])) else { return .linear }
      return switch ContentsFilter(rawValue: n) ?? .linear {
      case .linear: .linear
      case .nearest: .nearest
      case .trilinear: .trilinear
      }
    }
    minification = filter("minificationFilter")
    magnification = filter("magnificationFilter")
    if magnification == .trilinear { magnification = .linear }
    bias = EmitterFactors.limited(record["minificationFilterBias"])
    guard !pixels.isEmpty, !size.isEmpty, size.width + size.height < 1e6,
      abs(texture.minX) + abs(texture.maxX) + abs(texture.minY) + abs(texture.maxY) < 1e6
    else { return nil }
  }
}

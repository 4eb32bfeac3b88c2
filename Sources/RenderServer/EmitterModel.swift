import AnimationCore
import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// How an emitter throws particles between two changes, but for where it is.
///
/// Immutable, and shared by all that was born while it held: what is alive finishes as it was born.
final class EmitterModel: Sendable {
  enum Shape: UInt8 { case point, line, rectangle, cuboid, circle, sphere }
  enum Mode: UInt8 { case points, outline, surface, volume }
  enum Order: UInt8 { case unordered, oldestFirst, oldestLast, backToFront, additive }

  let shape: Shape
  let mode: Mode
  let order: Order
  /// Width, height, depth; of circles and spheres the width is the radius.
  let size: SIMD3<Double>
  /// Particles keep their depth.
  let isDeep: Bool
  let random: EmitterRandom
  let cells: [EmitterCell]
  let pictures: [EmitterPicture]
  /// What the rates of the cells are multiplied by, 1 unless there would be too many particles.
  let thinning: Double
  /// The longest of the cells' windows: seconds.
  let window: Double
  /// The longest of the cells' reaches, shape included: points from the emitter's position.
  let reach: Double

  /// Particles of a layer that are there at once. Cells that would have more of them within
  /// `busyTime` emit fewer; of those that come together over longer times the oldest go first.
  static let mostParticles = 20_000
  static let busyTime = 30.0

  /// Those that a model is made of.
  static let properties: [ExtraProperty] = [
    .emitterCells, .birthRate, .lifetime, .velocity, .scale, .spin, .seed, .emitterShape,
    .emitterMode, .renderMode, .emitterSize, .emitterDepth, .preservesDepth,
  ]

  init(_ extras: ExtraValues) {
    func number(_ property: ExtraProperty) -> Double {
      EmitterFactors.limited(extras[property])
    }
    func choice(_ property: ExtraProperty) -> UInt8 { UInt8(exactly: number(property)) ?? 0 }
    shape = Shape(rawValue: choice(.emitterShape)) ?? .point
    mode = Mode(rawValue: choice(.emitterMode)) ?? .volume
    order = Order(rawValue: choice(.renderMode)) ?? .unordered
    let flat = extras[.emitterSize].numbers ?? .zero
    let limit = SIMD3(repeating: 1e6)
    let wanted = SIMD3(abs(flat.x), abs(flat.y), abs(number(.emitterDepth)))
    size = wanted.sum().isNaN ? .zero : pointwiseMin(wanted, limit)
    isDeep = number(.preservesDepth) != 0
    random = EmitterRandom(seed: UInt32(min(max(number(.seed), 0), 4_294_967_295)))
    var pictures: [EmitterPicture] = []
    if case .records(let records) = extras[.emitterCells] {
      let factors = EmitterFactors(extras)
      cells = records.map { EmitterCell($0, factors, depth: 0, pictures: &pictures) }
    } else {
      cells = []
    }
    self.pictures = pictures
    let busy = cells.reduce(0) {
      $0 + $1.birthRate * $1.schedule.pace * min($1.window, Self.busyTime) * $1.work
    }
    thinning = busy > Double(Self.mostParticles) ? Double(Self.mostParticles) / busy : 1
    window = cells.map(\.window).max() ?? 0
    let extent = (size * size).sum().squareRoot()
    reach = extent + (cells.map(\.reach).max() ?? 0)
  }

  /// Births of a cell in each second of its own.
  func rate(of cell: EmitterCell) -> Double { cell.birthRate * thinning }

  /// Of the cell that follows on a cell of this model, or −1.
  func index(of cell: EmitterCell, at place: Int) -> Int {
    if place < cells.count, cells[place].name == cell.name { return place }
    guard let name = cell.name else { return -1 }
    return cells.firstIndex { $0.name == name } ?? -1
  }

  // MARK: - Where particles come from

  /// A place of the shape, from its middle.
  func place(_ random: EmitterRandom) -> SIMD3<Double> {
    switch shape {
    case .point: .zero
    case .line: line(random)
    case .rectangle: rectangle(random)
    case .cuboid: cuboid(random)
    case .circle: circle(random)
    case .sphere: sphere(random)
    }
  }

  private func line(_ random: EmitterRandom) -> SIMD3<Double> {
    let u = random.unit(.x)
    return SIMD3(size.x * ((mode == .points ? (u < 0.5 ? 0 : 1) : u) - 0.5), 0, 0)
  }

  private func rectangle(_ random: EmitterRandom) -> SIMD3<Double> {
    let u = random.unit(.x), v = random.unit(.y)
    switch mode {
    case .points:
      return SIMD3(u < 0.5 ? -0.5 : 0.5, v < 0.5 ? -0.5 : 0.5, 0) * size
    case .outline:
      let isAcross = random.unit(.pick) * (size.x + size.y) < size.x
      let side = v < 0.5 ? -0.5 : 0.5
      return (isAcross ? SIMD3(u - 0.5, side, 0) : SIMD3(side, u - 0.5, 0)) * size
    case .surface, .volume:
      return SIMD3(u - 0.5, v - 0.5, 0) * size
    }
  }

  private func cuboid(_ random: EmitterRandom) -> SIMD3<Double> {
    let free = SIMD3(random.unit(.x), random.unit(.y), random.unit(.z)) - 0.5
    func ends(_ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(repeating: 0.5).replacing(with: -0.5, where: v .< 0)
    }
    switch mode {
    case .points:
      return ends(free) * size
    case .outline:
      // One of the edges along one of the axes.
      let axis = pick(size, random)
      var place = ends(free)
      place[axis] = free[axis]
      return place * size
    case .surface:
      // One of the faces across one of the axes.
      let axis = pick(SIMD3(size.y * size.z, size.x * size.z, size.x * size.y), random)
      var place = free
      place[axis] = free[axis] < 0 ? -0.5 : 0.5
      return place * size
    case .volume:
      return free * size
    }
  }

  /// An axis, each as likely as its weight.
  private func pick(_ weights: SIMD3<Double>, _ random: EmitterRandom) -> Int {
    let u = random.unit(.pick) * weights.sum()
    return u < weights.x ? 0 : u < weights.x + weights.y ? 1 : 2
  }

  private func circle(_ random: EmitterRandom) -> SIMD3<Double> {
    let turn = random.unit(.x)
    switch mode {
    case .points:
      return Self.direction((turn * 4).rounded(.down) * .pi / 2, 0) * size.x
    case .outline:
      return Self.direction(turn * 2 * .pi, 0) * size.x
    case .surface, .volume:
      return Self.direction(turn * 2 * .pi, 0) * (size.x * random.unit(.y).squareRoot())
    }
  }

  private func sphere(_ random: EmitterRandom) -> SIMD3<Double> {
    let turn = random.unit(.x), v = random.unit(.y)
    switch mode {
    case .points:
      let pole = Int(turn * 6)
      var place = SIMD3<Double>.zero
      place[pole % 3] = pole < 3 ? size.x : -size.x
      return place
    case .outline:
      return Self.direction(turn * 2 * .pi, 0) * size.x
    case .surface, .volume:
      let height = 2 * v - 1
      let around = Self.direction(turn * 2 * .pi, 0) * (1 - height * height).squareRoot()
      let radius = mode == .surface ? size.x : size.x * cbrt(random.unit(.z))
      return SIMD3(around.x, around.y, height) * radius
    }
  }

  // MARK: - Which way they go

  /// A unit vector; the latitude is the angle out of the plane.
  static func direction(_ longitude: Double, _ latitude: Double) -> SIMD3<Double> {
    SIMD3(
      cos(longitude) * cos(latitude), sin(longitude) * cos(latitude), sin(latitude))
  }

  /// Of a particle of the cell: in the plane within an angle, in depth within a cone.
  func direction(of cell: EmitterCell, _ random: EmitterRandom) -> SIMD3<Double> {
    let half = cell.emissionRange / 2
    guard half > 0 else { return Self.direction(cell.longitude, cell.latitude) }
    guard isDeep else {
      return Self.direction(random.value(cell.longitude, around: half, .angle), cell.latitude)
    }
    // As likely everywhere on the cap that the cone cuts out of a sphere.
    let along = 1 - random.unit(.angle) * (1 - cos(half))
    let across = max(0, 1 - along * along).squareRoot()
    let turn = random.unit(.azimuth) * 2 * .pi
    let axis = Self.direction(cell.longitude, cell.latitude)
    let side = Self.direction(cell.longitude + .pi / 2, 0)
    let up = Self.direction(cell.longitude, cell.latitude + .pi / 2)
    return axis * along + (side * cos(turn) + up * sin(turn)) * across
  }
}

import WaveUnits

/// A sweep that computes the path loss around a transmitter ray by ray; it provides a map early and then
/// refines it.
///
/// The number of rays is three quarters of the number of posts on the outermost circle; samples on rays are
/// as far apart as posts. Each sample uses the profile up to it, so nothing is sampled twice. The loss beyond
/// free space is interpolated bilinearly between rays and samples; the free-space loss is computed at each
/// post. Only IEEE 754 operations are used, so every machine computes identical results.
///
/// Source: Recommendation ITU-R P.526-15, section 4.5.2 (delta-Bullington), as used by P.1812-8 at the
/// median.
public struct CoverageSweep: Sendable {
  /// The maximum total number of samples on all rays.
  public static let sampleLimit = 150_000_000

  /// The order in which rays are computed.
  public enum Order: Sendable {
    /// Every sixteenth ray first, followed by the rays between them, for a map that is displayed while it
    /// grows.
    case coarseFirst
    /// Neighbouring rays in turn, for a map that is displayed only when it is complete; this saves a seventh
    /// of the time, because most posts of a ray are then still in a fast cache.
    case around
  }

  /// The plan of the map.
  public let plan: CoveragePlan
  /// The ground around the transmitter.
  public let patch: TerrainPatch
  /// The number of rays around the transmitter.
  public let rayCount: Int
  /// The number of samples on each ray.
  public let sampleCount: Int
  /// The distance between samples, in metres.
  public let stepMeters: Double
  /// The number of rays computed so far.
  public private(set) var computedCount = 0
  /// The loss beyond free space in units of 0.01 dB, ray by ray, followed by one extra value because values
  /// are read in pairs; `CoverageMap.nothing` where there is none.
  var excess: [Int16]
  var ray: RayProfile
  /// The combination of P.1812's propagation mechanisms; nil for other models.
  private var combination: P1812Combination?
  /// The ray under the strongest atmospheric bending; empty if `combination` does not need it.
  private var bent: RayProfile
  /// The tables of a learned model along a ray; nil for other models.
  private let learned: LearnedSweep?
  /// The ray with trees and buildings of a surface model, or with the plan's clutter; nil if there are none.
  private var covered: RayProfile?
  /// The courses of the rays.
  private let courses: RayCourses
  private let order: Order
  /// The distance between computed rays, as a number of rays.
  private(set) var stride: Int

  /// Creates a sweep; no rays are computed yet.
  ///
  /// - Parameters:
  ///   - plan: The plan to compute.
  ///   - patch: Posts around the transmitter, at least as far as the radius; the map has no losses where
  ///     there are no posts. If a surface model covers the patch, `cover(by:clutterMeters:)` must already
  ///     have added the plan's clutter where the model has no value.
  ///   - order: The order of the rays, which does not affect the complete map.
  /// - Throws: `PropagationError` if a value of the plan is invalid or there are too many samples.
  public init(
    _ plan: CoveragePlan, over patch: TerrainPatch, order: Order = .coarseFirst
  ) throws(PropagationError) {
    try plan.check()
    self.plan = plan
    self.order = order
    self.patch = patch
    stepMeters = patch.spacingMeters(at: plan.transmitter.latitudeDegrees)
    let steps = (plan.radiusMeters / stepMeters).rounded(.up)
    // Every other ray has losses only beyond half the radius. There, the losses of all rays are two thirds of
    // a post apart, and at the rim four thirds: one post on average.
    let around = (1.5 * Double.pi * steps).rounded(.up)
    guard (steps + 1) * (around + 16) < Double(Self.sampleLimit) else {
      throw .tooManySamples(Int(saturating: Swift.min(steps * around, 1e15)))
    }
    sampleCount = Swift.max(1, Int(saturating: steps))
    // A multiple of the first stride, so that every stride divides the circle evenly.
    rayCount = Swift.max(4, (Int(saturating: around) + 15) / 16) * 16
    stride = rayCount
    courses = RayCourses(
      patch, from: plan.transmitter, rayCount: rayCount, sampleCount: sampleCount, stepMeters: stepMeters)
    excess = [Int16](repeating: CoverageMap.nothing, count: rayCount * sampleCount + 1)
    excess[rayCount * sampleCount] = 0
    let isP1812 = plan.model == .p1812
    ray = RayProfile(
      plan, sampleCount: sampleCount, stepMeters: stepMeters,
      heights: plan.learnedLoss == nil ? .besideSphere : .everywhere, hasHorizons: isP1812)
    combination =
      isP1812 ? P1812Combination(plan.p1812, sampleCount: sampleCount, stepMeters: stepMeters) : nil
    learned = LearnedSweep(plan, sampleCount: sampleCount, stepMeters: stepMeters)
    covered =
      patch.surfaceHeights.isEmpty && plan.clutterMeters == 0
      ? nil : RayProfile(plan, sampleCount: sampleCount, stepMeters: stepMeters, heights: .nowhere)
    bent = RayProfile(
      plan, sampleCount: combination?.needsBent == true ? sampleCount : 0, stepMeters: stepMeters,
      earthRadius: P1812.bentEarthRadius, heights: .nowhere)
  }

  /// Whether all rays have been computed.
  public var isComplete: Bool { computedCount == rayCount }

  /// The distance between computed rays, as a number of rays.
  ///
  /// It halves as the map becomes finer, down to 1. If neighbouring rays are computed in turn, it changes
  /// only once, to 1, when all rays have been computed.
  public var raysApart: Int { stride }

  /// Whether the map has losses in all directions.
  public var hasMap: Bool { stride <= 16 }

  /// Computes the next rays in the sweep's order.
  ///
  /// - Parameter rays: The maximum number of rays to compute.
  /// - Complexity: O(rays · samples²), a few cycles for eight samples, without allocation.
  public mutating func advance(rays: Int) {
    let end = computedCount + Swift.min(rayCount - computedCount, Swift.max(0, rays))
    while computedCount < end {
      compute(ray: order == .around ? computedCount : coarseFirst(computedCount))
      computedCount += 1
      var stride = order == .around ? 1 : 16
      while stride >= 1 {
        if computedCount == rayCount / stride { self.stride = stride }
        stride /= 2
      }
    }
  }

  /// Returns the index of the ray at an offset in the computing order: multiples of 16, then other multiples
  /// of 8, and so on.
  private func coarseFirst(_ place: Int) -> Int {
    let coarse = rayCount / 16
    if place < coarse { return place * 16 }
    var stride = 8
    var before = coarse
    while place >= 2 * before {
      before *= 2
      stride /= 2
    }
    return (place - before) * 2 * stride + stride
  }

  /// Returns the index of the first sample of a ray whose loss is computed.
  ///
  /// At half the radius, rays are half as far apart, so every other ray is enough. At a quarter of the
  /// radius, every fourth ray is enough, and so on down to every sixteenth.
  private func firstSample(ofRay index: Int) -> Int {
    index % 16 == 0 ? 1 : Swift.max(1, sampleCount >> (1 + index.trailingZeroBitCount))
  }

  private mutating func compute(ray index: Int) {
    let course = courses[index]
    ray.sample(patch, course)
    ray.first = firstSample(ofRay: index)
    if patch.surfaceHeights.isEmpty {
      covered?.copyHeights(of: ray, clutterMeters: Float(plan.clutterMeters))
    } else {
      covered?.copyHeights(of: ray, covered: patch, course)
    }
    covered?.first = ray.first
    let first = index * sampleCount
    excess.withUnsafeMutableBufferPointer { excess in
      let losses = UnsafeMutableBufferPointer(rebasing: excess[first..<(first + sampleCount)])
      switch plan.model {
      case .diffraction: ray.losses(covered: &covered, into: losses)
      case .p1812:
        if let combination { ray.losses(by: combination, covered: &covered, bent: &bent, into: losses) }
      case .learned, .learnedPlain:
        if let learned { ray.losses(by: learned, covered: &covered, into: losses) }
      case .freeSpace, .irregularTerrain, .hata, .extendedHata: ray.losses(plan, into: losses)
      }
    }
  }
}

extension CoveragePlan {
  /// Checks that the plan is valid.
  ///
  /// - Throws: `PropagationError.impossible`: the frequency must be from 1 MHz to 100 GHz, the radius up to
  ///   1000 km, heights up to 10 km, and percentages within the model's range.
  public func check() throws(PropagationError) {
    guard frequencyHertz >= 1e6, frequencyHertz <= 1e11 else { throw .impossible(.frequency) }
    guard radiusMeters > 0, radiusMeters <= 1e6 else { throw .impossible(.radius) }
    guard transmitterHeightMeters > 0, transmitterHeightMeters <= 1e4 else {
      throw .impossible(.transmitterHeight)
    }
    guard receiverHeightMeters > 0, receiverHeightMeters <= 1e4 else { throw .impossible(.receiverHeight) }
    guard transmitter.isPlace, transmitter.latitudeDegrees.magnitude < 85 else {
      throw .impossible(.latitude)
    }
    try checkPercentages()
  }
}

extension TerrainPatch {
  /// Returns the spacing of posts in metres, which is the geometric mean of the spacings of rows and columns,
  /// so that a square sample has the area of a post.
  func spacingMeters(at latitudeDegrees: Double) -> Double {
    let scale = LocalScale(latitudeDegrees)
    return
      (latitudeStepDegrees * scale.northMetersPerDegree * longitudeStepDegrees * scale.eastMetersPerDegree)
      .squareRoot()
  }
}

/// The lengths of a degree of latitude and of longitude at a given latitude.
struct LocalScale {
  let northMetersPerDegree: Double
  let eastMetersPerDegree: Double
  let sine: Double

  init(_ latitudeDegrees: Double) {
    let (sine, cosine) = Trigonometry.sineCosine(turns: latitudeDegrees / 360)
    let square = Geodesic.flattening * (2 - Geodesic.flattening)
    let root = (1 - square * sine * sine).squareRoot()
    northMetersPerDegree = Geodesic.equatorRadius * (1 - square) / (root * root * root) * .pi / 180
    eastMetersPerDegree = Geodesic.equatorRadius / root * cosine * .pi / 180
    self.sine = sine
  }
}

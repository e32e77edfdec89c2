import WaveUnits

/// Path loss all around a transmitter, ray by ray: a map that is there at once and grows finer.
///
/// Rays are as many as three quarters of the outermost circle's posts, samples on them as far apart as posts.
/// Each sample has the profile before it, so nothing is sampled twice. Between rays and samples the loss
/// beyond free space is bilinear; free space is computed at each post. All is done by IEEE operations: any
/// machine gets the same bits.
///
/// Source: Recommendation ITU-R P.526-15, section 4.5.2 (delta-Bullington), as P.1812-8 uses it at the
/// median.
public struct CoverageSweep: Sendable {
  /// Samples of all rays together, at most.
  public static let sampleLimit = 150_000_000

  /// Which rays come first.
  public enum Order: Sendable {
    /// Every sixteenth, then those between: a map that is shown while it grows.
    case coarseFirst
    /// One beside the other, so that most posts of a ray are still in a fast cache: a seventh less time where
    /// nothing is shown before the end.
    case around
  }

  /// What is computed.
  public let plan: CoveragePlan
  /// The ground.
  public let patch: TerrainPatch
  /// Rays around the transmitter.
  public let rayCount: Int
  /// Samples along each.
  public let sampleCount: Int
  /// From sample to sample, m.
  public let stepMeters: Double
  /// Rays that are computed.
  public private(set) var computedCount = 0
  /// Loss beyond free space in 0.01 dB, ray by ray, and one more, since two are read at once;
  /// `CoverageMap.nothing` where there is none.
  var excess: [Int16]
  var ray: RayProfile
  /// For P.1812: how its parts come together, and the ray where air bends most.
  private var combination: P1812Combination?
  private var bent: RayProfile
  /// For the learned models: their numbers along a ray.
  private let learned: LearnedSweep?
  /// The ray with what stands on the ground, as a model of the surface or clutter has it; nil where nothing
  /// does.
  private var covered: RayProfile?
  /// Where rays go.
  private let courses: RayCourses
  private let order: Order
  /// Every how manyth ray is computed.
  private(set) var stride: Int

  /// Prepares the rays; none is computed yet.
  ///
  /// - Parameters:
  ///   - plan: What is computed.
  ///   - patch: Posts around the transmitter, as far as the radius goes at least; where there are none the
  ///     map has none. Of a patch that a model of the surface covers, `cover(by:clutterMeters:)` has put the
  ///     plan's clutter elsewhere.
  ///   - order: Which rays come first; the whole map is the same.
  /// - Throws: `PropagationError`: a number of the plan cannot be, or samples are too many.
  public init(
    _ plan: CoveragePlan, over patch: TerrainPatch, order: Order = .coarseFirst
  ) throws(PropagationError) {
    try plan.check()
    self.plan = plan
    self.order = order
    self.patch = patch
    stepMeters = patch.spacingMeters(at: plan.transmitter.latitudeDegrees)
    let steps = (plan.radiusMeters / stepMeters).rounded(.up)
    // Where every other ray has none, half of the way out, losses are two thirds of a post apart, and at the
    // rim four thirds: one post in the mean.
    let around = (1.5 * Double.pi * steps).rounded(.up)
    guard (steps + 1) * (around + 16) < Double(Self.sampleLimit) else {
      throw .tooManySamples(Int(saturating: Swift.min(steps * around, 1e15)))
    }
    sampleCount = Swift.max(1, Int(saturating: steps))
    // A multiple of the first stride, so that every stride closes the circle.
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

  /// Whether all rays are computed.
  public var isComplete: Bool { computedCount == rayCount }

  /// Every how manyth ray is computed all around; it halves as the map grows finer, and ends at 1: where rays
  /// come one beside the other, at once.
  public var raysApart: Int { stride }

  /// Whether there is something to be seen all around.
  public var hasMap: Bool { stride <= 16 }

  /// Computes more rays, in their order.
  ///
  /// - Parameter rays: How many, at most.
  /// - Complexity: O(rays · samples²) of a few cycles for eight, no allocation.
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

  /// The ray that comes at a place of the order: multiples of 16, then of 8 that are none of 16, and so on.
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

  /// The first sample of a ray whose loss is computed.
  ///
  /// Half of the way out rays are half as far apart: every other one does; at a quarter every fourth; and so
  /// on to every sixteenth.
  private func firstSample(ofRay index: Int) -> Int {
    index % 16 == 0 ? 1 : Swift.max(1, sampleCount >> (1 + index.trailingZeroBitCount))
  }

  private mutating func compute(ray index: Int) {
    let course = courses[index]
    ray.sample(patch, course)
    ray.first = firstSample(ofRay: index)
    if patch.surfaceHeights.isEmpty {
      covered?.take(ray, clutterMeters: Float(plan.clutterMeters))
    } else {
      covered?.take(ray, covered: patch, course)
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
  /// Looks whether it can be.
  ///
  /// - Throws: `PropagationError.impossible`: frequency from 1 MHz to 100 GHz, radius up to 1000 km, heights
  ///   up to 10 km, percentages as the model has them.
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
  /// From post to post, m: the geometric mean of both directions, so that a square sample is as large as a
  /// post's.
  func spacingMeters(at latitudeDegrees: Double) -> Double {
    let scale = LocalScale(latitudeDegrees)
    return
      (latitudeStepDegrees * scale.northMetersPerDegree * longitudeStepDegrees * scale.eastMetersPerDegree)
      .squareRoot()
  }
}

/// How long degrees are at a latitude.
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

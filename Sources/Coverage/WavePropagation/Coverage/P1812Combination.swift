import WaveUnits

/// P.1812's combination of line-of-sight propagation, diffraction, ducting and troposcatter over land, for
/// eight receivers at once.
///
/// All losses are relative to free space. For receivers in line of sight, ducting is omitted, because it is
/// no stronger than the direct ray.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, sections 4.2 and 4.4 to 4.9; `P1812` is the reference in
/// double precision.
struct P1812Combination: Sendable {
  typealias Eight = SIMD8<Float>

  /// Terms that depend only on the distance, table by table, with a value for each sample.
  private let tables: [Float]
  private let length: Int
  private let radius: Float
  private let rootFrequency: Float
  private let cubeRootFrequency: Float
  private let logTime: Float
  private let logBetaOffset: Float
  /// The losses of ducting and troposcatter relative to free space, in dB, without the terms that depend on
  /// the path.
  private let ducted: Float
  private let scattered: Float
  /// The loss added for the percentage of locations, in dB.
  private let place: Float
  /// Whether losses under the strongest atmospheric bending are needed.
  let needsBent: Bool

  enum Table: Int, CaseIterable {
    case alpha, exponent, logBeta, mixed, share, near
  }

  /// A view of the tables that reads eight values at a time.
  struct UnsafeTables {
    let first: UnsafePointer<Float>
    let length: Int

    @inline(__always)
    func eight(_ table: Table, _ index: Int) -> Eight {
      UnsafeRawPointer(first + (table.rawValue &* length &+ index)).loadUnaligned(as: Eight.self)
    }
  }

  /// Calls a closure with the tables.
  func withTables(_ work: (UnsafeTables) -> Void) {
    tables.withUnsafeBufferPointer { tables in
      guard let first = tables.baseAddress else { return }
      work(UnsafeTables(first: first, length: length))
    }
  }

  init(_ link: P1812, sampleCount: Int, stepMeters: Double) {
    let (f, p) = (link.frequencyGigahertz, link.timePercent)
    length = sampleCount + 9
    radius = Float(link.earthRadius)
    rootFrequency = Float(f.squareRoot())
    cubeRootFrequency = Float(Exponential.power(f, 1 / 3.0))
    logTime = Float(Logarithm.decimal(p))
    logBetaOffset = Float(Logarithm.decimal(50))
    needsBent = p < 50
    ducted = Float(102.45 - 92.4 - 12 + (f < 0.5 ? 45.375 - 137 * f + 92.5 * f * f : 0))
    let half = Logarithm.decimal(f / 2)
    scattered = Float(
      190.1 - 92.4 + 5 * Logarithm.decimal(f) - 2.5 * half * half - 0.15 * link.surfaceRefractivity
        - 10.125 * Exponential.power(Swift.max(0, Logarithm.decimal(50 / p)), 0.7))
    place = Float(InverseNormal.of(link.locationPercent / 100) * link.locationDeviationDecibels)

    var tables = [Float](repeating: 0, count: Table.allCases.count * length)
    for index in 1..<length {
      let d = Double(index) * stepMeters / 1000
      let tau = 1 - Exponential.exp(-4.12e-4 * Exponential.power(d, 2.41))
      let beta = link.ductingPercent(landKilometers: d, tau)
      let share = p >= 50 ? 0 : p > beta ? InverseNormal.of(p / 100) / InverseNormal.of(beta / 100) : 1
      let values: [(Table, Double)] = [
        (.alpha, Swift.max(-3.4, -0.6 - 3.5e-9 * Exponential.power(d, 3.1) * tau)),
        (.exponent, -1e-6 * Exponential.power(d, 1.13)), (.logBeta, Logarithm.decimal(beta)),
        (.mixed, 1 - 0.5 * (1 + Exponential.tanh(1.5 * (d - 20) / 20))), (.share, share),
        (.near, Swift.min(1, d / CoveragePlan.nearKilometers)),
      ]
      for (table, value) in values { tables[table.rawValue * length + index] = Float(value) }
    }
    self.tables = tables
  }

  /// Returns the loss that results from combining all mechanisms.
  ///
  /// - Parameters:
  ///   - tables: The tables of this combination.
  ///   - index: The index of the profile sample at the first receiver.
  ///   - median: The diffraction loss at the median.
  ///   - bent: The diffraction loss under the strongest bending; used only if `needsBent`.
  ///   - horizon: The terrain between each receiver and the transmitter; the distance to the horizon is 0 for
  ///     receivers in line of sight.
  ///   - distance: The distances of the receivers from the transmitter, in km.
  ///   - rise: The height of the receivers' antennas above the transmitter's, in metres.
  /// - Returns: Losses beyond free space, in dB.
  @inline(__always)
  func excess(
    _ tables: UnsafeTables, _ index: Int, median: Eight, bent: Eight, _ horizon: RayHorizons, distance: Eight,
    rise: Eight
  ) -> Eight {
    let kilometers: Eight = rise * 0.001
    let square: Eight = distance * distance + kilometers * kilometers
    let isSeen = horizon.near .<= 0
    let near: Eight = horizon.near.replacing(with: distance * 0.5, where: isSeen)
    let far: Eight = horizon.far.replacing(with: distance * 0.5, where: isSeen)
    let (share, logBeta) = (tables.eight(.share, index), tables.eight(.logBeta, index))
    let both: Eight = near + far
    let multipath: Eight = 2.6 - 2.6 * FastMath.exp2(both * -0.144_269_504)
    let sight: Eight = multipath * (logTime - logBetaOffset)
    let diffraction: Eight = median + share * (bent - median)
    let diffracted: Eight = sight + diffraction
    let sightDucted: Eight = multipath * (logBeta - logBetaOffset)
    let least: Eight = median + (sightDucted + diffraction - median) * share
    let leastSight = least.replacing(with: diffracted, where: logBeta .> logTime)

    // The elevation angles of the horizons, in mrad.
    let up: Eight = Self.milliradians(horizon.transmitterSlope)
    let across: Eight = distance * (1000 / radius)
    let down: Eight = Self.milliradians(horizon.receiverSlope - across)
    let angle = (across + up + down).replacing(with: Eight(), where: isSeen)
    let logSquare = FastMath.log2(square)
    var modified = diffracted
    if FastMath.any(.!isSeen) {
      let ducting = self.ducting(
        tables, index, horizon, near: near, far: far, up: up, down: down, distance: distance,
        logSquare: logSquare)
      // The sum of both powers, with the Recommendation's natural logarithm.
      let apart: Eight = ducting - sight
      let small = FastMath.exp2(Eight() - FastMath.greatest(apart, Eight() - apart) * 0.577_078_02)
      let leastDucting: Eight = FastMath.greatest(ducting, sight) + FastMath.log2(small + 1) * 1.732_867_95
      let mixed: Eight = leastDucting + (diffracted - leastDucting) * tables.eight(.mixed, index)
      modified.replace(with: mixed, where: (leastDucting .<= diffracted) .& .!isSeen)
    }
    let steep: Eight = FastMath.exp2(FastMath.least((angle - 0.3) * 23.083_12, 100)) + 1
    modified += (leastSight - modified) / steep

    let logDistance = FastMath.log2(distance)
    let scatter: Eight = (logDistance * 2 - logSquare) * 3.010_299_96 + angle * 0.573 + scattered
    let between: Eight = scatter - modified
    let weaker = FastMath.exp2(Eight() - FastMath.greatest(between, Eight() - between) * 0.664_385_62)
    let loss: Eight = FastMath.least(scatter, modified) - FastMath.log2(weaker + 1) * 1.505_149_98 + place
    // The Recommendation rounds the constant of free-space loss to 92.4; the map uses all digits.
    let beyond: Eight = FastMath.greatest(loss, sight) - 0.047_783_22
    return beyond * tables.eight(.near, index)
  }

  /// Returns the ducting and layer-reflection loss beyond free space, section 4.5.
  @inline(__always)
  private func ducting(
    _ tables: UnsafeTables, _ index: Int, _ horizon: RayHorizons, near: Eight, far: Eight, up: Eight,
    down: Eight,
    distance: Eight, logSquare: Eight
  ) -> Eight {
    let both: Eight = near + far
    var loss: Eight = (FastMath.log2(both) * 2 - logSquare) * 3.010_299_96 + ducted
    loss += shielding(up, near) + shielding(down, far)
    let bent: Eight =
      distance * (1000 / radius) + FastMath.least(up, near * 0.1) + FastMath.least(down, far * 0.1)
    loss += bent * (5e-5 * radius * cubeRootFrequency)

    let roots = FastMath.root(horizon.transmitter) + FastMath.root(horizon.receiver)
    let ratio: Eight = distance / roots
    let logRatio = FastMath.log2(ratio * ratio * (500 / radius))
    let flat = FastMath.least(logRatio * tables.eight(.alpha, index), Eight())
    let over = FastMath.greatest(horizon.roughness - 10, Eight())
    let length: Eight = FastMath.least(distance - both, 40) * 6 + 43
    let rough: Eight = over * length * -6.636_373e-5
    let beta: Eight = tables.eight(.logBeta, index) + (flat + rough) * 0.301_029_996
    let power: Eight = FastMath.exp2(FastMath.log2(2.0058 - beta) * -1.012)
    let bend: Eight = (beta * 0.198 - 4.8) * beta + 9.51
    let gamma: Eight = power * FastMath.exp2(bend * tables.eight(.exponent, index) * 1.442_695_04) * 1.076
    let decades: Eight = logTime - beta
    loss += (distance * 3.7e-3 + 1.2) * decades
    return loss + FastMath.exp2(FastMath.least(decades * gamma * 3.321_928_09, 60)) * 12
  }

  /// Returns the site-shielding loss in dB, given a horizon's elevation angle in mrad and distance in km,
  /// equations (48) and (49).
  @inline(__always)
  private func shielding(_ elevation: Eight, _ horizon: Eight) -> Eight {
    let over = FastMath.greatest(elevation - horizon * 0.1, Eight())
    let steep: Eight = over * FastMath.root(horizon) * (0.361 * rootFrequency) + 1
    return FastMath.log2(steep) * 6.020_599_9 + over * (0.264 * cubeRootFrequency)
  }

  @inline(__always)
  private static func milliradians(_ slope: Eight) -> Eight {
    FastMath.turns(slope, Eight(repeating: 1000)) * 6283.185_31
  }
}

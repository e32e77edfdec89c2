/// Prepares a ray's ground for `UnsafeRayPass`, eight samples at a time.
struct UnsafeRayGround {
  typealias Eight = SIMD8<Float>

  let lines: UnsafeMutableRayLines
  /// The index of the first sample without ground.
  let end: Int

  /// Computes the values that depend only on individual samples.
  ///
  /// - Parameters:
  ///   - base: The height that is first subtracted from the heights of the ground, to preserve precision.
  ///   - obstacles: The heights of the obstacles above the ground at the transmitter; nil if there is only
  ///     bare ground.
  ///   - antenna: The transmitting antenna's height above ground, in metres.
  ///   - lift: The receiving antennas' height above ground minus the transmitting antenna's, in metres.
  /// - Returns: The index after the last sample without line of sight.
  func flatten(
    base: Float, obstacles: UnsafePointer<Float>?, antenna: Float, lift: Float
  ) -> Int {
    var steepest = -Float.infinity
    var hidden = 0
    for index in stride(from: 0, to: end, by: 8) {
      let fall = table(.fall, index)
      let ground: Eight = list(.ground, index) - base
      let flattened: Eight = ground - fall
      var obstacle: Eight =
        obstacles.map { UnsafeRawPointer($0 + index).loadUnaligned(as: Eight.self) - fall } ?? flattened
      let below: Eight = obstacle - antenna
      store(ground, .ground, index)
      store(flattened, .flattened, index)
      var weighted: Eight = below * table(.inverseRoot, index)
      var slope: Eight = below * table(.inverse, index)
      let chord: Eight = (flattened + lift) * table(.inverse, index)
      // Obstacles at the transmitter's own position do not obstruct rays.
      if index == 0 { (obstacle[0], weighted[0], slope[0]) = (-.infinity, -.infinity, -.infinity) }
      store(obstacle, .obstacle, index)
      store(weighted, .weighted, index)
      store(slope, .slope, index)
      store(chord, .chord, index)
      let most = Self.greatest(slope)
      let before = FastMath.greatest(Self.shifted(most), steepest)
      let isHidden = before .> chord
      store(Eight(repeating: RayProfile.isSeen).replacing(with: before, where: isHidden), .steepest, index)
      if FastMath.any(isHidden), FastMath.any(lines.steepest(among: 0, end, index) .> RayProfile.isSeen) {
        hidden = Swift.min(end, index &+ 8)
      }
      steepest = Swift.max(steepest, most[7])
    }
    return hidden
  }

  /// Returns the running maxima of eight numbers.
  @inline(__always)
  static func greatest(_ v: Eight) -> Eight {
    let least = -Float.infinity
    let a = FastMath.greatest(v, shifted(v))
    let b = FastMath.greatest(a, Eight(least, least, a[0], a[1], a[2], a[3], a[4], a[5]))
    return FastMath.greatest(b, Eight(least, least, least, least, b[0], b[1], b[2], b[3]))
  }

  /// Shifts the numbers by one lane; the first becomes negative infinity.
  @inline(__always)
  static func shifted(_ v: Eight) -> Eight {
    Eight(-Float.infinity, v[0], v[1], v[2], v[3], v[4], v[5], v[6])
  }

  /// Fits a straight line through the ground from the transmitter to each sample, by P.1812, equations (85)
  /// to (88).
  ///
  /// With the sums P of heights and Q of heights times their sample numbers, the line to sample n has the
  /// height (4P - 6Q/n + (n + 1)h/n)/n at the transmitter and (6Q/n - 2P - (2n + 1)h/n)/n at the receiver;
  /// the transmitter's own ground is 0.
  ///
  /// - Parameters:
  ///   - first: The index of the first sample that needs the line.
  ///   - step: The distance between samples, in km.
  ///   - wanted: The samples for which the pass must determine how far the line is lowered.
  ///   - transmitter: The transmitting antenna's height above ground, in metres.
  ///   - receiver: The receiving antennas' height above ground, in metres.
  ///   - hasTilt: Whether the slope of the line is needed as well.
  func straighten(
    from first: Int, step: Float, heights wanted: RayProfile.Heights, transmitter: Float, receiver: Float,
    hasTilt: Bool
  ) {
    let least: Float = wanted == .everywhere ? .infinity : 0
    let places = Eight(0, 1, 2, 3, 4, 5, 6, 7)
    // Sums over all samples use double precision; sums over eight only need a float.
    var (heights, moments) = (0.0, 0.0)
    for index in stride(from: 0, to: end, by: 8) {
      let ground = list(.ground, index)
      let (sums, leaning) = (Self.running(ground), Self.running(ground * places))
      if index &+ 8 > first {
        let inverse: Eight = table(.inverse, index) * step
        let height: Eight = (sums + Float(heights)) * inverse
        let moment: Eight = (leaning + sums * Float(index) + Float(moments)) * inverse * inverse
        let own: Eight = ground * inverse
        let below: Eight = height * 4 - moment * 6 + own * (inverse + 1)
        let beside: Eight = moment * 6 - height * 2 - own * (inverse + 2)
        store(below, .below, index)
        store(beside, .beside, index)
        let (low, beyond) = (FastMath.least(below, 0), FastMath.least(beside, ground))
        // If the ground is lowered, the antennas are even higher above it.
        let product: Eight = (transmitter - low) * (ground - beyond + receiver)
        let near: Eight = FastMath.greatest(table(.clear, index), least) - product
        // A single comparison is used, because WebAssembly combines vector comparisons lane by lane.
        let hidden: Eight = list(.steepest, index) - RayProfile.isSeen / 2
        let isAsked = FastMath.least(near, hidden) .> 0
        store(Eight().replacing(with: 1, where: isAsked), .raised, index)
        if hasTilt { store((beyond - low) * table(.inverse, index), .tilt, index) }
      }
      heights += Double(sums[7])
      moments += Double(leaning[7]) + Double(index) * Double(sums[7])
    }
  }

  /// Returns the running sums of eight numbers.
  @inline(__always)
  private static func running(_ v: Eight) -> Eight {
    let a: Eight = v + Eight(0, v[0], v[1], v[2], v[3], v[4], v[5], v[6])
    let b: Eight = a + Eight(0, 0, a[0], a[1], a[2], a[3], a[4], a[5])
    return b + Eight(0, 0, 0, 0, b[0], b[1], b[2], b[3])
  }

  @inline(__always)
  private func list(_ list: RayList, _ index: Int) -> Eight { lines.list(list, index) }

  @inline(__always)
  private func table(_ table: RayTable, _ index: Int) -> Eight { lines.table(table, index) }

  @inline(__always)
  private func store(_ value: Eight, _ list: RayList, _ index: Int) { lines.store(value, list, index) }
}

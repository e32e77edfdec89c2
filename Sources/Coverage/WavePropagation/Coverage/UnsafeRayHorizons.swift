/// A search for the horizons of hidden receivers, eight at a time.
///
/// Samples just before the receivers are examined one by one. Farther away, only samples on the upper hull
/// can be horizons, and each sample is pushed onto the hull once. All receivers of a ray together therefore
/// cost little more than the samples themselves.
struct UnsafeRayHorizons {
  typealias Eight = SIMD8<Float>
  typealias Mask = SIMDMask<SIMD8<Int32>>
  typealias Vertex = UnsafeRayHull.Vertex

  /// The number of samples before each receiver that are examined one by one; it is large enough to include
  /// every sample that has not been added to the hull yet.
  static let near = UnsafeRayHull.window + 7

  let lines: UnsafeMutableRayLines
  let vertices: UnsafeMutablePointer<Vertex>
  /// The transmitting antenna's height above ground, in metres.
  let transmitter: Float
  /// The receiving antennas' height above ground, in metres.
  let receiver: Float

  /// Computes the horizons of hidden receivers and the values that depend on them.
  ///
  /// - Parameters:
  ///   - first: The index of the first receiver.
  ///   - end: The index after the last sample without line of sight.
  ///   - hasHeights: Whether `RayList.raised` marks the receivers that need the height of the ground above
  ///     the line between both antennas.
  ///   - isWhole: Whether the ray's lists include horizons.
  func fill(from first: Int, end: Int, hasHeights: Bool, isWhole: Bool) {
    let inverses = lines.pointer(.inverse)
    var hull = UnsafeRayHull(vertices, lines)
    var before = UnsafeRayBefore(lines)
    for index in stride(from: 0, to: end, by: 8) {
      let isFar = index > 0
      if isFar { hull.add(index &- (UnsafeRayHull.window &+ 8)) }
      let isHidden = lines.steepest(among: first, end, index) .> RayProfile.isSeen
      if FastMath.any(isHidden) {
        let flattened: Eight = lines.list(.flattened, index) + receiver
        let antenna = Eight(repeating: .nan).replacing(with: flattened, where: isHidden)
        var slope = Eight(repeating: -.infinity)
        for step in 1...Self.near {
          slope = FastMath.greatest(slope, (lines.list(.obstacle, index &- step) - antenna) * inverses[step])
        }
        let last = isFar ? hull.findHorizons(from: index, antenna, &slope) : nil
        lines.store(
          lines.list(.receiverSlope, index).replacing(with: slope, where: isHidden), .receiverSlope, index)
        if isWhole { storeHorizons(index, antenna, slope, isHidden, before, hull, last) }
        if hasHeights, FastMath.any(lines.list(.raised, index) .> 0) { raise(index, before, last) }
      }
      before.add(index)
    }
  }

  /// Stores the distances of the horizons, and the height of the ground between them.
  private func storeHorizons(
    _ index: Int, _ antenna: Eight, _ slope: Eight, _ isHidden: Mask, _ before: UnsafeRayBefore,
    _ hull: UnsafeRayHull, _ last: UnsafeMutablePointer<Vertex>?
  ) {
    let (distances, inverses) = (lines.pointer(.distance), lines.pointer(.inverse))
    // The distance is zero until the horizon is found.
    var far = Eight(repeating: 1).replacing(with: 0, where: isHidden)
    for step in 1...Self.near {
      let own: Eight = (lines.list(.obstacle, index &- step) - antenna) * inverses[step]
      far.replace(with: distances[step], where: own .== slope)
    }
    if var vertex = last {
      while FastMath.any(far .== 0) {
        let own = hull.slopes(vertex, index, antenna)
        far.replace(
          with: lines.table(.distance, index &- Int(vertex.pointee.sample)), where: own .== slope)
        guard vertex.pointee.sample > 1 else { break }
        vertex -= 1
      }
    }
    let near = before.horizons(index)
    lines.store(Eight().replacing(with: near, where: isHidden), .near, index)
    lines.store(far, .far, index)
    lines.store(highest(index, near, far, isHidden, last), .highest, index)
  }

  /// Computes how far the smooth ground is lowered if the straight line between the antennas is obstructed,
  /// by P.1812, equations (85) to (90).
  ///
  /// The highest point over a flat earth is also on the hull over the round earth, but not always at its
  /// highest vertex. The search therefore continues along the hull as long as it can find a higher one.
  private func raise(
    _ index: Int, _ before: UnsafeRayBefore, _ last: UnsafeMutablePointer<Vertex>?
  ) {
    let (distances, inverses) = (lines.pointer(.distance), lines.pointer(.inverse))
    let bends = lines.pointer(.bend)
    let chord: Eight = lines.list(.chord, index) + lines.table(.bend, index)
    let up: Eight = before.steepest(index) - chord
    let isBlocked = FastMath.least(lines.list(.raised, index), up) .> 0
    guard FastMath.any(isBlocked) else { return lines.store(Eight(), .raised, index) }
    // Receivers that do not need the value get NaN, which no comparison selects.
    let none = Eight(repeating: .nan)
    let line = none.replacing(with: chord, where: isBlocked)
    let antenna = none.replacing(with: lines.list(.ground, index) + receiver, where: isBlocked)
    let rise: Eight = line * lines.table(.distance, index)
    let first = Int(before.place)
    var most: Eight = lines.pointer(.ground)[first] - line * distances[first]
    var back = none.replacing(with: -.infinity, where: isBlocked)
    for step in 1...Self.near {
      let ground: Eight = lines.list(.obstacle, index &- step) + lines.table(.fall, index &- step)
      most = FastMath.greatest(most, ground - rise + line * distances[step])
      back = FastMath.greatest(back, (ground - antenna) * inverses[step])
    }
    if var vertex = last {
      let peak = before.peak
      // A centimetre is negligible, but on level ground the search would go far to find it.
      let enough: Eight = peak - FastMath.least(line * distances[first], rise) - 0.01
      let above: Eight = peak - antenna
      while true {
        let sample = Int(vertex.pointee.sample)
        let (ground, edge) = (vertex.pointee.ground, vertex.pointee.edge + bends[sample])
        let inverse = lines.table(.inverse, index &- sample)
        most = FastMath.greatest(most, ground - line * distances[sample])
        back = FastMath.greatest(back, (ground - antenna) * inverse)
        // The hull is convex, so once it rises steeply enough, no earlier vertex is higher. The first vertex
        // has no edge.
        let higher = FastMath.least(enough - most, line - (edge + bends[first]))
        let reach = FastMath.greatest(above * inverse, above * inverses[index])
        let steeper = FastMath.least(-edge - back, reach - back)
        guard sample > 1, FastMath.any(FastMath.greatest(higher, steeper) .> 0) else { break }
        vertex -= 1
      }
    }
    let down: Eight = back + line
    let isRaised = down .> 0
    lines.store(Eight().replacing(with: most - transmitter, where: isRaised), .raised, index)
    lines.store(Eight(repeating: 1).replacing(with: up, where: isRaised), .fromTransmitter, index)
    lines.store(Eight(repeating: 1).replacing(with: down, where: isRaised), .fromReceiver, index)
  }

  /// Returns the height of the ground between both horizons above a line of the given slope through 0 at the
  /// transmitter.
  private func highest(
    _ index: Int, _ near: Eight, _ far: Eight, _ isHidden: Mask, _ last: UnsafeMutablePointer<Vertex>?
  ) -> Eight {
    let (distances, bends) = (lines.pointer(.distance), lines.pointer(.bend))
    let slope = lines.list(.tilt, index)
    let distance = lines.table(.distance, index)
    let rise: Eight = slope * distance
    // Allows a tolerance of half a sample on either side.
    let half = distances[1] * 0.5
    let least: Eight = far - half
    let most = Eight(repeating: -.infinity).replacing(with: distance - near + half, where: isHidden)
    var highest = Eight(repeating: -.infinity)
    for step in 1...Self.near {
      let ground: Eight = lines.list(.obstacle, index &- step) + lines.table(.fall, index &- step)
      let own: Eight = ground - rise + slope * distances[step]
      let between = FastMath.least(distances[step] - least, most - distances[step])
      highest.replace(with: own, where: FastMath.least(between, own - highest) .> 0)
    }
    guard var vertex = last else { return highest }
    while true {
      let sample = Int(vertex.pointee.sample)
      let off = lines.table(.distance, index &- sample)
      let own: Eight = vertex.pointee.ground - slope * distances[sample]
      let (before, behind): (Eight, Eight) = (off - least, most - off)
      highest.replace(
        with: own, where: FastMath.least(FastMath.least(before, behind), own - highest) .> 0)
      // The hull is convex, so if it rises less than the line, earlier vertices are not higher.
      let higher = FastMath.greatest(slope - (vertex.pointee.edge + bends[sample]), -before)
      guard sample > 1, FastMath.any(FastMath.least(higher, behind) .> 0) else { return highest }
      vertex -= 1
    }
  }
}

/// One way along a ray, on which each sample in turn is a receiver and then an obstacle for those behind it.
///
/// What hides a receiver is on the upper hull of the ground before it: a stack of samples, onto which each is pushed once. So all receivers of a ray together cost little
/// more than the samples themselves. (Andrew's monotone chain, doi:10.1016/0020-0190(79)90072-3.)
struct UnsafeRayPass {
  let raw: UnsafePointer<Float>
  let flattened: UnsafePointer<Float>
  let distances: UnsafePointer<Float>
  let inverses: UnsafePointer<Float>
  let roots: UnsafePointer<Float>
  let inverseRoots: UnsafePointer<Float>
  /// The inverse roots from the end on: what lies so many samples before a receiver is read forward.
  let reversed: UnsafePointer<Float>
  /// Ground less the antenna, over the root of the distance.
  let weighted: UnsafePointer<Float>
  let length: Int
  let inverseSquares: UnsafePointer<Double>
  let hull: UnsafeMutablePointer<Int32>
  let blocks: UnsafeRayBlocks
  /// The flattened ground on which antennas stand.
  let standing: UnsafePointer<Float>
  /// Slopes from the antenna to the samples.
  let slopes: UnsafePointer<Float>
  let transmitter: Float
  var top = -1
  /// The steepest slope from the antenna, and where.
  var slope = -Float.infinity
  var place = 1

  /// Fills the parameters and antenna heights of a ray; where it has room for them, its horizons, too.
  static func run(_ ray: inout RayProfile) {
    let (first, end, length, isWhole) = (ray.first, ray.end, ray.length, ray.hasHorizons)
    let (antenna, scale, receiverHeight) = (ray.transmitterHeight, ray.sphere.scale, ray.receiverHeight)
    ray.tables.withUnsafeBufferPointer { tables in
      ray.inverseSquares.withUnsafeBufferPointer { inverseSquares in
        ray.blockTables.withUnsafeBufferPointer { blockTables in
          ray.blockSlopes.withUnsafeBufferPointer { blockSlopes in
            ray.lines.withUnsafeMutableBufferPointer { lines in
              ray.hull.withUnsafeMutableBufferPointer { hull in
                guard let table = tables.baseAddress, let line = lines.baseAddress,
                  let hull = hull.baseAddress, let squares = inverseSquares.baseAddress,
                  let blockTable = blockTables.baseAddress, let slopes = blockSlopes.baseAddress
                else { return }
                let blocks = UnsafeRayBlocks(
                  slopes: slopes, count: blockSlopes.count, roots: blockTable,
                  reversed: blockTable + blockSlopes.count)
                var pass = UnsafeRayPass(
                  raw: UnsafePointer(line), flattened: UnsafePointer(line + length), distances: table,
                  inverses: table + length, roots: table + 2 * length, inverseRoots: table + 3 * length,
                  reversed: table + 5 * length, weighted: UnsafePointer(line + 5 * length), length: length,
                  inverseSquares: squares, hull: hull, blocks: blocks,
                  standing: UnsafePointer(line + 8 * length), slopes: UnsafePointer(line + 6 * length),
                  transmitter: antenna)
                pass.run(
                  from: first, end: end, receiverHeight: receiverHeight, scale: scale, line,
                  horizons: isWhole ? line + RayProfile.listCount * length : nil)
              }
            }
          }
        }
      }
    }
  }

  private mutating func run(
    from first: Int, end: Int, receiverHeight: Float, scale: Float, _ lines: UnsafeMutablePointer<Float>,
    horizons: UnsafeMutablePointer<Float>?
  ) {
    let parameters = lines + 2 * length
    let (transmitters, receivers) = (lines + 3 * length, lines + 4 * length)
    let steepest = lines + 7 * length
    let clear = Self.clear / scale
    // Sums of the straight line through the ground: P.1812, equations (85) and (86).
    var (sum, moment) = (0.0, 0.0)
    for index in stride(from: 1, to: end, by: 1) {
      let (far, near) = (Double(raw[index]), Double(raw[index &- 1]))
      let (d, before) = (Double(index), Double(index &- 1))
      sum += far + near
      moment += far * (2 * d + before) + near * (d + 2 * before)
      guard index >= first else {
        if slopes[index] > slope { (slope, place) = (slopes[index], index) }
        push(index)
        continue
      }
      let inverse = inverseSquares[index]
      var below = Float((2 * sum * d - moment) * inverse)
      var beside = Float((moment - sum * d) * inverse)

      let inverseDistance = inverses[index]
      let receiver = standing[index] + receiverHeight
      let chord = (receiver - transmitter) * inverseDistance
      if slope <= chord {
        parameters[index] = seen(index, chord, clear * inverseRoots[index]) * roots[index] * scale
        steepest[index] = RayProfile.isSeen
        // Nothing to its horizon says that there is none.
        horizons?[index] = 0
      } else {
        let top = tangent(index, receiver)
        let sample = Int(hull[top])
        let back = (flattened[sample] - receiver) * inverses[index &- sample]
        // Where both slopes meet is found for eight at a time.
        parameters[index] = back
        steepest[index] = slope
        if let horizons {
          let smooth = (Swift.min(below, 0), Swift.min(beside, raw[index]))
          let horizon = RayHorizon(
            near: distances[place], far: distances[index &- sample], transmitterSlope: slope,
            receiverSlope: back, transmitter: transmitter - smooth.0,
            receiver: raw[index] + receiverHeight - smooth.1,
            roughness: highest(above: (smooth.1 - smooth.0) * inverseDistance, top) - smooth.0)
          horizon.store(at: horizons + index, length)
        }
        lower(&below, &beside, index, top, raw[index] + receiverHeight)
      }
      transmitters[index] = transmitter - Swift.min(below, 0)
      receivers[index] = raw[index] + receiverHeight - Swift.min(beside, raw[index])

      if slopes[index] > slope { (slope, place) = (slopes[index], index) }
      push(index)
    }
  }

  /// Puts a sample onto the hull; those that it leaves below are taken away.
  @inline(__always)
  private mutating func push(_ index: Int) {
    let height = flattened[index]
    while top >= 1 {
      let (last, before) = (Int(hull[top]), Int(hull[top &- 1]))
      // Below the line from the one before it to the new one?
      let rise = (height - flattened[before]) * Float(last &- before)
      guard (flattened[last] - flattened[before]) * Float(index &- before) <= rise else { break }
      top &-= 1
    }
    top &+= 1
    hull[top] = Int32(truncatingIfNeeded: index)
  }

  /// The place on the hull to which the slope from a receiver is steepest.
  @inline(__always)
  private func tangent(_ index: Int, _ receiver: Float) -> Int {
    var best = top
    var sample = Int(hull[best])
    var steepest = (flattened[sample] - receiver) * inverses[index &- sample]
    while best > 0 {
      sample = Int(hull[best &- 1])
      let slope = (flattened[sample] - receiver) * inverses[index &- sample]
      guard slope >= steepest else { break }
      steepest = slope
      best &-= 1
    }
    return best
  }

  /// How far the ground between both horizons stands above a line through nothing at the transmitter.
  ///
  /// The hull is bent one way: who goes along it and begins to go down has been at the top.
  @inline(__always)
  private func highest(above slope: Float, _ top: Int) -> Float {
    let first = raw[place] - slope * distances[place]
    var most = -Float.infinity
    var next = top
    while next >= 0 {
      let sample = Int(hull[next])
      guard sample > place else { break }
      let above = raw[sample] - slope * distances[sample]
      guard above >= most else { break }
      most = above
      next &-= 1
    }
    return Swift.max(first, most)
  }

  /// A parameter at which an edge costs nothing.
  private static let clear: Float = -0.79

  /// The greatest parameter of what is below a ray that is seen, but for what all samples share; `least` where all are below that.
  ///
  /// The hull does not tell: ground below it counts more where the ray's zone is narrow, beside the antennas. So samples are looked at, eight at a time, in those blocks of them in
  /// which one can be above what there is.
  @inline(__always)
  private func seen(_ index: Int, _ chord: Float, _ least: Float) -> Float {
    let behind = reversed + (length &- 1 &- index)
    guard index > 8 else {
      var greatest = least
      for sample in stride(from: 1, to: index, by: 1) {
        let parameter = (weighted[sample] - chord * roots[sample]) * behind[sample]
        if parameter > greatest { greatest = parameter }
      }
      return greatest
    }
    var most = SIMD8<Float>(repeating: least)
    @inline(__always)
    func look(_ sample: Int) {
      let above: SIMD8<Float> = Self.eight(weighted + sample) - Self.eight(roots + sample) * chord
      let parameter: SIMD8<Float> = above * Self.eight(behind + sample)
      most.replace(with: parameter, where: parameter .> most)
    }
    // What no whole block holds, and the last eight.
    look(index &- 8)
    let whole = index / UnsafeRayBlocks.size
    if whole &* UnsafeRayBlocks.size &+ 8 < index { look(Swift.max(1, whole &* UnsafeRayBlocks.size)) }
    var first = 0
    while first < whole {
      let bounds = blocks.bounds(first, receiver: index, chord: chord)
      if any(bounds .> Self.greatest(most)) {
        for lane in 0..<Swift.min(8, whole &- first) where bounds[lane] > Self.greatest(most) {
          let sample = (first &+ lane) &* UnsafeRayBlocks.size
          look(Swift.max(1, sample))
          look(sample &+ 8)
        }
      }
      first &+= 8
    }
    return Self.greatest(most)
  }

  @inline(__always)
  private static func greatest(_ eight: SIMD8<Float>) -> Float {
    var four = eight.lowHalf
    four.replace(with: eight.highHalf, where: eight.highHalf .> four)
    return Swift.max(Swift.max(four[0], four[1]), Swift.max(four[2], four[3]))
  }

  @inline(__always)
  private static func eight(_ first: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(first).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Lowers smooth ground where the straight line between the antennas is blocked: P.1812, Attachment 1, equations (87) to (90).
  @inline(__always)
  private func lower(_ below: inout Float, _ beside: inout Float, _ index: Int, _ top: Int, _ receiver: Float)
  {
    let chord = (receiver - transmitter) * inverses[index]
    let fromTransmitter = (raw[place] - transmitter) * inverses[place] - chord
    guard fromTransmitter > 0 else { return }
    let sample = Int(hull[top])
    let fromReceiver = (raw[sample] - receiver) * inverses[index &- sample] + chord
    guard fromReceiver > 0 else { return }
    let highest = highest(above: chord, top) - transmitter
    let share = highest / (fromTransmitter + fromReceiver)
    below -= fromTransmitter * share
    beside -= fromReceiver * share
  }
}

/// One way along a ray, on which each sample in turn is a receiver and then an obstacle for those behind it.
///
/// What hides a receiver is on the upper hull of the ground before it, onto which each sample is pushed once. So all receivers of a ray together cost little more than the samples
/// themselves. What can be computed for eight samples at a time is so before (`UnsafeRayGround`) and after (`UnsafeRayLines`).
struct UnsafeRayPass {
  private let lines: UnsafeMutablePointer<Float>
  private let tables: UnsafePointer<Float>
  private let length: Int
  private let vertices: UnsafeMutablePointer<UnsafeRayHull.Vertex>
  private let seen: UnsafeRaySight
  private let transmitter: Float
  private let receiver: Float

  /// Fills what each sample sees of a ray; where it has room for them, its horizons, too.
  static func run(_ ray: inout RayProfile) {
    let (first, end, length, isWhole) = (ray.first, ray.end, ray.length, ray.hasHorizons)
    let (transmitter, receiver) = (ray.transmitterHeight, ray.receiverHeight)
    let (step, scale, heights) = (ray.step, ray.sphere.scale, ray.heights)
    guard end > 1 else { return }
    ray.tables.withUnsafeBufferPointer { tables in
      ray.blockTables.withUnsafeBufferPointer { blockTables in
        ray.blockSlopes.withUnsafeBufferPointer { blockSlopes in
          ray.lines.withUnsafeMutableBufferPointer { lines in
            ray.hull.withUnsafeMutableBufferPointer { hull in
              guard let table = tables.baseAddress, let line = lines.baseAddress,
                let vertices = hull.baseAddress, let blockTable = blockTables.baseAddress,
                let slopes = blockSlopes.baseAddress
              else { return }
              if heights != .nowhere {
                UnsafeRayGround(lines: line, tables: table, length: length, end: end)
                  .straighten(
                    from: first, step: step, heights: heights, transmitter: transmitter,
                    receiver: receiver, hasTilt: isWhole)
              }
              let blocks = UnsafeRayBlocks(
                slopes: slopes, count: blockSlopes.count, roots: blockTable,
                reversed: blockTable + blockSlopes.count)
              let sight = UnsafeRaySight(
                lines: line, tables: table, length: length, blocks: blocks, scale: scale)
              UnsafeRayPass(
                lines: line, tables: table, length: length, vertices: vertices, seen: sight,
                transmitter: transmitter, receiver: receiver
              ).run(from: first, end: end, hasHeights: heights != .nowhere, isWhole: isWhole)
            }
          }
        }
      }
    }
  }

  private func run(from first: Int, end: Int, hasHeights: Bool, isWhole: Bool) {
    let (grounds, met, standing) = (list(.ground), list(.met), list(.standing))
    let (slopes, chords) = (list(.slope), list(.chord))
    let (found, steepest, raised) = (list(.found), list(.steepest), list(.raised))
    let (fromTransmitter, fromReceiver) = (list(.fromTransmitter), list(.fromReceiver))
    let (distances, inverses) = (table(.distance), table(.inverse))
    let bends = table(.bend)

    var hull = UnsafeRayHull(
      vertices, first: UnsafeRayHull.Vertex(sample: 1, height: met[1], ground: grounds[1]),
      inverses: inverses)
    var peak = Swift.max(0, grounds[1])
    // The steepest slope from the antenna and where, and the steepest one if the earth were flat, which is somewhere else.
    var (slope, place, bare) = (slopes[1], Int32(1), slopes[1] + bends[1])
    if first == 1 {
      (found[1], steepest[1], raised[1]) = (UnsafeRaySight.clear, RayProfile.isSeen, 0)
      if isWhole { list(.near)[1] = 0 }
    }
    for index in 2..<Swift.max(2, end) {
      let (height, ground) = (met[index], grounds[index])
      var edge: Float
      if index < first {
        edge = hull.uncover(index, height: height)
      } else {
        let antenna = standing[index] + receiver
        edge = hull.uncover(index, height: Swift.min(height, antenna))
        let chord = chords[index]
        if slope <= chord {
          found[index] = seen.parameter(index, chord)
          steepest[index] = RayProfile.isSeen
          raised[index] = 0
          // Nothing to its horizon says that there is none.
          if isWhole { list(.near)[index] = 0 }
        } else {
          found[index] = -hull.findHorizon(from: index, height: antenna)
          let vertex = hull.horizon
          steepest[index] = slope
          let sample = Int(vertex.pointee.sample)
          if isWhole {
            list(.near)[index] = distances[Int(place)]
            list(.far)[index] = distances[index &- sample]
            list(.highest)[index] = highest(above: list(.tilt)[index], vertex, behind: place, peak)
          }
          // Where the straight line between the antennas is blocked, smooth ground is lowered.
          if hasHeights, raised[index] > 0 {
            let line = chord + bends[index]
            let up = bare - line
            let down = (vertex.pointee.ground - ground - receiver) * inverses[index &- sample] + line
            raised[index] = 0
            if up > 0, down > 0 {
              raised[index] = highest(above: line, vertex, behind: place, peak) - transmitter
              (fromTransmitter[index], fromReceiver[index]) = (up, down)
            }
          }
        }
        // An antenna below what stands around it sees more of the hull than its sample will leave.
        if antenna < height { edge = hull.uncover(index, height: height) }
      }
      peak = Swift.max(peak, ground)
      hull.push(
        UnsafeRayHull.Vertex(
          sample: Int32(truncatingIfNeeded: index), height: height, ground: ground, edge: edge))
      bare = Swift.max(bare, slopes[index] + bends[index])
      if slopes[index] > slope { (slope, place) = (slopes[index], Int32(truncatingIfNeeded: index)) }
    }
  }

  /// How far the ground between both horizons stands above a line through nothing at the transmitter.
  ///
  /// The hull is bent one way: who goes along it and begins to go down has been at the top. On level ground that is as far as one goes, unless one knows that none is higher than `peak`.
  @inline(__always)
  private func highest(
    above slope: Float, _ last: UnsafeMutablePointer<UnsafeRayHull.Vertex>, behind place: Int32,
    _ peak: Float
  ) -> Float {
    let (grounds, distances) = (list(.ground), table(.distance))
    let first = grounds[Int(place)] - slope * distances[Int(place)]
    let lowest = slope * (slope > 0 ? distances[Int(place)] : distances[Int(last.pointee.sample)])
    // A centimetre is nothing.
    let enough = peak - lowest - 0.01
    var most = -Float.infinity
    var vertex = last
    // The first vertex is no further than any horizon.
    while vertex.pointee.sample > place {
      let above = vertex.pointee.ground - slope * distances[Int(vertex.pointee.sample)]
      guard above >= most else { break }
      most = above
      guard most < enough else { break }
      vertex -= 1
    }
    return Swift.max(first, most)
  }

  @inline(__always)
  private func list(_ list: RayList) -> UnsafeMutablePointer<Float> {
    lines + list.rawValue &* length
  }

  @inline(__always)
  private func table(_ table: RayTable) -> UnsafePointer<Float> { tables + table.rawValue &* length }
}

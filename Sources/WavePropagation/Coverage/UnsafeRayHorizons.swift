/// One way along a ray, on which each sample in turn is a receiver and then an obstacle for those behind it.
///
/// What hides a receiver is on the upper hull of what is before it, onto which each sample is pushed once. So all receivers of a ray together cost little more than the samples
/// themselves. What is highest over an earth that is flat is on the hull over the round one, too, but not always where that is highest: one goes on along it as long as there can be more.
struct UnsafeRayHorizons {
  private let lines: UnsafeMutableRayLines
  private let vertices: UnsafeMutablePointer<UnsafeRayHull.Vertex>
  private let grounds: UnsafeMutablePointer<Float>
  private let distances: UnsafePointer<Float>
  private let inverses: UnsafePointer<Float>
  private let bends: UnsafePointer<Float>

  init(_ lines: UnsafeMutableRayLines, vertices: UnsafeMutablePointer<UnsafeRayHull.Vertex>) {
    (self.lines, self.vertices) = (lines, vertices)
    grounds = lines.pointer(.ground)
    (distances, inverses) = (lines.pointer(.distance), lines.pointer(.inverse))
    bends = lines.pointer(.bend)
  }

  /// Fills what hidden receivers see.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - end: Samples from here on are all seen.
  ///   - transmitter: The transmitting antenna above its ground, m.
  ///   - receiver: The receiving ones above theirs, m.
  ///   - hasHeights: Whether `RayList.raised` tells where ground above the line between both antennas is asked for.
  ///   - isWhole: Whether there is room for horizons.
  func fill(
    from first: Int, end: Int, transmitter: Float, receiver: Float, hasHeights: Bool, isWhole: Bool
  ) {
    let (met, standing, chords) = (lines.pointer(.met), lines.pointer(.standing), lines.pointer(.chord))
    let (slopes, found, steepest) = (lines.pointer(.slope), lines.pointer(.found), lines.pointer(.steepest))
    let (raised, ups) = (lines.pointer(.raised), lines.pointer(.fromTransmitter))
    let downs = lines.pointer(.fromReceiver)
    var hull = UnsafeRayHull(
      vertices, first: UnsafeRayHull.Vertex(sample: 1, height: met[1], ground: grounds[1]),
      inverses: inverses)
    var peak = Swift.max(0, grounds[1])
    // The steepest slope from the antenna and where, and the steepest one if the earth were flat, which is somewhere else.
    var (slope, place, bare) = (slopes[1], Int32(1), slopes[1] + bends[1])
    for index in 2..<Swift.max(2, end) {
      let (height, ground) = (met[index], grounds[index])
      var edge: Float
      if index < first || steepest[index] == RayProfile.isSeen {
        edge = hull.uncover(index, height: height)
      } else {
        let antenna = standing[index] + receiver
        edge = hull.uncover(index, height: Swift.min(height, antenna))
        found[index] = -hull.findHorizon(from: index, height: antenna)
        let vertex = hull.horizon
        if isWhole {
          lines.pointer(.near)[index] = distances[Int(place)]
          lines.pointer(.far)[index] = distances[index &- Int(vertex.pointee.sample)]
          lines.pointer(.highest)[index] = highest(
            above: lines.pointer(.tilt)[index], vertex, behind: place, peak)
        }
        // Where the straight line between the antennas is blocked, smooth ground is lowered.
        if hasHeights, raised[index] > 0 {
          let line = chords[index] + bends[index]
          let up = bare - line
          raised[index] = 0
          if up > 0 {
            let down = back(from: index, ground + receiver, vertex, peak) + line
            if down > 0 {
              raised[index] = highest(above: line, vertex, behind: place, peak) - transmitter
              (ups[index], downs[index]) = (up, down)
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

  /// The steepest slope from an antenna back to the ground if the earth were flat.
  @inline(__always)
  private func back(
    from index: Int, _ antenna: Float, _ horizon: UnsafeMutablePointer<UnsafeRayHull.Vertex>, _ peak: Float
  ) -> Float {
    var vertex = horizon
    var sample = Int(vertex.pointee.sample)
    var steepest = (vertex.pointee.ground - antenna) * inverses[index &- sample]
    let above = peak - antenna
    // The hull is bent one way: where it already falls that much more, nothing before it is above a line of this slope. Before the first vertex there is no edge.
    while vertex.pointee.edge + bends[sample] < -steepest {
      vertex -= 1
      sample = Int(vertex.pointee.sample)
      guard above * inverses[above > 0 ? index &- sample : index &- 1] > steepest else { break }
      steepest = Swift.max(steepest, (vertex.pointee.ground - antenna) * inverses[index &- sample])
    }
    return steepest
  }

  /// How far the ground between both horizons stands above a line through nothing at the transmitter.
  @inline(__always)
  private func highest(
    above slope: Float, _ last: UnsafeMutablePointer<UnsafeRayHull.Vertex>, behind place: Int32,
    _ peak: Float
  ) -> Float {
    let first = Int(place)
    var most = grounds[first] - slope * distances[first]
    let lowest = slope * distances[slope > 0 ? first : Int(last.pointee.sample)]
    // A centimetre is nothing, and on level ground one would go far for it.
    let enough = peak - lowest - 0.01
    var vertex = last
    while vertex.pointee.sample > place, most < enough {
      let sample = Int(vertex.pointee.sample)
      most = Swift.max(most, vertex.pointee.ground - slope * distances[sample])
      guard vertex.pointee.edge + bends[sample] + bends[first] < slope else { break }
      vertex -= 1
    }
    return most
  }
}

/// The upper hull of the obstacles along a ray, stored as a stack onto which samples are pushed eight at a
/// time.
///
/// Each vertex stores the slope of the edge to the previous one, so that one comparison decides whether it
/// stays. Source: Andrew's monotone chain, doi:10.1016/0020-0190(79)90072-3.
struct UnsafeRayHull {
  typealias Eight = SIMD8<Float>

  /// A sample on the hull.
  struct Vertex {
    var sample: Int32 = 0
    /// The height above the flattened earth, in metres.
    var height: Float = 0
    /// The height of the ground at the vertex relative to the ground at the transmitter, in metres.
    var ground: Float = 0
    /// The slope from the previous vertex, in m/km; NaN if there is none, so that comparisons with any slope,
    /// even an infinite one, are false.
    var edge: Float = .nan
  }

  /// The number of neighbours on each side with which a sample is compared before it is pushed; all of them
  /// must be before the receivers whose horizons are searched for.
  static let window = 4

  /// The last vertex.
  private var top: UnsafeMutablePointer<Vertex>
  /// The vertex from which the search for a horizon starts.
  private var horizon: UnsafeMutablePointer<Vertex>
  private let lines: UnsafeMutableRayLines
  private let inverses: UnsafePointer<Float>

  /// Creates a hull with the first sample, which is never removed.
  init(_ vertices: UnsafeMutablePointer<Vertex>, _ lines: UnsafeMutableRayLines) {
    (top, horizon, self.lines) = (vertices, vertices, lines)
    inverses = lines.pointer(.inverse)
    top.pointee = Vertex(
      sample: 1, height: lines.pointer(.obstacle)[1], ground: lines.pointer(.ground)[1])
  }

  /// Adds eight samples.
  ///
  /// All samples with which they are compared must be before the receivers whose horizons are searched for.
  ///
  /// Most samples are below a line between two neighbours and are left out. Such a sample is not the horizon
  /// of any receiver beyond these neighbours, because the slope to one of them is steeper.
  @inline(__always)
  mutating func add(_ index: Int) {
    let obstacle = lines.pointer(.obstacle) + index
    let own = lines.list(.obstacle, index)
    var (ahead, behind) = (Eight(repeating: -.infinity), Eight(repeating: .infinity))
    for step in 1...Self.window {
      let (next, last) = (UnsafeRawPointer(obstacle + step), UnsafeRawPointer(obstacle - step))
      let inverse = inverses[step]
      ahead = FastMath.greatest(ahead, (next.loadUnaligned(as: Eight.self) - own) * inverse)
      behind = FastMath.least(behind, (own - last.loadUnaligned(as: Eight.self)) * inverse)
    }
    var lanes = FastMath.bits(ahead .< behind)
    // Obstacles at the transmitter's own position do not obstruct rays, and the first sample is already on
    // the hull.
    if index < 2 { lanes &= ~0 << (2 &- index) }
    while lanes != 0 {
      push(index &+ lanes.trailingZeroBitCount)
      lanes &= lanes &- 1
    }
  }

  /// Pushes a sample onto the hull, and removes the vertices below the line to it.
  @inline(__always)
  private mutating func push(_ sample: Int) {
    let height = lines.pointer(.obstacle)[sample]
    func slope(_ vertex: UnsafeMutablePointer<Vertex>) -> Float {
      (height - vertex.pointee.height) * inverses[sample &- Int(vertex.pointee.sample)]
    }
    var edge = slope(top)
    while edge >= top.pointee.edge {
      top -= 1
      edge = slope(top)
    }
    top += 1
    top.pointee = Vertex(
      sample: Int32(truncatingIfNeeded: sample), height: height, ground: lines.pointer(.ground)[sample],
      edge: edge)
  }

  /// Finds the horizons of eight receivers beyond the hull, which are the vertices with the steepest slopes.
  ///
  /// The search starts near the previous horizons.
  ///
  /// - Parameters:
  ///   - index: The index of the first receiver.
  ///   - antenna: The heights of the receivers' antennas over the flattened earth, in metres; NaN, which no
  ///     comparison selects, for receivers that need no horizon.
  ///   - most: The steepest slopes so far, updated by the search.
  /// - Returns: A vertex beyond which there is no horizon.
  @inline(__always)
  mutating func findHorizons(
    from index: Int, _ antenna: Eight, _ most: inout Eight
  ) -> UnsafeMutablePointer<Vertex> {
    var vertex = Swift.min(horizon, top)
    var last = vertex
    // The loop has a single body, because a comparison that the compiler moves to the end of the loop is
    // performed lane by lane.
    while true {
      let slope = slopes(vertex, index, antenna)
      most = FastMath.greatest(most, slope)
      guard FastMath.any(slope .<= -vertex.pointee.edge) else { break }
      vertex -= 1
    }
    horizon = vertex
    while last < top {
      let slope = slopes(last + 1, index, antenna)
      guard FastMath.any(slope .> -last[1].edge) else { break }
      last += 1
      horizon = last
      most = FastMath.greatest(most, slope)
    }
    return last
  }

  /// Returns the slopes from eight receivers to a vertex.
  @inline(__always)
  func slopes(_ vertex: UnsafeMutablePointer<Vertex>, _ index: Int, _ antenna: Eight) -> Eight {
    (vertex.pointee.height - antenna) * lines.table(.inverse, index &- Int(vertex.pointee.sample))
  }
}

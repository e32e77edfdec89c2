/// The upper hull of what lies along a ray, as a stack onto which samples are pushed by eights.
///
/// Each vertex has the slope of the edge to the one before it, so that one slope tells whether it stays.
/// Source: Andrew's monotone chain, doi:10.1016/0020-0190(79)90072-3.
struct UnsafeRayHull {
  typealias Eight = SIMD8<Float>

  /// A sample on the hull.
  struct Vertex {
    var sample: Int32 = 0
    /// Above the flattened earth, m.
    var height: Float = 0
    /// The ground there above the transmitter's, m.
    var ground: Float = 0
    /// The slope from the vertex before, m/km; no number where there is none, to which no slope compares, not
    /// even an endless one.
    var edge: Float = .nan
  }

  /// How far a sample is compared with those beside it before it is pushed: none of them may be behind a
  /// receiver that looks.
  static let window = 4

  /// The last vertex.
  private var top: UnsafeMutablePointer<Vertex>
  /// The one from which a horizon is looked for.
  private var horizon: UnsafeMutablePointer<Vertex>
  private let lines: UnsafeMutableRayLines
  private let inverses: UnsafePointer<Float>

  /// Starts with the first sample, which is never taken away.
  init(_ vertices: UnsafeMutablePointer<Vertex>, _ lines: UnsafeMutableRayLines) {
    (top, horizon, self.lines) = (vertices, vertices, lines)
    inverses = lines.pointer(.inverse)
    top.pointee = Vertex(
      sample: 1, height: lines.pointer(.met)[1], ground: lines.pointer(.ground)[1])
  }

  /// Takes eight samples, when as many behind them as it compares are before all receivers that look.
  ///
  /// Most are below a line between two others beside them, and are left out: who looks back from behind these
  /// sees one of them instead.
  @inline(__always)
  mutating func take(_ index: Int) {
    let met = lines.pointer(.met) + index
    let own = lines.list(.met, index)
    var (ahead, behind) = (Eight(repeating: -.infinity), Eight(repeating: .infinity))
    for step in 1...Self.window {
      let (next, last) = (UnsafeRawPointer(met + step), UnsafeRawPointer(met - step))
      let inverse = inverses[step]
      ahead = FastMath.greatest(ahead, (next.loadUnaligned(as: Eight.self) - own) * inverse)
      behind = FastMath.least(behind, (own - last.loadUnaligned(as: Eight.self)) * inverse)
    }
    var lanes = FastMath.bits(ahead .< behind)
    // The transmitter's own place is in nobody's way, and the first sample is there.
    if index < 2 { lanes &= ~0 << (2 &- index) }
    while lanes != 0 {
      push(index &+ lanes.trailingZeroBitCount)
      lanes &= lanes &- 1
    }
  }

  /// Puts a sample onto the hull in the place of those that are below the line to it.
  @inline(__always)
  private mutating func push(_ sample: Int) {
    let height = lines.pointer(.met)[sample]
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

  /// Looks from eight receivers behind the hull for the vertices that are seen furthest up, or least far
  /// down: not far from those that were found before.
  ///
  /// - Parameters:
  ///   - index: The first receiver.
  ///   - antenna: The receivers' antennas over the flattened earth, m; no number where none is asked for, to
  ///     which no slope compares.
  ///   - most: The steepest slopes so far; then these, too.
  /// - Returns: A vertex that none is beyond.
  @inline(__always)
  mutating func findHorizons(
    from index: Int, _ antenna: Eight, _ most: inout Eight
  ) -> UnsafeMutablePointer<Vertex> {
    var vertex = Swift.min(horizon, top)
    var last = vertex
    // In one piece: a comparison that the compiler takes to the loop's end comes out of it lane by lane.
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

  /// Slopes from eight receivers to a vertex.
  @inline(__always)
  func slopes(_ vertex: UnsafeMutablePointer<Vertex>, _ index: Int, _ antenna: Eight) -> Eight {
    (vertex.pointee.height - antenna) * lines.table(.inverse, index &- Int(vertex.pointee.sample))
  }
}

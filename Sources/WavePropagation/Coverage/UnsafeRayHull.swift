/// The upper hull of what lies along a ray, as a stack onto which each sample is pushed once.
///
/// Each vertex has the slope of the edge to the one before it, so that one slope tells whether it stays. Source: Andrew's monotone chain, doi:10.1016/0020-0190(79)90072-3.
struct UnsafeRayHull {
  /// A sample on the hull.
  struct Vertex {
    var sample: Int32 = 0
    /// Above the flattened earth, m.
    var height: Float = 0
    /// The ground there above the transmitter's, m.
    var ground: Float = 0
    /// The slope from the vertex before, m/km; no number where there is none, to which no slope compares, not even an endless one.
    var edge: Float = .nan
  }

  /// The last vertex.
  private var top: UnsafeMutablePointer<Vertex>
  /// The one that was seen from where a horizon was looked for last.
  private(set) var horizon: UnsafeMutablePointer<Vertex>
  /// The inverse distances of so many samples, 1/km.
  private let inverses: UnsafePointer<Float>

  /// Starts with a vertex that is never taken away.
  init(_ vertices: UnsafeMutablePointer<Vertex>, first: Vertex, inverses: UnsafePointer<Float>) {
    (top, horizon) = (vertices, vertices)
    top.pointee = first
    self.inverses = inverses
  }

  /// Takes away the vertices that are below the line from those before them to a sample.
  ///
  /// - Returns: The slope from the last one that stays.
  @inline(__always)
  mutating func uncover(_ sample: Int, height: Float) -> Float {
    var slope = self.slope(top, sample, height)
    while slope >= top.pointee.edge {
      top -= 1
      slope = self.slope(top, sample, height)
    }
    return slope
  }

  /// Finds the vertex that is seen least far down, or furthest up, from behind the hull: not far from the one that was found before.
  ///
  /// - Returns: The slope from it to there.
  @inline(__always)
  mutating func findHorizon(from sample: Int, height: Float) -> Float {
    horizon = Swift.min(horizon, top)
    var slope = self.slope(horizon, sample, height)
    if slope >= horizon.pointee.edge {
      repeat {
        horizon -= 1
        slope = self.slope(horizon, sample, height)
      } while slope >= horizon.pointee.edge
    } else {
      while horizon < top {
        let next = self.slope(horizon + 1, sample, height)
        guard next < horizon[1].edge else { break }
        horizon += 1
        slope = next
      }
    }
    return slope
  }

  /// Puts a sample onto the hull.
  @inline(__always)
  mutating func push(_ vertex: Vertex) {
    top += 1
    top.pointee = vertex
  }

  @inline(__always)
  private func slope(_ vertex: UnsafeMutablePointer<Vertex>, _ sample: Int, _ height: Float) -> Float {
    (height - vertex.pointee.height) * inverses[sample &- Int(vertex.pointee.sample)]
  }
}

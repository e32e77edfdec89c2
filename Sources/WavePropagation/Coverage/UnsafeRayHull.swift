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
    /// The slope from the vertex before, m/km.
    var edge: Float = .infinity
  }

  /// The last vertex.
  private(set) var top: UnsafeMutablePointer<Vertex>
  /// The inverse distances of so many samples, 1/km.
  private let inverses: UnsafePointer<Float>

  /// Starts with a vertex that is never taken away.
  init(_ vertices: UnsafeMutablePointer<Vertex>, first: Vertex, inverses: UnsafePointer<Float>) {
    top = vertices
    top.pointee = first
    self.inverses = inverses
  }

  /// Takes away the vertices that are below the line from those before them to a sample.
  ///
  /// - Returns: The slope from the last one that stays.
  @inline(__always)
  mutating func uncover(_ sample: Int, height: Float) -> Float {
    let (vertex, slope) = tangent(from: sample, height: height)
    top = vertex
    return slope
  }

  /// The vertex that is seen least far down, or furthest up, from behind the hull.
  ///
  /// - Returns: The vertex, and the slope from it to there.
  @inline(__always)
  func tangent(from sample: Int, height: Float) -> (vertex: UnsafeMutablePointer<Vertex>, slope: Float) {
    var vertex = top
    var slope = self.slope(vertex, sample, height)
    while slope >= vertex.pointee.edge {
      vertex -= 1
      slope = self.slope(vertex, sample, height)
    }
    return (vertex, slope)
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

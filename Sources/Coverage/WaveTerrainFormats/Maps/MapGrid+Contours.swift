import WavePropagation
public import WaveUnits

extension MapGrid {
  /// Returns the contour lines of a level, with straight segments between posts.
  ///
  /// A closed line ends where it begins; a line that meets the edge of the values ends there. Higher values
  /// are on the left of a line.
  ///
  /// - Parameter level: The level in hundredths of a decibel.
  /// - Returns: Lines of at least two positions.
  /// - Complexity: O(posts).
  ///
  /// Source: marching squares, after W. Lorensen and H. Cline (1987), doi:10.1145/37402.37422; saddles by the
  /// mean of their corners.
  public func contours(at level: Int16) -> [[Coordinate]] {
    guard rowCount > 1, columnCount > 1 else { return [] }
    // The crossings of lines with the edges between posts, where each post has two edges, to the east and to
    // the south. Each crossing leads to the next.
    var next = [Int32](repeating: -1, count: 2 * values.count)
    var isEntered = [Bool](repeating: false, count: 2 * values.count)
    // The level is shifted by half a unit, so that no post is on a line.
    let limit = Float(level) + 0.5
    for row in 0..<(rowCount - 1) {
      for column in 0..<(columnCount - 1) {
        let post = row * columnCount + column
        let corners = (
          values[post], values[post + 1], values[post + columnCount + 1], values[post + columnCount]
        )
        guard corners.0 != Self.nothing, corners.1 != Self.nothing, corners.2 != Self.nothing,
          corners.3 != Self.nothing
        else { continue }
        func isHigh(_ value: Int16) -> Bool { Float(value) > limit }
        let pattern =
          (isHigh(corners.0) ? 8 : 0) | (isHigh(corners.1) ? 4 : 0) | (isHigh(corners.2) ? 2 : 0)
          | (isHigh(corners.3) ? 1 : 0)
        guard pattern != 0, pattern != 15 else { continue }
        let edges = SIMD4<Int>(2 * post, 2 * (post + 1) + 1, 2 * (post + columnCount), 2 * post + 1)
        let mean = (Float(corners.0) + Float(corners.1) + Float(corners.2) + Float(corners.3)) / 4
        let isSaddle = pattern == 5 || pattern == 10
        for (from, to) in Self.pieces[isSaddle && mean > limit ? pattern / 5 + 15 : pattern] {
          next[edges[from]] = Int32(edges[to])
          isEntered[edges[to]] = true
        }
      }
    }
    var lines: [[Coordinate]] = []
    func follow(_ start: Int) {
      var line = [crossing(start, limit)]
      var edge = start
      while next[edge] >= 0 {
        let following = Int(next[edge])
        next[edge] = -1
        edge = following
        line.append(crossing(edge, limit))
      }
      lines.append(line)
    }
    for edge in next.indices where next[edge] >= 0 && !isEntered[edge] { follow(edge) }
    for edge in next.indices where next[edge] >= 0 { follow(edge) }
    return lines
  }

  /// The edges by which lines enter and leave a cell: 0 at the top, 1 on the right, 2 at the bottom, 3 on the
  /// left.
  ///
  /// The index is the pattern of corners above the level, from bit 3 at the north-western one clockwise; the
  /// last two are the patterns 5 and 10 around a middle that is above it, too.
  private static let pieces: [[(from: Int, to: Int)]] = [
    [], [(3, 2)], [(2, 1)], [(3, 1)], [(1, 0)], [(3, 2), (1, 0)], [(2, 0)], [(3, 0)], [(0, 3)], [(0, 2)],
    [(0, 3), (2, 1)], [(0, 1)], [(1, 3)], [(1, 2)], [(2, 3)], [], [(3, 0), (1, 2)], [(0, 1), (2, 3)],
  ]

  private func crossing(_ edge: Int, _ limit: Float) -> Coordinate {
    let post = edge / 2
    let other = edge % 2 == 0 ? post + 1 : post + columnCount
    let (first, second) = (Float(values[post]), Float(values[other]))
    let share = Double((limit - first) / (second - first))
    let (a, b) = (
      place(row: post / columnCount, column: post % columnCount),
      place(row: other / columnCount, column: other % columnCount)
    )
    return Coordinate(
      latitudeDegrees: a.latitudeDegrees + (b.latitudeDegrees - a.latitudeDegrees) * share,
      longitudeDegrees: a.longitudeDegrees + (b.longitudeDegrees - a.longitudeDegrees) * share)
  }
}

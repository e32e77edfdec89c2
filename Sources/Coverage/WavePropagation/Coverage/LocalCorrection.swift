import WaveUnits

/// A smooth correction of levels that is 0 dB where no measured points are near.
///
/// At nodes an eighth of the radius apart it is Σ w·r / (Σ w + 1): r are the squares' differences from the
/// offset, w = (1 − (d/radius)²)² of their distance d, and the 1 is one square at no distance that differs by
/// nothing. Between nodes it is bilinear.
///
/// Source: E. Nadaraya, On estimating regression (1964), doi:10.1137/1109020, shrunk.
struct LocalCorrection: Equatable, Sendable {
  /// Nodes within the radius.
  static let nodesPerRadius = 8
  /// What weighs against the squares around a place.
  static let shrinkage = 1.0
  /// Differences further than this from the median or the offset tell of the measurement rather than of the
  /// place, dB.
  static let most = 30.0

  /// How far a square counts, m.
  let radiusMeters: Double
  /// Nodes from west to east, and from south to north.
  private let columnCount: Int
  private let rowCount: Int
  private let perMeter: Double
  /// Decibels at the nodes, row by row from the south, each from the west.
  private var nodes: [Double]

  /// Makes the correction.
  ///
  /// - Parameters:
  ///   - cells: The squares.
  ///   - offset: What they differ from, dB.
  ///   - radiusMeters: A sixteenth of what the squares span or more, and above 0.
  /// - Complexity: O(squares · 17² + nodes); 146² nodes at most.
  init(_ cells: ResidualCells, offset: Double, radiusMeters: Double) {
    self.radiusMeters = radiusMeters
    perMeter = Double(Self.nodesPerRadius) / radiusMeters
    let reach = Double(Self.nodesPerRadius)
    columnCount = Int(saturating: (cells.plane.widthMeters * perMeter + 2 * reach).rounded(.up)) + 1
    rowCount = Int(saturating: (cells.plane.heightMeters * perMeter + 2 * reach).rounded(.up)) + 1
    nodes = [Double](repeating: 0, count: rowCount * columnCount)
    var weights = nodes
    for cell in 0..<cells.count {
      let held = Self.held(cells.means[cell] - offset)
      let (x, y) = (cells.x[cell] * perMeter + reach, cells.y[cell] * perMeter + reach)
      let (left, right) = (
        Swift.max(0, Int(saturating: x - reach)), Swift.min(columnCount - 1, Int(saturating: x + reach))
      )
      let (low, high) = (
        Swift.max(0, Int(saturating: y - reach)), Swift.min(rowCount - 1, Int(saturating: y + reach))
      )
      guard left <= right, low <= high else { continue }
      for row in low...high {
        let up = (Double(row) - y) * (Double(row) - y)
        for column in left...right {
          let square = up + (Double(column) - x) * (Double(column) - x)
          let weight = Self.weight(square / (reach * reach))
          nodes[row * columnCount + column] += weight * held
          weights[row * columnCount + column] += weight
        }
      }
    }
    for node in nodes.indices { nodes[node] /= weights[node] + Self.shrinkage }
  }

  /// A difference from the median or the offset as it counts, dB.
  static func held(_ decibels: Double) -> Double { Swift.max(-most, Swift.min(most, decibels)) }

  /// How much a square counts by the square of its distance in radii.
  static func weight(_ square: Double) -> Double {
    let left = Swift.max(0, 1 - square)
    return left * left
  }

  /// The node in the west of a place or in the south of it, and how far on it lies; nil beyond the nodes.
  private func step(_ meters: Double, count: Int) -> (node: Int, share: Double)? {
    let place = meters * perMeter + Double(Self.nodesPerRadius)
    guard place >= 0, place < Double(count - 1) else { return nil }
    let node = Int(saturating: place)
    return (node, place - Double(node))
  }

  /// The columns' nodes of places on the plane.
  func column(ofX meters: Double) -> (node: Int, share: Double)? { step(meters, count: columnCount) }

  /// The rows' nodes of places on the plane.
  func row(ofY meters: Double) -> (node: Int, share: Double)? { step(meters, count: rowCount) }

  /// The correction between nodes, dB.
  func value(_ row: (node: Int, share: Double), _ column: (node: Int, share: Double)) -> Double {
    let first = row.node * columnCount + column.node
    let (south, north) = (
      nodes[first] + (nodes[first + 1] - nodes[first]) * column.share,
      nodes[first + columnCount] + (nodes[first + columnCount + 1] - nodes[first + columnCount])
        * column.share
    )
    return south + (north - south) * row.share
  }
}

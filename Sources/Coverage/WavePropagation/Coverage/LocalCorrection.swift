import WaveUnits

/// A smooth correction of levels that fades to 0 dB away from measured points.
///
/// At nodes an eighth of the radius apart, the correction is Σ w·r / (Σ w + 1), where r are the differences
/// between the squares and the offset, w = (1 − (d/radius)²)² for the distance d of a square, and the 1
/// represents a square at distance 0 with a difference of 0. It is interpolated bilinearly between nodes.
///
/// Source: E. Nadaraya, On estimating regression (1964), doi:10.1137/1109020, with shrinkage added.
struct LocalCorrection: Equatable, Sendable {
  /// The number of nodes within the radius.
  static let nodesPerRadius = 8
  /// The weight of the hypothetical square with a difference of 0, which shrinks the correction.
  static let shrinkage = 1.0
  /// The limit in dB to which differences from the median or the offset are clamped; larger ones are due to
  /// the measurement rather than the location.
  static let most = 30.0

  /// The radius within which a square is used, in metres.
  let radiusMeters: Double
  /// The number of nodes from west to east.
  private let columnCount: Int
  /// The number of nodes from south to north.
  private let rowCount: Int
  private let perMeter: Double
  /// The correction at the nodes in decibels, row by row from the south, and from the west in each row.
  private var nodes: [Double]

  /// Computes the correction.
  ///
  /// - Parameters:
  ///   - cells: The squares that contain measured points.
  ///   - offset: The offset, which is subtracted from the squares' differences, in dB.
  ///   - radiusMeters: The radius; greater than 0, and at least a sixteenth of the squares' extent.
  /// - Complexity: O(squares · 17² + nodes), with at most 146² nodes.
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

  /// Returns a difference from the median or the offset, in dB, clamped to ±`most`.
  static func held(_ decibels: Double) -> Double { Swift.max(-most, Swift.min(most, decibels)) }

  /// Returns the weight of a square, given the square of its distance in radii.
  static func weight(_ square: Double) -> Double {
    let left = Swift.max(0, 1 - square)
    return left * left
  }

  /// Returns the index of the node to the west or south of a position and the fraction of the distance to the
  /// next one; nil beyond the nodes.
  private func step(_ meters: Double, count: Int) -> (node: Int, share: Double)? {
    let place = meters * perMeter + Double(Self.nodesPerRadius)
    guard place >= 0, place < Double(count - 1) else { return nil }
    let node = Int(saturating: place)
    return (node, place - Double(node))
  }

  /// Returns the column index of the node at or west of a position on the plane, and the fraction of the
  /// distance to the next one; nil beyond the nodes.
  func column(ofX meters: Double) -> (node: Int, share: Double)? { step(meters, count: columnCount) }

  /// Returns the row index of the node at or south of a position on the plane, and the fraction of the
  /// distance to the next one; nil beyond the nodes.
  func row(ofY meters: Double) -> (node: Int, share: Double)? { step(meters, count: rowCount) }

  /// Returns the correction in dB, interpolated between nodes.
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

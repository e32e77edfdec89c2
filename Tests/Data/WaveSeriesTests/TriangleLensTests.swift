import TestSupport
import Testing
import WaveSeries

/// ``MinMaxLTTB`` and ``LTD``, which choose by triangles, too.
@Suite struct TriangleLensTests {
  /// The example of the paper's own code: 10 points, 4 of them, twice as many preselected.
  @Test func minMaxLTTBKeepsTheRowsOfItsExample() {
    let ramp = (0..<10).map { Float($0) }
    #expect(MinMaxLTTB.rows(of: ramp.span, threshold: 4, ratio: 2) == [0, 1, 5, 9])
  }

  @Test func minMaxLTTBIsLTTBOfMinMax() {
    var random = SeededGenerator(seed: 43)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        var values = shape.values(Int.random(in: 500...2000, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let threshold = Int.random(in: 3...50, using: &random)
        let buckets = threshold * 2
        let inner = values.count - 2
        var chosen = [0]
        for bucket in 0..<buckets {
          let rows = (0..<inner).filter { $0 * buckets / inner == bucket }.map { $0 + 1 }
          let valid = rows.filter { values[$0].isFinite }
          if let low = valid.min(by: { values[$0] < values[$1] }), let first = rows.first,
            let high = valid.first(where: { row in !valid.contains { values[$0] > values[row] } })
          {
            chosen += Set([low, high]).sorted()
            #expect(first <= low)
          } else {
            chosen.append(rows[0])
          }
        }
        chosen.append(values.count - 1)
        let y = chosen.map { values[$0].isFinite ? Double(values[$0]) : .nan }
        let x = chosen.map { Double($0) }
        let expected = LTTB.rows(of: y.span, x: x.span, threshold: threshold).map { chosen[$0] }
        #expect(MinMaxLTTB.rows(of: values.span, threshold: threshold) == expected)
      }
    }
  }

  /// The thesis's loop with a regression over all rows of a bucket each time.
  private static func naiveEdges(_ values: [Double], threshold: Int) -> [Int] {
    let count = values.count
    let step = Double(count - 2) / Double(threshold - 2)
    var edges = (0..<threshold).map { min(Int((Double($0) * step).rounded(.down)) + 1, count) }
    func error(_ start: Int, _ end: Int) -> Double {
      let rows = (max(start - 1, 0)..<min(end + 1, count)).filter { values[$0].isFinite }
      guard rows.count > 2 else { return 0 }
      let meanX = rows.map(Double.init).reduce(0, +) / Double(rows.count)
      let meanY = rows.map { values[$0] }.reduce(0, +) / Double(rows.count)
      let xx = rows.map { (Double($0) - meanX) * (Double($0) - meanX) }.reduce(0, +)
      let xy = rows.map { (Double($0) - meanX) * (values[$0] - meanY) }.reduce(0, +)
      let slope = xy / xx
      return rows.map { row in
        let miss = values[row] - meanY - slope * (Double(row) - meanX)
        return miss * miss
      }.reduce(0, +)
    }
    for _ in 0..<10 * (count / threshold) {
      let errors = (0..<edges.count - 2).map { error(edges[$0], edges[$0 + 1]) }
      let splittable = errors.indices.filter { errors[$0] > 0 && edges[$0 + 1] - edges[$0] > 1 }
      guard let worst = splittable.max(by: { (errors[$0], $1) < (errors[$1], $0) }) else { break }
      let pairs = (0..<max(errors.count - 1, 0)).filter { $0 != worst && $0 + 1 != worst }
      let sum = { (pair: Int) in errors[pair] + errors[pair + 1] }
      guard let calm = pairs.min(by: { (sum($0), $0) < (sum($1), $1) }), sum(calm) < errors[worst] else {
        break
      }
      let middle = edges[worst] + (edges[worst + 1] - edges[worst]) / 2
      edges.remove(at: calm + 1)
      edges.append(middle)
      edges.sort()
    }
    return edges
  }

  private static func naiveRows(_ values: [Double], edges: [Int]) -> [Int] {
    var kept = [0]
    for bucket in 0..<edges.count - 2 {
      let a = (x: Double(kept[bucket]), y: values[kept[bucket]])
      let next = edges[bucket + 1]..<edges[bucket + 2]
      let c = (
        x: next.map(Double.init).reduce(0, +) / Double(next.count),
        y: next.map { values[$0] }.reduce(0, +) / Double(next.count)
      )
      var best = (area: -1.0, row: 0)
      for row in edges[bucket]..<edges[bucket + 1] {
        let area = abs((a.x - c.x) * (values[row] - a.y) - (a.x - Double(row)) * (c.y - a.y))
        if area > best.area { best = (area, row) }
      }
      kept.append(best.row)
    }
    return kept + [values.count - 1]
  }

  @Test func ltdFollowsTheThesis() {
    var random = SeededGenerator(seed: 44)
    for shape in [Shape.walk, .noise, .spikes] {
      for _ in 0..<6 {
        let count = Int.random(in: 20...700, using: &random)
        let values = shape.values(count, using: &random).map { $0 + Float.random(in: -1...1, using: &random) }
        let doubles = values.map(Double.init)
        let threshold = Int.random(in: 3...min(40, count - 1), using: &random)
        let edges = Self.naiveEdges(doubles, threshold: threshold)
        #expect(LTD.rows(of: values.span, threshold: threshold) == Self.naiveRows(doubles, edges: edges))
      }
    }
  }

  /// With gaps, of any shape: ascending rows, both ends, as many as wanted, and none missing but in a bucket
  /// without values.
  @Test func rowsAreAscendingAndAsManyAsWanted() {
    var random = SeededGenerator(seed: 45)
    for shape in Shape.allCases {
      for fault in Fault.allCases {
        var values = shape.values(Int.random(in: 1...600, using: &random), using: &random)
        fault.apply(to: &values, using: &random)
        let threshold = Int.random(in: 0...90, using: &random)
        for lens in [Lens.ltd, .lttb, .minMaxLTTB] {
          let points = lens.points(of: values.span, threshold: threshold)
          #expect(points.count == (threshold < 3 ? values.count : min(threshold, values.count)))
          #expect(zip(points, points.dropFirst()).allSatisfy { $0.row < $1.row })
          #expect(points.first?.row == 0 && points.last?.row == values.count - 1)
          for point in points {
            let value = values[point.row]
            #expect(value.isFinite ? point.value == Double(value) : point.value.isNaN)
          }
        }
      }
    }
  }
}

import Testing
import TestSupport
import WaveSpectra

/// Reduction through the pyramid against a twin that looks at every bin.
@Suite struct PowerPyramidTests {
  private static func row(_ count: Int, gaps: Double, _ random: inout SeededGenerator) -> PowerRow {
    var row = PowerRow(
      sequence: 1, startMicroseconds: 0, durationMicroseconds: 1,
      axis: BinAxis(firstHertz: 1000.5, stepHertz: 1, count: count), enbwHertz: 1.5, max: [], mean: [],
      min: [])
    for _ in 0..<count {
      let isGap = Double.random(in: 0..<1, using: &random) < gaps
      let power = isGap ? Float.nan : Float.random(in: 0..<1, using: &random)
      row.max.append(power * 3)
      row.mean.append(power)
      row.min.append(power / 7)
    }
    return row
  }

  /// A column holds the bins whose centre it holds, lower edge included.
  private static func naive(
    _ plane: [Float], _ axis: BinAxis, low: Double, width: Double, column: Int, columns: Int
  ) -> [Float] {
    plane.indices.filter { bin in
      let place = (Double(bin) + 0.5) - (low - axis.lowHertz) / axis.stepHertz
      // The same two edges as the reducer's, compared in bins.
      return place >= width * Double(column) / Double(columns)
        && place < width * Double(column + 1) / Double(columns)
    }.map { plane[$0] }.filter { !$0.isNaN }
  }

  @Test(arguments: [(0.0, 1), (0.0, 2), (0.3, 3), (0.98, 4)]) func everySpanIsThatOfItsBins(
    gaps: Double, seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 {
      let count = Int.random(in: 1...1500, using: &random)
      let row = Self.row(count, gaps: gaps, &random)
      let pyramid = PowerPyramid(row)
      for _ in 0..<50 {
        let columns = Int.random(in: 1...12, using: &random)
        // Whole eighths of a bin: the twin's edges and the reducer's are then the same numbers.
        let low = 1000 + Double(Int.random(in: -80...(8 * count), using: &random)) / 8
        let width = Double(Int.random(in: 1...(8 * count + 160), using: &random)) / 8
        let reducer = ColumnReducer(axis: row.axis, lowHertz: low, highHertz: low + width, columns: columns)
        var direct = [Float](repeating: -1, count: reducer.columns)
        var through = direct
        for detector in [Detector.max, .mean, .min, .sample] {
          let plane = detector == .max ? row.max : detector == .min ? row.min : row.mean
          var output = direct.mutableSpan
          reducer.reduce(plane.span, detector, into: &output)
          var other = through.mutableSpan
          reducer.reduce(pyramid, detector, into: &other)
          for column in 0..<reducer.columns {
            if direct[column].isNaN {
              #expect(through[column].isNaN)
            } else if detector == .mean {
              #expect(abs(through[column] - direct[column]) <= 3e-5 * direct[column])
            } else {
              #expect(through[column] == direct[column])
            }
          }
        }
      }
    }
  }

  @Test func meanIsNearerToTheTrueOneThanALongSum() {
    var random = SeededGenerator(seed: 9)
    let row = Self.row(65_536, gaps: 0.1, &random)
    let reducer = ColumnReducer(axis: row.axis, lowHertz: 1000, highHertz: 1000 + 65_536, columns: 1)
    var through: [Float] = [0]
    var output = through.mutableSpan
    reducer.reduce(PowerPyramid(row), .mean, into: &output)
    let levels = row.mean.filter { !$0.isNaN }.map(Double.init)
    let mean = levels.reduce(0, +) / Double(levels.count)
    #expect(abs(Double(through[0]) - mean) < 2e-7 * mean)
  }

  @Test func columnsAreThoseOfTheNaiveTwin() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let count = Int.random(in: 9...400, using: &random)
      let row = Self.row(count, gaps: 0.2, &random)
      let pyramid = PowerPyramid(row)
      let columns = 1 << Int.random(in: 0...2, using: &random)
      let low = 1000 + Double(Int.random(in: -40...(4 * count), using: &random)) / 8
      let width = Double(Int.random(in: (64 * columns)...(8 * count + 64 * columns), using: &random)) / 8
      let reducer = ColumnReducer(axis: row.axis, lowHertz: low, highHertz: low + width, columns: columns)
      var values = [Float](repeating: -1, count: columns)
      for (detector, plane) in [(Detector.max, row.max), (.min, row.min), (.mean, row.mean)] {
        var output = values.mutableSpan
        reducer.reduce(pyramid, detector, into: &output)
        for column in 0..<columns {
          let bins = Self.naive(plane, row.axis, low: low, width: width, column: column, columns: columns)
          guard !bins.isEmpty else {
            #expect(values[column].isNaN)
            continue
          }
          switch detector {
          case .max: #expect(values[column] == bins.max())
          case .min: #expect(values[column] == bins.min())
          default:
            let mean = bins.map(Double.init).reduce(0, +) / Double(bins.count)
            #expect(abs(Double(values[column]) - mean) <= 1e-6 * mean)
          }
        }
      }
    }
  }

  @Test func bandPowerIsThatOfTheRow() {
    var random = SeededGenerator(seed: 6)
    for gaps in [0, 0.3, 1] {
      for _ in 0..<500 {
        let count = Int.random(in: 1...700, using: &random)
        let row = Self.row(count, gaps: gaps, &random)
        let low = Double.random(in: 990...(1010 + Double(count)), using: &random)
        let high = low + Double.random(in: -1...Double(count + 10), using: &random)
        let direct = bandPower(of: row, lowHertz: low, highHertz: high)
        let through = PowerPyramid(row).bandPower(lowHertz: low, highHertz: high)
        #expect(direct.isNaN == through.isNaN)
        if !direct.isNaN { #expect(abs(through - direct) <= 1e-6 * direct) }
      }
    }
  }

  @Test func aRowWithoutBinsHasNoLevels() {
    let row = PowerRow(
      sequence: 1, startMicroseconds: 0, durationMicroseconds: 1,
      axis: BinAxis(firstHertz: 0, stepHertz: 1, count: 0), enbwHertz: 1, max: [], mean: [], min: [])
    #expect(PowerPyramid(row).bandPower(lowHertz: 0, highHertz: 1).isNaN)
  }
}

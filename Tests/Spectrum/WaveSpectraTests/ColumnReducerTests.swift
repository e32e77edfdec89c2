import TestSupport
import Testing
import WaveSpectra

@Suite struct ColumnReducerTests {
  let axis = BinAxis(firstHertz: 1000, stepHertz: 10, count: 100)

  @Test func agreesWithTheNaiveTwin() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<400 {
      let count = Int.random(in: 1...300, using: &generator)
      let axis = BinAxis(
        firstHertz: Double.random(in: -1e6...1e9, using: &generator),
        stepHertz: Double.random(in: 0.1...1e4, using: &generator), count: count)
      let plane = (0..<count).map { _ in
        Int.random(in: 0..<10, using: &generator) == 0
          ? Float.nan : Float.random(in: 0...1, using: &generator)
      }
      let span = axis.highHertz - axis.lowHertz
      let low = axis.lowHertz + span * Double.random(in: -0.5...1, using: &generator)
      let high = low + span * Double.random(in: 0.01...1.5, using: &generator)
      let columns = Int.random(in: 1...200, using: &generator)
      let reducer = ColumnReducer(axis: axis, lowHertz: low, highHertz: high, columns: columns)
      #expect(reducer.columns <= columns)
      for detector in Detector.allCases {
        expectEqual(reduced(plane, detector, by: reducer), naive(plane, detector, reducer))
      }
    }
  }

  /// Columns of many bins are reduced in vectors: of any length, with and without gaps, and of nothing but
  /// one value.
  @Test(arguments: [0, 0.001, 0.5, 1]) func longColumnsAgreeWithTheNaiveTwin(gaps: Double) {
    var generator = SeededGenerator(seed: 7)
    for count in [16, 17, 31, 100, 1023, 4099] {
      let axis = BinAxis(firstHertz: 1000, stepHertz: 10, count: count)
      let noise = (0..<count).map { _ in
        Double.random(in: 0..<1, using: &generator) < gaps ? Float.nan : .random(in: 0...1, using: &generator)
      }
      for plane in [noise] + [0, -.infinity, .infinity].map({ [Float](repeating: $0, count: count) }) {
        for columns in [1, 2, 3, 7, 64] where columns <= count {
          let reducer = ColumnReducer(
            axis: axis, lowHertz: axis.lowHertz, highHertz: axis.highHertz, columns: columns)
          for detector in Detector.allCases {
            expectEqual(reduced(plane, detector, by: reducer), naive(plane, detector, reducer))
          }
        }
      }
    }
  }

  @Test func everyBinIsInOneColumn() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      let axis = BinAxis(
        firstHertz: 88e6, stepHertz: Double.random(in: 1...10_000, using: &generator),
        count: Int.random(in: 1...2000, using: &generator))
      let columns = Int.random(in: 1...2048, using: &generator)
      let reducer = ColumnReducer(
        axis: axis, lowHertz: axis.lowHertz, highHertz: axis.highHertz, columns: columns)
      #expect(reducer.columns == min(columns, axis.count))
      for _ in 0..<10 {
        var plane = [Float](repeating: 0, count: axis.count)
        let bin = Int.random(in: 0..<axis.count, using: &generator)
        plane[bin] = 1
        let shown = reduced(plane, .max, by: reducer).indices(of: 1)
        #expect(shown.ranges.count == 1 && shown.ranges.first?.count == 1)
      }
    }
  }

  /// Any zoom whose columns are narrower than a bin, or barely wider, leaves no hole inside the axis.
  @Test func noColumnInsideTheAxisIsEmpty() {
    var generator = SeededGenerator(seed: 5)
    let plane = [Float](repeating: 1, count: 100)
    for _ in 0..<2000 {
      let columns = Int.random(in: 1...60, using: &generator)
      let width = 10 * Double(columns) * Double.random(in: 0.97...1.03, using: &generator)
      let low = Double.random(in: 995...1200, using: &generator)
      let reducer = ColumnReducer(axis: axis, lowHertz: low, highHertz: low + width, columns: columns)
      #expect(reduced(plane, .max, by: reducer).allSatisfy { $0 == 1 })
      #expect(abs(reducer.lowHertz - low) <= 10)
      #expect(abs(reducer.highHertz - low - width) <= 10)
    }
  }

  @Test func fewBinsBecomeColumnsOfTheirOwn() {
    let reducer = ColumnReducer(axis: axis, lowHertz: 1012, highHertz: 1043, columns: 2048)
    #expect(reducer.columns == 4)
    #expect(reducer.lowHertz == 1005)
    #expect(reducer.highHertz == 1045)
    let plane = (0..<100).map { Float($0) }
    #expect(reduced(plane, .mean, by: reducer) == [1, 2, 3, 4])
  }

  @Test func bandsOnBinEdgesStayAsTheyAre() {
    let reducer = ColumnReducer(axis: axis, lowHertz: 1005, highHertz: 1045, columns: 4)
    #expect(reducer.columns == 4)
    #expect(reducer.lowHertz == 1005)
    #expect(reducer.highHertz == 1045)
  }

  /// As many columns as bins, but for a rounding of the band's width, are the bins themselves.
  @Test(arguments: [1, 1 + 5e-10, 1 + 1e-9]) func asManyColumnsAsBinsAreWholeBins(widening: Double) {
    // Bins from 0.2, and a band from 0 that starts and ends within bins.
    let axis = BinAxis(firstHertz: 0.7, stepHertz: 1, count: 100)
    let reducer = ColumnReducer(axis: axis, lowHertz: 0, highHertz: 4 * widening, columns: 4)
    #expect(reducer.columns == 4)
    #expect(reducer.lowHertz == axis.lowHertz)
    #expect(reducer.highHertz == axis.lowHertz + 4)
  }

  @Test func fewerColumnsThanBinsKeepTheBand() {
    let axis = BinAxis(firstHertz: 0.7, stepHertz: 1, count: 100)
    for highHertz in [4.001, 4 * (1 + 1e-8), 8] {
      let reducer = ColumnReducer(axis: axis, lowHertz: 0, highHertz: highHertz, columns: 4)
      #expect(reducer.lowHertz == 0 && reducer.highHertz == highHertz && reducer.columns == 4)
    }
  }

  @Test func columnsBeyondTheAxisAreEmpty() {
    let plane = [Float](repeating: 1, count: 100)
    let wide = ColumnReducer(axis: axis, lowHertz: 0, highHertz: 4000, columns: 4)
    let values = reduced(plane, .max, by: wide)
    #expect(values.map(\.isNaN) == [true, false, true, true])
    let near = ColumnReducer(axis: axis, lowHertz: 985, highHertz: 1015, columns: 100)
    #expect(
      reduced(plane, .max, by: near).map(\.isNaN) == [true, false, false])
    let far = ColumnReducer(axis: axis, lowHertz: -1e9, highHertz: -1e9 + 30, columns: 100)
    #expect(reduced(plane, .max, by: far).allSatisfy { $0.isNaN })
  }

  @Test func shortPlanesAndOutputsAreNoHarm() {
    let reducer = ColumnReducer(axis: axis, lowHertz: 995, highHertz: 1995, columns: 10)
    #expect(reduced([1, 2], .max, by: reducer).map(\.isNaN) == [false] + [Bool](repeating: true, count: 9))
    var output: [Float] = [7, 7]
    var span = output.mutableSpan
    reducer.reduce([Float](repeating: 1, count: 100).span, .max, into: &span)
    #expect(output == [1, 1])
  }

  @Test func nonsenseGivesNoColumns() {
    let nan = Double.nan
    for (low, high, columns) in [
      (1000.0, 1000.0, 10), (1100, 1000, 10), (nan, 1100, 10), (1000, nan, 10), (1000, .infinity, 10),
      (-.infinity, 1000, 10), (1000, 1100, 0), (1000, 1100, -5), (1000, 1100, .max),
    ] {
      #expect(ColumnReducer(axis: axis, lowHertz: low, highHertz: high, columns: columns).columns == 0)
    }
    for axis in [
      BinAxis(firstHertz: 0, stepHertz: 0, count: 5), BinAxis(firstHertz: 0, stepHertz: 1, count: 0),
      BinAxis(firstHertz: nan, stepHertz: 1, count: 5), BinAxis(firstHertz: 0, stepHertz: -1, count: 5),
      BinAxis(firstHertz: 0, stepHertz: nan, count: 5), BinAxis(firstHertz: 0, stepHertz: 1, count: .max),
    ] {
      #expect(ColumnReducer(axis: axis, lowHertz: 0, highHertz: 3, columns: 10).columns == 0)
    }
  }

  private func naive(_ plane: [Float], _ detector: Detector, _ reducer: ColumnReducer) -> [Float] {
    let width = (reducer.highHertz - reducer.lowHertz) / Double(reducer.columns)
    var groups = [[Float]](repeating: [], count: reducer.columns)
    for (bin, power) in plane.enumerated() where !power.isNaN {
      let center = reducer.axis.firstHertz + Double(bin) * reducer.axis.stepHertz
      let column = ((center - reducer.lowHertz) / width).rounded(.down)
      if column >= 0, column < Double(reducer.columns) { groups[Int(column)].append(power) }
    }
    return groups.map { group in
      switch detector {
      case .max: group.max() ?? .nan
      case .min: group.min() ?? .nan
      case .mean: group.isEmpty ? .nan : Float(group.reduce(0) { $0 + Double($1) } / Double(group.count))
      case .sample: group.first ?? .nan
      }
    }
  }

  private func expectEqual(_ values: [Float], _ truth: [Float]) {
    #expect(values.count == truth.count)
    for (value, expected) in zip(values, truth) {
      #expect(value.isNaN ? expected.isNaN : value == expected || abs(value - expected) <= 1e-6)
    }
  }
}

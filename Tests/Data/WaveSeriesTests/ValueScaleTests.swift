import TestSupport
import Testing
import WaveSeries

@Suite struct ValueScaleTests {
  @Test func edgesLieInTheFirstAndTheLastRow() {
    let scale = ValueScale(low: -1, high: 1, rows: 200)
    #expect(scale.row(of: Float(1)) == 0)
    #expect(scale.row(of: Float(-1)) == 199)
    #expect(scale.row(of: Float(0)) == 100)
    #expect(scale.row(of: Float(1).nextUp) == -1)
    #expect(scale.row(of: 3.0) == -200)
    #expect(scale.row(of: -2.0) == 300)
  }

  /// On grids where doubles are exact the row is that of whole numbers.
  @Test func rowIsThatOfTheFormula() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<4000 {
      let low = Int.random(in: -4000...4000, using: &random)
      let span = 1 << Int.random(in: 0...12, using: &random)
      let rows = Int.random(in: 1...1000, using: &random)
      let value = Int.random(in: -9000...9000, using: &random)
      let scale = ValueScale(low: Double(low), high: Double(low + span), rows: rows)
      let (quotient, remainder) = ((low + span - value) * rows).quotientAndRemainder(dividingBy: span)
      let row = remainder < 0 ? quotient - 1 : quotient
      let held = min(max(row, -16_384), 32_766)
      #expect(scale.row(of: Float(value)) == (value == low ? rows - 1 : held))
    }
  }

  @Test func orderIsNeverTurnedRound() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<100 {
      let bits = { Double(Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))) }
      let scale = ValueScale(
        low: bits(), high: bits(), rows: Int.random(in: -3...20_000, using: &random))
      var values = (0..<60).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }.filter(
        \.isFinite)
      values += [Float(scale.low), Float(scale.high)].flatMap { [$0, $0.nextUp, $0.nextDown] }.filter(
        \.isFinite)
      let rows = values.sorted().map { scale.row(of: $0) }
      for (upper, lower) in zip(rows, rows.dropFirst()) { #expect(upper >= lower) }
      for row in rows { #expect(ValueScale.farthestRows.contains(row)) }
    }
  }

  @Test func anyNumbersMakeAScale() {
    #expect(ValueScale(low: 2, high: 1, rows: 5) == ValueScale(low: 1, high: 2, rows: 5))
    #expect(ValueScale(low: .nan, high: 4, rows: 5) == ValueScale(low: 0, high: 1, rows: 5))
    #expect(ValueScale(low: 0, high: .infinity, rows: 5) == ValueScale(low: 0, high: 1, rows: 5))
    #expect(ValueScale(low: 7, high: 7, rows: 101).row(of: Float(7)) == 50)
    let widest = ValueScale(low: -.greatestFiniteMagnitude, high: .greatestFiniteMagnitude, rows: 100)
    #expect(widest.row(of: 0.0) == 50)
    #expect(widest.row(of: -Double.greatestFiniteMagnitude) == 99)
    _ = ValueScale(low: 0, high: .leastNonzeroMagnitude, rows: 100).row(of: Float(1e30))
    _ = ValueScale(low: 0, high: 1, rows: 100).row(of: Float.nan)
  }
}

import Testing
import WaveTables

@testable import WaveDataServer

@Suite struct ViewCostTests {
  private func window(_ from: Int64, _ until: Int64, _ order: ColumnOrder = .rows) -> ColumnWindow {
    ColumnWindow(order: order, from: from, until: until, pixels: 10)
  }

  @Test func whatIsNarrowerCostsLess() {
    var cost = ViewCost()
    #expect(cost.microseconds(of: window(0, 1000)) == 0)
    cost.take(5000, window(0, 1000), isWhole: true)
    #expect(cost.microseconds(of: window(500, 510)) == 50)
    #expect(cost.microseconds(of: window(.min / 2, .max / 2)) > 1e15)
    // Another order reads all rows, whatever is seen of it.
    #expect(cost.microseconds(of: window(0, 1, .values(1))) == 0)
    cost.take(7000, window(0, 9, .values(1)), isWhole: true)
    #expect(cost.microseconds(of: window(0, 1, .ranks(2))) == 7000)
    #expect(cost.microseconds(of: window(500, 510)) == 50)
  }

  @Test func whatWasGivenUpCostsAtLeastThat() {
    var cost = ViewCost()
    cost.take(100, window(0, 10), isWhole: false)
    #expect(cost.microseconds(of: window(0, 10)) == 100)
    cost.take(40, window(0, 10), isWhole: false)
    #expect(cost.microseconds(of: window(0, 10)) == 100)
    cost.take(40, window(0, 10), isWhole: true)
    #expect(cost.microseconds(of: window(0, 10)) == 40)
    cost.take(70, window(3, 3), isWhole: true)
    #expect(cost.microseconds(of: window(5, 5)) == 70)
  }
}

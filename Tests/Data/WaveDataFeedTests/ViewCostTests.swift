import Testing
@testable import WaveDataFeed
import WaveDataWire

@Suite struct ViewCostTests {
  private func view(_ from: Int64, _ until: Int64, _ order: TableOrder = .rows) -> ShowTable {
    makeView(1, order, column: 1, from: from, until: until)
  }

  @Test func narrowerViewsCostLess() {
    var cost = ViewCost()
    #expect(cost.microseconds(of: view(0, 1000)) == 0)
    cost.record(5000, of: view(0, 1000), isWhole: true)
    #expect(cost.microseconds(of: view(500, 510)) == 50)
    #expect(cost.microseconds(of: view(.min / 2, .max / 2)) > 1e15)
    // Another order reads all rows, whatever is seen of it.
    #expect(cost.microseconds(of: view(0, 1, .values)) == 0)
    cost.record(7000, of: view(0, 9, .values), isWhole: true)
    #expect(cost.microseconds(of: view(0, 1, .ranks)) == 7000)
    #expect(cost.microseconds(of: view(500, 510)) == 50)
  }

  @Test func cancelledPicturesCostAtLeastTheirTime() {
    var cost = ViewCost()
    cost.record(100, of: view(0, 10), isWhole: false)
    #expect(cost.microseconds(of: view(0, 10)) == 100)
    cost.record(40, of: view(0, 10), isWhole: false)
    #expect(cost.microseconds(of: view(0, 10)) == 100)
    cost.record(40, of: view(0, 10), isWhole: true)
    #expect(cost.microseconds(of: view(0, 10)) == 40)
    cost.record(70, of: view(3, 3), isWhole: true)
    #expect(cost.microseconds(of: view(5, 5)) == 70)
  }
}

import Testing
import WaveWire

@testable import WaveDataWire

@Suite struct ScatterPartTests {
  private func whole(_ columns: Int, _ rows: Int, cell: (Int) -> UInt32) -> ScatterPart {
    ScatterPart(
      request: 1, source: 0, columns: UInt16(columns), rows: UInt16(rows), first: 0, insideCount: 1,
      outsideCount: 2, missingCount: 3, correlation: 0.5, counts: (0..<columns * rows).map(cell))
  }

  @Test(arguments: 0..<7) func theLargestGridsFitIntoMessagesAndComeWhole(pattern: Int) throws {
    let given = whole(WireLimits.scatterCells, WireLimits.scatterCells) { cell in
      switch pattern {
      case 0: 0
      case 1: UInt32.max
      case 2: cell % 2 == 0 ? 0 : .max
      case 3: cell % 3 == 0 ? 0 : 1
      // The smallest count of two bytes.
      case 6: 128
      case 4: cell < 131_072 ? 0 : UInt32(cell)
      default: UInt32(truncatingIfNeeded: cell &* 2_654_435_761) >> UInt32(cell % 32)
      }
    }
    var counts: [UInt32] = []
    for part in ScatterPart.parts(of: given) {
      #expect(Int(part.first) * Int(part.columns) == counts.count)
      var bytes: [UInt8] = []
      DataMessage.scatter(part).encodeFromServer(into: &bytes)
      #expect(bytes.count <= WireLimits.serverMessageBytes)
      var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
      let read = try reader.nextFromServer(in: bytes.span.bytes)
      #expect(read == .scatter(part))
      counts += part.counts
    }
    #expect(counts == given.counts)
  }

  @Test func aRunBeyondTheStatedLinesIsRefused() {
    var bytes: [UInt8] = []
    DataMessage.scatter(whole(4, 2) { _ in 0 }).encodeFromServer(into: &bytes)
    // The last byte says how many more cells are empty.
    bytes[bytes.count - 1] = 8
    var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
    #expect(throws: WireError.self) { try reader.nextFromServer(in: bytes.span.bytes) }
  }

  @Test func aNumberThatIsTooLongIsRefused() {
    var bytes: [UInt8] = []
    DataMessage.scatter(whole(1, 1) { _ in .max }).encodeFromServer(into: &bytes)
    bytes[bytes.count - 1] = 0x7F
    var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
    #expect(throws: WireError.self) { try reader.nextFromServer(in: bytes.span.bytes) }
  }

  @Test func aGridLargerThanTheLimitIsRefused() {
    var bytes: [UInt8] = []
    var scatter = ShowScatter(
      request: 1, source: 0, x: 0, y: 1, columns: 512, rows: 512, xLow: 0, xHigh: 1, yLow: 0, yHigh: 1)
    scatter.rows = 513
    DataMessage.showScatter(scatter).encodeFromClient(into: &bytes)
    var reader = DataMessageReader(limit: WireLimits.clientMessageBytes)
    #expect(throws: WireError.self) { try reader.nextFromClient(in: bytes.span.bytes) }
  }
}

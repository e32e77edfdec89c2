import Testing
import WaveDataWire
import WaveWire

@testable import WaveDataServer

/// Tables of numbers of any size: what a client is sent, it can read.
@Suite struct ReadableAxisTests {
  @Test func anAxisOfATableIsReadableWhateverItsValues() throws {
    for number in [Double.nan, .infinity, -.infinity, 1e308, -1e308] {
      for (from, until) in [(Int64.min, Int64.max), (.max, .max), (.min, .min), (5, 5)] {
        let axis = TableAxis(
          source: 0, order: .values, column: 1, kind: .number, from: from, until: until, offset: number,
          step: number)
        let row = TableCells(request: 1, source: 0, key: from, tick: until, first: 0, cells: [])
        var bytes: [UInt8] = []
        for message in [DataMessage.axis(axis), .row(row)] {
          message.readable.encodeFromServer(into: &bytes)
        }
        var reader = DataMessageReader(limit: WireLimits.serverMessageBytes)
        var count = 0
        while try reader.nextFromServer(in: bytes.span.bytes) != nil { count += 1 }
        #expect(count == 2)
      }
    }
  }
}

import Testing
import WaveTableFormats

@Suite struct CSVDetectionTests {
  private func format(
    _ bytes: [UInt8], columnLimit: Int = 1999
  ) throws(TableFormatError) -> CSVFormat {
    try CSVDetection.format(of: bytes, isCut: false, columnLimit: columnLimit)
  }

  @Test func refusesWhatIsNoTable() throws {
    #expect(throws: TableFormatError.empty) { try format([]) }
    #expect(throws: TableFormatError.empty) { try format(Array("\n\r\n".utf8)) }
    #expect(throws: TableFormatError.notText) { try format((0..<200).map { UInt8($0 % 8) }) }
    #expect(throws: TableFormatError.tooManyColumns(count: 4, limit: 3)) {
      try format(Array("a,b,c,d\n1,2,3,4\n".utf8), columnLimit: 3)
    }
    #expect(try format(Array("a,b,c\n1,2,3\n".utf8), columnLimit: 3).columns.count == 3)
  }

  @Test func zeroBytesAreNoPartOfCells() throws {
    let bytes = Array("a,b\n1,2\n".utf8) + [0, 0] + Array(String(repeating: "3,4\n", count: 20).utf8)
    let format = try format(bytes)
    #expect(format.columns.map(\.kind) == [.integer, .integer])
  }
}

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

  /// Numbers that are called, and addresses of machines, are names: nobody adds them up.
  @Test(arguments: ["+4930901820", "+1 202 555 0143", "192.168.0.1"])
  func numbersThatAreNamesAreTexts(_ name: String) throws {
    let rows = (0..<6).map { "\($0),\(name.dropLast())\($0)\n" }.joined()
    let format = try format(Array(("n,name\n" + rows).utf8))
    #expect(format.columns.map(\.kind) == [.integer, .text])
  }

  /// One column of numbers is enough if the header has a name for every column, or for all but the first.
  @Test(arguments: ["host  load\n", "load\n"])
  func wordsBetweenBlanksAreColumns(_ header: String) throws {
    let rows = "alpha  0.25\nbeta   1.5\ngamma  3.75\ndelta  0.5\n"
    let format = try format(Array((header + rows).utf8))
    #expect(format.columns.map(\.kind) == (header.count > 6 ? [.text, .real] : [.text]))
  }

  @Test func zeroBytesAreNoPartOfCells() throws {
    let bytes = Array("a,b\n1,2\n".utf8) + [0, 0] + Array(String(repeating: "3,4\n", count: 20).utf8)
    let format = try format(bytes)
    #expect(format.columns.map(\.kind) == [.integer, .integer])
  }
}

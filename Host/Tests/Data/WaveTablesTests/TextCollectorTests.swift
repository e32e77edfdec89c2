import Testing

@testable import WaveTables

@Suite struct TextCollectorTests {
  @Test func rowsAreDeliveredInFullChunksAndARest() {
    var collector = TextCollector(columnCount: 2)
    var chunks: [TextChunk] = []
    let count = TableChunk.rowLimit + 3
    for row in 0..<count {
      collector.begin(key: Int64(row) * 2)
      collector.append(row % 3 == 0 ? TableCell.null : .integer(Int64(row % 5)), of: 0)
      if row % 2 == 0 { collector.appendMissing(of: 1) } else { collector.append(.real(0.5), of: 1) }
      let before = chunks.count
      collector.deliver { chunks.append($0) }
      if collector.rowCount != row + 1 || (chunks.count > before) != (row + 1 == TableChunk.rowLimit) {
        Issue.record("row \(row)")
        break
      }
    }
    collector.deliver(isLast: true) { chunks.append($0) }
    // There is no empty chunk at the end.
    collector.deliver(isLast: true) { chunks.append($0) }
    #expect(chunks.map(\.firstRow) == [0, TableChunk.rowLimit])
    #expect(chunks.map(\.rowCount) == [TableChunk.rowLimit, 3])
    #expect(chunks.flatMap(\.keys) == (0..<Int64(count)).map { $0 * 2 })
    let dictionaries = collector.dictionaries
    #expect(dictionaries.map(\.count) == [5, 1])
    for (place, column) in [0, 1].enumerated() {
      let texts = chunks.flatMap { $0.codes[column] }.map { dictionaries[place].text($0) }
      let expected = (0..<count).map { row -> [UInt8]? in
        if column == 0 { return row % 3 == 0 ? nil : Array("\(row % 5)".utf8) }
        return row % 2 == 0 ? nil : Array("0.5".utf8)
      }
      #expect(texts == expected)
    }
  }

  private func code(_ bytes: [UInt8], in dictionary: inout TextDictionary) -> UInt16 {
    dictionary.code(adding: bytes.span)
  }

  @Test func textsAreCutBeforeACharacter() {
    let limit = TextDictionary.keyLimit
    var dictionary = TextDictionary()
    for (given, kept) in [
      (String(repeating: "a", count: limit), limit), (String(repeating: "b", count: limit + 1), limit),
      (String(repeating: "c", count: limit - 1) + "ä", limit - 1),
      (String(repeating: "d", count: limit - 2) + "ä", limit),
      (String(repeating: "e", count: limit - 3) + "\u{1F600}", limit - 3),
    ] {
      let bytes = Array(given.utf8)
      let code = code(bytes, in: &dictionary)
      #expect(dictionary.text(code) == Array(bytes.prefix(kept)))
      #expect(dictionary.code(of: bytes.span) == code)
    }
    #expect(dictionary.count == 5 && !dictionary.isCut)
  }

  @Test func bytesThatAreNoTextAreShownAsTheyAreRead() {
    var dictionary = TextDictionary()
    let broken: [[UInt8]] = [[0x80], [0xC3], [0x61, 0xC3, 0x28], [0xE2, 0x82], [0xC3, 0xA4], [0x7F], []]
    let codes = broken.map { code($0, in: &dictionary) }
    for (bytes, code) in zip(broken, codes) {
      let shown = Array(String(decoding: bytes, as: UTF8.self).utf8)
      #expect(dictionary.text(code) == shown && dictionary.code(of: shown.span) == code)
    }
    // The first two and the fourth look alike.
    #expect(codes == [1, 1, 2, 1, 3, 4, 5])
    // Three bytes for one: the text is cut again.
    let long = [UInt8](repeating: 0xFF, count: TextDictionary.keyLimit)
    let cut = code(long, in: &dictionary)
    #expect(dictionary.text(cut)?.count == 198)
  }

  @Test func theNumberOfTextsHasALimit() {
    for (limit, kept) in [(-1, 0), (0, 0), (1, 1), (2, 2)] {
      var dictionary = TextDictionary(valueLimit: limit)
      let codes = ["x", "y", "x", "z"].map { code(Array($0.utf8), in: &dictionary) }
      let other = TextDictionary.other
      #expect(codes == [[other, other, other, other], [1, other, 1, other], [1, 2, 1, other]][kept])
      #expect(dictionary.count == kept && dictionary.isCut)
    }
    // As many as there are codes, and not one more.
    var all = TextDictionary(valueLimit: .max)
    let codes = (0..<TextDictionary.valueLimit).map { code(Array("\($0)".utf8), in: &all) }
    #expect(codes == Array(1...UInt16(TextDictionary.valueLimit)))
    #expect(!all.isCut && all.count == TextDictionary.valueLimit)
    #expect(code(Array("more".utf8), in: &all) == TextDictionary.other && all.isCut)
    #expect(code(Array("65533".utf8), in: &all) == UInt16(TextDictionary.valueLimit))
  }
}

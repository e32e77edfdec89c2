import Testing
import WaveTables

@Suite struct TableCellTests {
  /// A text is cut where a character begins, and says so.
  @Test(arguments: [0, 1, TableCell.textLimit - 1, TableCell.textLimit])
  func textsUpToTheLimitAreWhole(_ count: Int) {
    let cell = TableCell(text: Array(repeating: UInt8(ascii: "a"), count: count))
    #expect(!cell.isCut && cell == .text(String(repeating: "a", count: count), byteCount: count))
  }

  @Test func longerTextsAreCut() {
    for count in TableCell.textLimit / 2 - 1...TableCell.textLimit / 2 + 3 {
      let text = "a" + String(repeating: "ä", count: count)
      let cell = TableCell(text: Array(text.utf8))
      #expect(cell.isCut == (text.utf8.count > TableCell.textLimit))
      guard case .text(let shown, let byteCount) = cell else {
        Issue.record("not a text")
        continue
      }
      #expect(byteCount == text.utf8.count && text.hasPrefix(shown))
      #expect(shown.utf8.count <= TableCell.textLimit)
    }
  }

  @Test func otherCellsAreWhole() {
    #expect(!TableCell.null.isCut && !TableCell.integer(1).isCut && !TableCell.blob(byteCount: 9).isCut)
  }
}

/// The layout of cells in lines of text.
enum CSVLayout: Equatable, Sendable {
  /// A separator character lies between cells.
  case separated
  /// Any number of blanks and tabs lies between cells.
  case blanks
  /// Cells begin at the given character offsets in a line, counted from 0, and are surrounded by blanks.
  case columns([Int])
  /// Rows are separated by lines of dashes and cells by bars, as in tables printed by databases.
  case ruled

  /// The separator of rewritten lines; nil if lines are not rewritten.
  var separator: UInt8? {
    switch self {
    case .separated: nil
    case .blanks, .columns: 0x09
    case .ruled: UInt8(ascii: "|")
    }
  }

  /// Returns whether a line consists of dashes, like a line between a header and rows.
  static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    line.count { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "=") } >= 2
      && line.allSatisfy { "-=+|: \t".utf8.contains($0) }
      && line.first != 0x09 && line.first != UInt8(ascii: ":")
  }
}

/// A rewriter of lines that puts one separator between adjacent cells.
///
/// The number of lines stays the same.
struct CSVLineRewriter {
  private let layout: CSVLayout
  private let quote: UInt8?
  private let lineLimit: Int
  /// The beginning of an incomplete line.
  private var rest: [UInt8] = []
  /// Whether the current line exceeds the maximum line length and is passed on unchanged.
  private var isLong = false

  /// Creates a rewriter for lines with the given layout.
  ///
  /// - Parameters:
  ///   - layout: The layout of the cells.
  ///   - quote: The quote around cells that contain blanks.
  ///   - lineLimit: The maximum number of bytes in a line; longer lines are passed on unchanged.
  init(_ layout: CSVLayout, quote: UInt8?, lineLimit: Int) {
    self.layout = layout
    self.quote = quote
    self.lineLimit = lineLimit
  }

  /// Returns whole text with its lines rewritten as lines of separated cells.
  static func rewritten(_ text: ArraySlice<UInt8>, _ layout: CSVLayout, quote: UInt8?) -> [UInt8] {
    var rewriter = CSVLineRewriter(layout, quote: quote, lineLimit: .max)
    var made: [UInt8] = []
    rewriter.append(text, to: &made)
    rewriter.finish(&made)
    return made
  }

  /// Rewrites and appends the complete lines of a piece.
  mutating func append(_ piece: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var start = piece.startIndex
    for place in piece.indices where piece[place] == 0x0A || piece[place] == 0x0D {
      if isLong {
        text += piece[start...place]
        isLong = false
      } else {
        rest += piece[start..<place]
        rewrite(rest[...], to: &text)
        rest.removeAll(keepingCapacity: true)
        text.append(piece[place])
      }
      start = place + 1
    }
    if isLong {
      text += piece[start...]
    } else {
      rest += piece[start...]
      if rest.count > lineLimit {
        isLong = true
        text += rest
        rest = []
      }
    }
  }

  /// Rewrites and appends the last line at the end of the text.
  mutating func finish(_ text: inout [UInt8]) {
    rewrite(rest[...], to: &text)
    rest = []
  }

  private func rewrite(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    switch layout {
    case .separated: text += line
    case .blanks: if !CSVLayout.isRule(line) { rewriteBlanks(line, to: &text) }
    case .columns(let starts): if !CSVLayout.isRule(line) { rewriteColumns(line, starts, to: &text) }
    case .ruled: if !CSVLayout.isRule(line) { rewriteRuled(line, to: &text) }
    }
  }

  private func rewriteBlanks(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var place = line.startIndex
    var isFirst = true
    while true {
      while place < line.endIndex, line[place] == 0x20 || line[place] == 0x09 { place += 1 }
      guard place < line.endIndex else { return }
      if !isFirst { text.append(0x09) }
      isFirst = false
      let start = place
      if let quote, line[place] == quote, let close = Self.closing(line, place + 1, quote) { place = close }
      while place < line.endIndex, line[place] != 0x20, line[place] != 0x09 { place += 1 }
      text += line[start..<place]
    }
  }

  /// Returns the offset of a closing quote that is followed by a blank or the end of the line, or nil if
  /// there is none.
  private static func closing(_ line: ArraySlice<UInt8>, _ start: Int, _ quote: UInt8) -> Int? {
    var place = start
    while place < line.endIndex {
      if line[place] == quote {
        let next = place + 1
        if next == line.endIndex || line[next] == 0x20 || line[next] == 0x09 { return next }
        if line[next] == quote { place = next }
      }
      place += 1
    }
    return nil
  }

  private func rewriteColumns(_ line: ArraySlice<UInt8>, _ starts: [Int], to text: inout [UInt8]) {
    var places = [line.startIndex]
    var character = 0
    for place in line.indices where line[place] & 0xC0 != 0x80 {
      if places.count < starts.count, character == starts[places.count] { places.append(place) }
      character += 1
    }
    // A line with text in the gap between two cells is not a row.
    let isCut = places.dropFirst().contains { line[$0 - 1] != 0x20 && line[$0 - 1] != 0x09 }
    if isCut {
      text += line.map { $0 == 0x09 ? 0x20 : $0 }
      return
    }
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    for index in starts.indices {
      if index > 0 { text.append(0x09) }
      guard index < places.count else { continue }
      let cell = line[places[index]..<(index + 1 < places.count ? places[index + 1] : line.endIndex)]
      text += Self.trimmed(cell).map { $0 == 0x09 ? 0x20 : $0 }
    }
  }

  private func rewriteRuled(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var line = Self.trimmed(line)
    if line.first == UInt8(ascii: "|") {
      line = line.dropFirst()
      if line.last == UInt8(ascii: "|") { line = line.dropLast() }
    }
    text += line
  }

  private static func trimmed(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var cell = cell
    while cell.first == 0x20 || cell.first == 0x09 { cell = cell.dropFirst() }
    while cell.last == 0x20 || cell.last == 0x09 { cell = cell.dropLast() }
    return cell
  }
}

import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveTables
import WaveUnits
import WaveWire

/// The texts of one column in all rows.
///
/// Each row takes two bytes for the code of its text, and one byte for its class. Each of the column's most
/// frequent text values has its own class, regardless of the visible part of the table.
final class TextColumn: Sendable {
  /// The maximum number of text columns to read.
  ///
  /// Further columns have no text strip.
  static let limit = 256

  let dictionary: TextDictionary
  /// The code of each row's text in the dictionary.
  let codes: [UInt16]
  /// The class of each row's text.
  let rows: TextClasses
  /// The codes of the most frequent text values, with the number of rows for each.
  ///
  /// Equally frequent values are in the order of their codes.
  let top: [(code: UInt16, count: Int)]
  /// The number of rows without a text value.
  let missingCount: Int
  /// The class of each code.
  private let classes: [UInt8]

  init(dictionary: TextDictionary, codes: [UInt16]) {
    self.dictionary = dictionary
    self.codes = codes
    var counts = [Int](repeating: 0, count: Int(UInt16.max) + 1)
    for code in codes { counts[Int(code)] += 1 }
    missingCount = counts[Int(TextDictionary.missing)]
    let known = dictionary.count > 0 ? Array(1...dictionary.count) : []
    let most = known.sorted { (counts[$1], $0) < (counts[$0], $1) }.prefix(WireLimits.textCategories)
    top = most.map { (UInt16($0), counts[$0]) }
    var classes = [UInt8](repeating: UInt8(TextStrip.others), count: counts.count)
    classes[Int(TextDictionary.missing)] = UInt8(TextStrip.missing)
    for (place, code) in most.enumerated() { classes[code] = UInt8(place) }
    self.classes = classes
    rows = TextClasses(codes.map { classes[Int($0)] })
  }

  /// The most frequent text values, and the number of distinct text values.
  var texts: ColumnTexts {
    ColumnTexts(
      top: top.map { .init(text: dictionary.text($0.code) ?? [], count: UInt64($0.count)) },
      distinctCount: UInt64(dictionary.count), isCut: dictionary.isCut, rowCount: UInt64(codes.count),
      missingCount: UInt64(missingCount))
  }

  /// Returns, for each code, whether its text matches.
  func matches(_ match: TextMatch) -> [Bool] {
    switch match {
    case .missing: return classes.map { $0 == UInt8(TextStrip.missing) }
    case .others: return classes.map { $0 == UInt8(TextStrip.others) }
    case .value(let text):
      var found = [Bool](repeating: false, count: classes.count)
      if let code = dictionary.code(of: text.span) { found[Int(code)] = true }
      return found
    }
  }
}

/// The class of each row's text.
///
/// For fast counting, the number of rows of each class is stored for each block of rows, which takes 1 % more
/// memory.
struct TextClasses: Sendable {
  private static let blockRows = 4096

  private let classes: [UInt8]
  /// The row counts of all classes for each block, `TextStrip.classCount` values per block.
  private let blocks: [UInt32]

  init(_ classes: [UInt8]) {
    self.classes = classes
    let width = TextStrip.classCount
    var blocks = [UInt32](repeating: 0, count: (classes.count + Self.blockRows - 1) / Self.blockRows * width)
    for (row, name) in classes.enumerated() { blocks[row / Self.blockRows * width + Int(name)] += 1 }
    self.blocks = blocks
  }

  var count: Int { classes.count }

  subscript(row: Int) -> UInt8 { classes[row] }

  /// Counts the rows of each class in a range of rows.
  func count(from start: Int, to end: Int, into counts: inout [Int]) {
    let width = TextStrip.classCount
    for name in 0..<width { counts[name] = 0 }
    var row = start
    while row < end {
      if row % Self.blockRows == 0, row + Self.blockRows <= end {
        let first = row / Self.blockRows * width
        for name in 0..<width { counts[name] += Int(blocks[first + name]) }
        row += Self.blockRows
      } else {
        counts[Int(classes[row])] += 1
        row += 1
      }
    }
  }

  /// Returns the number of rows of each class in each interval of a window.
  ///
  /// - Parameters:
  ///   - edges: The first row of each interval, followed by the end of the last one.
  ///   - start: Returns the first tick of an interval.
  ///   - isCounted: Whether x is a row index. If it is, an interval in which no row begins counts the row
  ///     that extends into the interval.
  ///   - goesOn: Called repeatedly; returning false ends the work.
  /// - Returns: The counts, or nil if `goesOn` ended the work.
  func counts(edges: [Int], start: (Int) -> Int64, isCounted: Bool, goesOn: () -> Bool) -> [[Int]]? {
    var parts: [[Int]] = []
    parts.reserveCapacity(max(0, edges.count - 1))
    for part in 0..<max(0, edges.count - 1) {
      if part % 32 == 0, !goesOn() { return nil }
      var counts = [Int](repeating: 0, count: TextStrip.classCount)
      let before = start(part) - 1
      if edges[part] == edges[part + 1], isCounted, before >= 0, before < Int64(count) {
        count(from: Int(before), to: Int(before) + 1, into: &counts)
      } else {
        count(from: edges[part], to: edges[part + 1], into: &counts)
      }
      parts.append(counts)
    }
    return parts
  }
}

extension OrderedTable {
  /// Returns the classes of a column's texts in this order.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - rows: The classes in the table's own order.
  ///   - goesOn: Called repeatedly; returning false ends the work.
  /// - Returns: The classes, or nil if `goesOn` ended the work or the number of rows has changed.
  func classes(_ column: Int, of rows: TextClasses, goesOn: () -> Bool) -> TextClasses? {
    guard rows.count == rowCount else { return nil }
    if isPlain { return rows }
    if let known = texts.withLock({ $0[column] }) { return known }
    var found: [UInt8] = []
    found.reserveCapacity(count)
    for place in 0..<count {
      if place & 0xFFFF == 0, !goesOn() { return nil }
      found.append(rows[row(atPlace: place)])
    }
    let made = TextClasses(found)
    texts.withLock { $0[column] = made }
    return made
  }
}

import Synchronization
import WaveDataWire
import WaveTables
import WaveUnits
import WaveWire

/// The texts of all rows of one column.
///
/// Each row needs two bytes for the number of its text, and one for its class: each of the most frequent
/// texts of the table is a class, whatever part of the table is shown.
final class TextColumn: Sendable {
  /// Maximum number of columns of texts that are read; further ones have no strip.
  static let limit = 256

  let dictionary: TextDictionary
  /// The number of each row's text in the dictionary.
  let codes: [UInt16]
  /// The class of each row's text.
  let rows: TextClasses
  /// The numbers of the most frequent texts, with the number of rows of each; of equally frequent ones, the
  /// first comes first.
  let top: [(code: UInt16, count: Int)]
  /// Number of rows without a text.
  let missingCount: Int
  /// The class of each number.
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

  /// Returns the column's texts as a message.
  func summary(source: UInt16, column: UInt16) -> TextSummary {
    TextSummary(
      source: source, column: column, isCut: dictionary.isCut, distinctCount: UInt32(dictionary.count),
      rowCount: UInt64(codes.count), missingCount: UInt64(missingCount),
      top: top.map { .init(text: dictionary.text($0.code) ?? [], count: UInt64($0.count)) })
  }

  /// Returns for each number of a text whether it matches.
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

/// The class of each row's text, and the number of each in blocks of rows, which add 1 % to the memory.
struct TextClasses: Sendable {
  private static let blockRows = 4096

  private let classes: [UInt8]
  /// `TextStrip.classCount` counts for each block.
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

  /// Returns the share of each class in each part of a window, for a `TextStrip`.
  ///
  /// - Parameters:
  ///   - edges: The first row of each part, and the end of the last one.
  ///   - start: Returns the first tick of a part.
  ///   - isCounted: Whether x is a row's place: then a part in which no row begins shows the row that
  ///     continues in it.
  ///   - goesOn: Called repeatedly; false ends the work.
  /// - Returns: Nil if `goesOn` ended it.
  func shares(edges: [Int], start: (Int) -> Int64, isCounted: Bool, goesOn: () -> Bool) -> [UInt8]? {
    var shares: [UInt8] = []
    shares.reserveCapacity(max(0, edges.count - 1) * TextStrip.classCount)
    var counts = [Int](repeating: 0, count: TextStrip.classCount)
    for part in 0..<max(0, edges.count - 1) {
      if part % 32 == 0, !goesOn() { return nil }
      let before = start(part) - 1
      if edges[part] == edges[part + 1], isCounted, before >= 0, before < Int64(count) {
        count(from: Int(before), to: Int(before) + 1, into: &counts)
      } else {
        count(from: edges[part], to: edges[part + 1], into: &counts)
      }
      shares += Self.shares(of: counts)
    }
    return shares
  }

  /// Converts counts to bytes that add up to 255, or to 0 if all counts are 0.
  ///
  /// Shares are rounded down; what remains goes to the largest remainders, the first of equal ones first
  /// (Hamilton's method).
  static func shares(of counts: [Int]) -> [UInt8] {
    // Counts are clamped so that no product needs more than 63 bits; no table has this many rows.
    let counts = counts.map { max(0, min($0, 1 << 48)) }
    let total = counts.saturatingSum()
    guard total > 0 else { return counts.map { _ in 0 } }
    var shares = counts.map { UInt8($0 * 255 / total) }
    let remainders = counts.map { $0 * 255 % total }
    let left = 255 - shares.reduce(0) { $0 + Int($1) }
    let places = counts.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
    for place in places.prefix(left) { shares[place] += 1 }
    return shares
  }
}

extension OrderedTable {
  /// Returns the classes of a column's texts in this order.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - rows: The classes in the table's own order.
  ///   - goesOn: Called repeatedly; false ends the work.
  /// - Returns: Nil if `goesOn` ended it, or the number of rows has changed.
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

import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables

@testable import WaveDataServer

@Suite struct TextColumnTests {
  /// Rows of known texts, some often, many once, and some missing.
  static let texts: [String?] = {
    var seed: UInt64 = 11
    return (0..<30_000).map { row in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let dice = Int(seed >> 33) % 100
      switch dice {
      case 0..<10: return nil
      case 10..<30: return "alpha"
      case 30..<85: return "w\((dice + row / 3000) % 11)"
      default: return "rare \(row)"
      }
    }
  }()

  private func column(_ texts: [String?] = Self.texts) -> TextColumn {
    var dictionary = TextDictionary()
    let codes = texts.map { text -> UInt16 in
      guard let text else { return TextDictionary.missing }
      let bytes = Array(text.utf8)
      return dictionary.code(adding: bytes.span)
    }
    return TextColumn(dictionary: dictionary, codes: codes)
  }

  @Test func sharesOfAnyCountsAddUp() {
    for counts in [[Int.max, .max, .max], [.max, 0, 1], [1 << 55, 1 << 55, 1 << 40], [.min, 3, .max]] {
      let shares = TextStrip.shares(of: counts)
      #expect(shares.reduce(0) { $0 + Int($1) } == 255, "\(counts)")
    }
    #expect(TextStrip.shares(of: [.max, .max, 0]) == [128, 127, 0])
  }

  private func axis(_ count: Int) -> TableAxis {
    TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: Int64(count))
  }

  /// Counts of texts, the most frequent first, the first to come of equal ones first.
  private static func ranked(_ texts: [String?]) -> [(text: String, count: Int)] {
    var counts: [String: (first: Int, count: Int)] = [:]
    for (row, text) in texts.enumerated() {
      guard let text else { continue }
      counts[text, default: (row, 0)].count += 1
    }
    return counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
      .map { ($0.key, $0.value.count) }
  }

  @Test func theSummaryListsTheMostFrequentTexts() {
    let summary = TextSummary(column().texts, of: 4, source: 3)
    let ranked = Self.ranked(Self.texts)
    #expect(summary.top.map { String(decoding: $0.text, as: UTF8.self) } == ranked.prefix(7).map(\.text))
    #expect(summary.top.map(\.count) == ranked.prefix(7).map { UInt64($0.count) })
    #expect(summary.distinctCount == UInt32(ranked.count) && !summary.isCut)
    #expect(summary.missingCount == UInt64(Self.texts.count { $0 == nil }) && summary.rowCount == 30_000)
    let none = column([nil, nil]).texts
    #expect(none.top.isEmpty && none.missingCount == 2)
    #expect(column([]).texts.rowCount == 0)
  }

  /// The shares of parts, counted row by row.
  private func naive(
    _ rows: [Int], _ map: PixelMap, top: [String]
  ) -> [[Int]] {
    (0..<map.columns).map { part in
      var counts = [Int](repeating: 0, count: 9)
      func countRow(_ row: Int) {
        if let text = Self.texts[row] { counts[top.firstIndex(of: text) ?? 7] += 1 } else { counts[8] += 1 }
      }
      let inside = rows.indices.filter { map.column(of: Int64($0)) == part }
      for place in inside { countRow(rows[place]) }
      if inside.isEmpty {
        // The row within which the part lies: the part's left edge, as a fraction, is between its tick and
        // the next.
        let width = Double(map.end - map.start)
        let left = (Double(map.start) + Double(part) * width / Double(map.columns)).rounded(.down)
        if left >= 0, left < Double(rows.count) { countRow(rows[Int(left)]) }
      }
      return counts
    }
  }

  @Test(arguments: [
    (0, 30_000, 512), (0, 30_000, 7), (137, 29_001, 100), (-50, 200, 512), (12_000, 12_009, 64),
    (29_990, 30_200, 33),
  ])
  func aStripIsWhatAnotherCounts(_ first: Int, _ end: Int, _ buckets: Int) throws {
    let column = column()
    let map = PixelMap(start: Int64(first), end: Int64(end), columns: buckets)
    let top = Self.ranked(Self.texts).prefix(7).map(\.text)
    var kept = RowSet(count: 30_000, isFull: true)
    kept.filter { $0 % 3 != 0 && !(9000..<14_000).contains($0) }
    let plain = OrderedTable(rowCount: 30_000, axis: axis(30_000))
    let filtered = try #require(plain.keeping(kept) { true })
    for table in [plain, filtered] {
      let rows = (0..<table.count).map { table.row(atPlace: $0) }
      let classes = try #require(table.classes(4, of: column.rows) { true })
      let edges = table.edges(map).edges
      let counts = try #require(
        classes.counts(edges: edges, start: { map.start(ofColumn: $0) }, isCounted: true, goesOn: { true }))
      let shares = counts.flatMap { TextStrip.shares(of: $0) }
      let expected = naive(rows, map, top: top)
      #expect(shares.count == 9 * buckets)
      for part in 0..<buckets {
        let found = shares[(part * 9)..<(part * 9 + 9)].map { Int($0) }
        let total = expected[part].reduce(0, +)
        #expect(found.reduce(0, +) == (total > 0 ? 255 : 0))
        for name in 0..<9 where total > 0 {
          // Hamilton's method gives each its share rounded down or up.
          let exact = expected[part][name] * 255
          #expect(found[name] * total > exact - total && found[name] * total < exact + total)
        }
      }
    }
    #expect(plain.classes(4, of: TextClasses([1, 2])) { true } == nil)
    #expect(filtered.classes(5, of: column.rows) { false } == nil)
  }

  @Test func whatIsLostByRoundingGoesToTheLargestRemainders() {
    #expect(TextStrip.shares(of: [1, 1, 1]) == [85, 85, 85])
    #expect(TextStrip.shares(of: [1, 1, 0, 0, 1, 1]) == [64, 64, 0, 0, 64, 63])
    #expect(TextStrip.shares(of: [0, 0]) == [0, 0])
    #expect(TextStrip.shares(of: [1_000_000_000_000, 1]) == [255, 0])
  }

  private static func filter(_ match: TextMatch, _ isKept: Bool) -> ColumnFilter {
    switch match {
    case .value(let text): .text(column: 4, text: text, isKept: isKept)
    case .missing: .text(column: 4, text: nil, isKept: isKept)
    case .others: .others(column: 4, than: [], isKept: isKept)
    }
  }

  private static func rows(
    _ count: Int, _ filter: ColumnFilter, texts: (Int) -> TextColumn?
  ) -> RowSet {
    var rows = RowSet(count: count, isFull: true)
    rows.keep(filter, series: { _ in nil }, texts: texts) { _, _ in
      OrderedTable(
        rowCount: 0, axis: TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 1))
    }
    return rows
  }

  @Test func filtersKeepOrLeaveOutATextsRows() {
    let column = column()
    func kept(_ match: TextMatch, _ isKept: Bool) -> [Int] {
      let filter = Self.filter(match, isKept)
      let rows = Self.rows(30_000, filter) { $0 == 4 ? column : nil }
      return (0..<30_000).filter { rows.contains($0) }
    }
    func expected(_ holds: (String?) -> Bool) -> [Int] { (0..<30_000).filter { holds(Self.texts[$0]) } }
    let top = Set(Self.ranked(Self.texts).prefix(7).map(\.text))
    let rare = Self.texts.compactMap { $0 }.first { $0.hasPrefix("rare") } ?? ""
    for text in ["alpha", "w3", rare, "never"] {
      #expect(kept(.value(Array(text.utf8)), true) == expected { $0 == text })
      #expect(kept(.value(Array(text.utf8)), false) == expected { $0 != text })
    }
    #expect(kept(.missing, true) == expected { $0 == nil })
    #expect(kept(.missing, false) == expected { $0 != nil })
    let isOther = { (text: String?) in text.map { !top.contains($0) } ?? false }
    #expect(kept(.others, true) == expected { isOther($0) })
    #expect(kept(.others, false) == expected { !isOther($0) })
    // Of texts that have not been read nothing is left out.
    let rows = Self.rows(10, .text(column: 5, text: nil, isKept: true)) { _ in nil }
    #expect((0..<10).allSatisfy { rows.contains($0) })
  }
}

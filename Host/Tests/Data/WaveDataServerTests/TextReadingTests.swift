import Dispatch
import Logging
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// Ten rows of a number and a text; the first pass over its texts continues until it is asked to end.
private final class SlowTexts: TableSource {
  let info = TableInfo(
    name: "t", columns: [TableColumn(name: "a", kind: .real), TableColumn(name: "w", kind: .text)])
  /// Signalled when texts are being read.
  let begun = DispatchSemaphore(value: 0)
  let passes = Mutex(0)
  /// Whether the first pass was never asked to end.
  let isForgotten = Mutex(false)
  var wasForgotten: Bool { isForgotten.withLock { $0 } }
  /// The keys that a pass over the texts gives.
  let keys: [Int64]

  init(keys: [Int64] = Array(0..<10)) { self.keys = keys }

  /// One pass at a time.
  private let turn = Mutex(())

  func scan(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    turn.withLock { _ in }
    guard progress(TableProgress(phase: .reading, rowCount: 0, fraction: 0)) else { throw .cancelled }
    let values = (0..<10).map { Double(7 * $0 % 10) }
    each(
      TableChunk(
        firstRow: 0, keys: Array(0..<10), values: columns.map { _ in values },
        integers: columns.map { _ in nil }))
  }

  func scanTexts(
    _ columns: [Int], progress: (WaveTables.TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] {
    let now = TableProgress(phase: .reading, rowCount: 0, fraction: 0)
    let isFirst = passes.withLock { count in
      count += 1
      return count == 1
    }
    turn.withLock { _ in
      begun.signal()
      // Long enough for the request to arrive, and no longer.
      var left = isFirst ? 20_000_000 : 0
      while left > 0, progress(now) { left -= 1 }
      if isFirst, left == 0 { isForgotten.withLock { $0 = true } }
    }
    guard !isFirst, progress(now) else { throw .cancelled }
    var dictionary = TextDictionary()
    let word = Array("so".utf8)
    let code = dictionary.code(adding: word.span)
    each(TextChunk(firstRow: 0, keys: keys, codes: [keys.map { _ in code }]))
    return [dictionary]
  }

  func row(key: Int64) -> [TableCell]? { nil }
  func rows(from key: Int64, count: Int) -> [TableRow] { [] }
  func interrupt() {}
}

@Suite struct TextReadingTests {
  private func reading(_ table: SlowTexts) -> (host: LoadedTableHost, done: DispatchSemaphore) {
    let host = LoadedTableHost(
      number: 0, opening: RowsOpening(name: "t", path: nil) { _ in table }, logger: Logger(label: "test"))
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      host.read()
      done.signal()
    }
    return (host, done)
  }

  @Test func textsGiveWayToAnOrderAndAreBegunAnew() throws {
    let table = SlowTexts()
    let (host, done) = reading(table)
    table.begun.wait()
    let ordered = try host.ordered(OrderedTable.Name(.ranks, column: 0)) { _ in true }
    done.wait()
    #expect(!table.wasForgotten)
    #expect(ordered?.count == 10 && table.passes.withLock { $0 } >= 2)
    let text = try #require(host.state.withLock { $0.texts[1] })
    #expect(text.codes == Array(repeating: 1, count: 10))
    #expect(host.state.withLock { $0.progress } == nil)
  }

  @Test func stoppingKeepsTheNumbersAndReportsTheMissingTexts() {
    let table = SlowTexts()
    let (host, done) = reading(table)
    table.begun.wait()
    host.stop()
    done.wait()
    let (texts, said, flags) = host.state.withLock {
      ($0.texts, $0.persistentNotice?.text, $0.table.description.flags)
    }
    #expect(!table.wasForgotten)
    #expect(texts.isEmpty && flags.contains(.complete))
    #expect(said.map { String(decoding: $0, as: UTF8.self) }?.contains("text columns have no strips") == true)
  }

  @Test func aTableThatHasChangedSinceIsReported() throws {
    let table = SlowTexts(keys: [0, 1, 2, 3, 4, 5, 6, 7, 8, 99])
    let (host, done) = reading(table)
    table.begun.wait()
    _ = try host.ordered(OrderedTable.Name(.ranks, column: 0)) { _ in true }
    done.wait()
    let (texts, said) = host.state.withLock { ($0.texts, $0.persistentNotice?.text) }
    #expect(texts.isEmpty)
    #expect(said.map { String(decoding: $0, as: UTF8.self) }?.contains("has changed") == true)
  }
}

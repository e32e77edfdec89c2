import WaveTables
import WaveUnits

/// The state of an import, saved between runs.
///
/// A block is recorded as pending before it is sent, so a resumed run needs to check only that block.
struct ImportState: Equatable, Sendable {
  /// A block of rows that has been sent but may not have been stored.
  struct Pending: Equatable, Sendable {
    /// The number of rows in the block.
    ///
    /// The block begins after the rows that are known to be stored.
    var rowCount: Int
    /// The query id of the INSERT on the server.
    var id: String
  }

  /// A line that identifies the state of the text file.
  var source: String
  /// The number of rows in the text file.
  var rowCount: Int
  /// The number of rows in the table before the import, plus the rows that other programs have inserted
  /// since.
  var base: Int
  /// The number of rows that are known to be stored.
  var done = 0
  /// The block that was being sent; nil if there is none.
  var pending: Pending?
  /// The column that contains the number of each row; nil if there is none.
  var rowNumber: String?

  /// Whether all rows have been stored.
  var isComplete: Bool { done == rowCount && pending == nil }

  /// The state of the pending block, as determined from the number of rows in the table.
  enum Judgement: Equatable, Sendable {
    /// None of its rows have been stored, or no block was pending.
    case absent
    /// All of its rows have been stored.
    case arrived
    /// Some of its rows have been stored; the value is their number.
    case partly(Int)
    /// Rows stored earlier are missing; the value is their number.
    case fewer(Int)
    /// The table has more rows than this import can have sent; the value is the excess.
    case more(Int)
  }

  /// Determines the state of the pending block from the table's current number of rows.
  ///
  /// This is possible because the server normally stores a block entirely or not at all.
  func judge(count: Int) -> Judgement {
    let more = count.saturatingSubtracting(base).saturatingSubtracting(done)
    let sent = pending?.rowCount ?? 0
    if more < 0 { return .fewer(0.saturatingSubtracting(more)) }
    if more == 0 { return .absent }
    if more == sent { return .arrived }
    return more < sent ? .partly(more) : .more(more - sent)
  }

  /// Marks the pending block as stored.
  mutating func markStored() {
    done += pending?.rowCount ?? 0
    pending = nil
  }

  /// The state as text, with one field per line.
  var text: String {
    var lines = [
      "waveglass import 1", "source \(source)", "rows \(rowCount)", "base \(base)", "done \(done)",
    ]
    if let pending { lines.append("pending \(pending.rowCount) \(pending.id)") }
    if let rowNumber { lines.append("number \(PercentCode.encoded(rowNumber))") }
    return (lines + ["end"]).joined(separator: "\n") + "\n"
  }
}

extension ImportState {
  /// Parses `text`, or returns nil if it is malformed.
  init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func value(_ name: String) -> Substring? {
      guard let line = lines.first, line.hasPrefix(name + " ") else { return nil }
      lines = lines.dropFirst()
      return line.dropFirst(name.count + 1)
    }
    guard value("waveglass import") == "1", let source = value("source"),
      let rowCount = value("rows").flatMap({ Int($0) }), let base = value("base").flatMap({ Int($0) }),
      let done = value("done").flatMap({ Int($0) }), base >= 0, done >= 0, done <= rowCount
    else { return nil }
    self.init(source: String(source), rowCount: rowCount, base: base, rowNumber: nil)
    self.done = done
    if let parts = value("pending")?.split(separator: " ") {
      guard parts.count == 2, let count = Int(parts[0]), count > 0, count <= rowCount - done else {
        return nil
      }
      pending = Pending(rowCount: count, id: String(parts[1]))
    }
    if let name = value("number") {
      guard let name = PercentCode.decoded(name.utf8) else { return nil }
      rowNumber = name
    }
    guard lines == ["end", ""] else { return nil }
  }
}

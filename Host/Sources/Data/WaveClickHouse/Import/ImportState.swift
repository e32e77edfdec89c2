import WaveUnits

/// How far an import has come, as it is kept between runs.
///
/// Before a block is sent it stands here as pending; whoever goes on after it was interrupted has to find out
/// about that one alone.
struct ImportState: Equatable, Sendable {
  /// Rows that were sent, and of which nobody knows whether they arrived.
  struct Pending: Equatable, Sendable {
    /// How many; the first is the one behind those that are done.
    var rowCount: Int
    /// By what the server knows the INSERT.
    var id: String
  }

  /// What tells the text as it was from any other: a line.
  var source: String
  /// Rows of the text.
  var rowCount: Int
  /// Rows that the table had before.
  var base: Int
  /// Rows that certainly arrived.
  var done = 0
  /// What was under way.
  var pending: Pending?
  /// The column with the number of each row; nil where there is none.
  var rowNumber: String?

  /// Begins.
  init(source: String, rowCount: Int, base: Int, rowNumber: String?) {
    self.source = source
    self.rowCount = rowCount
    self.base = base
    self.rowNumber = rowNumber
  }

  /// Whether all has arrived.
  var isComplete: Bool { done == rowCount && pending == nil }

  /// What the number of rows in the table says of what was under way.
  enum Judgement: Equatable, Sendable {
    /// None of it arrived, or nothing was under way.
    case absent
    /// All of it arrived.
    case arrived
    /// Some of it arrived.
    case partly(Int)
    /// Rows that were there are gone.
    case fewer(Int)
    /// There are more rows than this import can have made.
    case more(Int)
  }

  /// Judges by the number of rows that the table has now; a block is there as a whole or not at all, as the
  /// server has it.
  func judge(count: Int) -> Judgement {
    let more = count.saturatingSubtracting(base).saturatingSubtracting(done)
    let sent = pending?.rowCount ?? 0
    if more < 0 { return .fewer(0.saturatingSubtracting(more)) }
    if more == 0 { return .absent }
    if more == sent { return .arrived }
    return more < sent ? .partly(more) : .more(more - sent)
  }

  /// Takes note that what was under way has arrived.
  mutating func arrive() {
    done += pending?.rowCount ?? 0
    pending = nil
  }

  /// The state as text, a line for each part.
  var text: String {
    var lines = [
      "waveglass import 1", "source \(source)", "rows \(rowCount)", "base \(base)", "done \(done)",
    ]
    if let pending { lines.append("pending \(pending.rowCount) \(pending.id)") }
    if let rowNumber { lines.append("number \(PercentCode.encoded(rowNumber))") }
    return (lines + ["end"]).joined(separator: "\n") + "\n"
  }

  /// Reads what `text` wrote; nil where it is something else.
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

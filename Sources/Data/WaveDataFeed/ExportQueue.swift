package import WaveDataWire
import WaveUnits
import WaveWire

/// A client's newest export, for which lines are asked whenever the client has received all answers.
package struct ExportQueue: Sendable {
  /// Most bytes of a cell's text.
  package static let cellBytes = 4096

  private var request: ExportRows?
  private var order = ColumnOrder.rows
  /// The filters at its begin; nil before that.
  private var filters: [ColumnFilter]?
  private var place: ColumnPlace?
  /// The lines; nil before the first ones.
  private var rows: RowExport?

  /// Starts without an export.
  package init() {}

  /// Whether lines are needed.
  package var needsLines: Bool { request != nil && rows?.needsLines != false }

  /// Replaces the export; a request without ticks ends it.
  ///
  /// - Parameters:
  ///   - next: The request.
  ///   - view: The view to whose order the ticks belong; nil if there is none.
  package mutating func start(_ next: ExportRows, _ view: ShowTable?) {
    cancel()
    guard let view, next.until > next.from else { return }
    (request, order) = (next, ColumnOrder(view))
  }

  /// Ends the export.
  package mutating func cancel() { self = ExportQueue() }

  /// Asks for the next lines.
  ///
  /// - Parameter current: The filters, which are kept until the end of the export.
  /// - Returns: Nil without an export.
  package mutating func question(_ current: [ColumnFilter]) -> Question.Kind? {
    guard let request else { return nil }
    let kept = filters ?? current
    filters = kept
    let window = ColumnWindow(order: order, from: request.from, until: request.until, pixels: 1)
    return .lines(from: place, window, kept)
  }

  /// Adds lines.
  package mutating func receive(_ lines: ExportLines) {
    guard let request else { return }
    var next = rows ?? RowExport(request: request.request, header: [], total: lines.total)
    next.append(lines.bytes, rowCount: lines.rowCount, cutCount: lines.cutCount)
    if lines.next == nil { next.end() }
    (rows, place) = (next, lines.next)
  }

  /// Removes and returns the next part, with a notice about cut cells after the last one; nothing if lines
  /// are needed.
  package mutating func nextPart() -> [DataMessage] {
    guard let part = rows?.next() else { return [] }
    guard part.isLast, let cutCount = rows?.cutCount else { return [.exportPart(part)] }
    cancel()
    guard cutCount > 0 else { return [.exportPart(part)] }
    var text = TextWriter()
    text.append(integer: cutCount)
    text.append(" cells were longer than ")
    text.append(integer: Self.cellBytes)
    text.append(" bytes, or bytes instead of words, and are cut or empty in the file.")
    return [.exportPart(part), .notice(Notice(severity: .information, text: text.bytes))]
  }
}

package import WaveDataWire
import WaveUnits
import WaveWire

/// A client's latest export.
///
/// Its next lines are requested whenever the client has received all messages.
package struct ExportQueue: Sendable {
  /// The maximum length of a cell's text, in bytes.
  package static let cellBytes = 4096

  private var request: ExportRows?
  private var order = ColumnOrder.rows
  /// The filters that applied when the export began; nil before then.
  private var filters: [ColumnFilter]?
  private var place: ColumnPlace?
  /// The lines received so far; nil before the first ones.
  private var rows: RowExport?

  /// Whether lines must be requested from the source.
  package var needsLines: Bool { request != nil && rows?.needsLines != false }

  /// Replaces the export; a request with an empty range of ticks ends it.
  ///
  /// - Parameters:
  ///   - next: The client's request.
  ///   - view: The view whose order gives the ticks their meaning; nil if there is none.
  package mutating func start(_ next: ExportRows, _ view: ShowTable?) {
    cancel()
    guard let view, next.until > next.from else { return }
    (request, order) = (next, ColumnOrder(view))
  }

  /// Ends the export.
  package mutating func cancel() { self = ExportQueue() }

  /// Returns the request for the next lines.
  ///
  /// - Parameter current: The current filters, which are stored when the export begins and then used until
  ///   its end.
  /// - Returns: The request, or nil without an export.
  package mutating func question(_ current: [ColumnFilter]) -> Question.Kind? {
    guard let request else { return nil }
    let kept = filters ?? current
    filters = kept
    let window = ColumnWindow(order: order, from: request.from, until: request.until, pixels: 1)
    return .lines(from: place, window, kept)
  }

  /// Appends lines from the source.
  package mutating func receive(_ lines: ExportLines) {
    guard let request else { return }
    var next = rows ?? RowExport(request: request.request, header: [], total: lines.total)
    next.append(lines.bytes, rowCount: lines.rowCount, cutCount: lines.cutCount)
    if lines.next == nil { next.end() }
    (rows, place) = (next, lines.next)
  }

  /// Removes and returns the next part of the export, or returns an empty array if more lines are needed.
  ///
  /// If cells were truncated, a notice follows the last part.
  package mutating func nextPart() -> [DataMessage] {
    guard let part = rows?.next() else { return [] }
    guard part.isLast, let cutCount = rows?.cutCount else { return [.exportPart(part)] }
    cancel()
    guard cutCount > 0 else { return [.exportPart(part)] }
    var text = TextWriter()
    text.append(integer: cutCount)
    text.append(" cells were longer than ")
    text.append(integer: Self.cellBytes)
    text.append(" bytes, or were not text, and are cut or empty in the file.")
    return [.exportPart(part), .notice(Notice(severity: .information, text: text.bytes))]
  }
}

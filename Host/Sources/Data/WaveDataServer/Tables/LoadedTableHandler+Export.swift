import Synchronization
import WaveDataWire
import WaveSeries
import WaveTables
import WaveWire

/// Export of rows as CSV.
extension LoadedTableHandler {
  func begin(_ request: ExportRows, _ view: ShowTable) {
    let source = host.state.withLock { $0.source }
    guard let source, let table = ordered(view, goesOn: { true }) else { return }
    let start = table.place(from: request.from)
    let writer = RowWriter(
      request: request.request, source: source, table: table,
      places: start..<max(start, table.place(from: request.until)), derived: derivedRows)
    state.withLock { $0.export = writer }
  }

  /// Sends the next part, unless the export was cancelled.
  func write(_ writer: RowWriter) {
    let (keys, reading) = host.state.withLock { ($0.keys, $0.reading) }
    guard writer.reading == reading else {
      state.withLock { $0.export = nil }
      let text = "The table was read again while its rows were being written: export them again."
      return send([.notice(Notice(severity: .failure, text: Array(text.utf8)))])
    }
    var writer = writer
    do throws(TableError) {
      let part = try writer.next { keys.key(ofRow: $0) }
      // The part lacks rows whose keys could not be read.
      guard host.hasIntactColumns() else { return }
      let isWanted = state.withLock { state in
        guard state.export?.request == writer.request else { return false }
        state.export = part.isLast ? nil : writer
        return true
      }
      guard isWanted else { return }
      send([.exportPart(part)] + (part.isLast ? writer.notes : []))
    } catch {
      state.withLock { $0.export = nil }
      send([.notice(Notice(severity: .failure, text: host.textForClients(error.description)))])
    }
  }
}

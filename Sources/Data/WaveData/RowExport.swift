import WaveDataWire

/// The progress of an export of rows as CSV text.
struct RowExport: Equatable, Sendable {
  let request: UInt16
  private(set) var done: UInt64 = 0
  private(set) var total: UInt64 = 0

  /// Updates the progress from a part of the export.
  mutating func receive(_ part: ExportPart) { (done, total) = (part.done, part.total) }

  /// Returns the message that ends the export.
  func ending(of source: UInt16) -> ExportRows {
    ExportRows(request: request, source: source, from: 0, until: 0)
  }
}

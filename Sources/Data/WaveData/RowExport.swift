import WaveDataWire

/// Rows that are being fetched as a text.
struct RowExport: Equatable, Sendable {
  let request: UInt16
  private(set) var done: UInt64 = 0
  private(set) var total: UInt64 = 0

  init(request: UInt16) { self.request = request }

  /// Receives how much has come.
  mutating func receive(_ part: ExportPart) { (done, total) = (part.done, part.total) }

  /// The message that ends it.
  func ending(of source: UInt16) -> ExportRows {
    ExportRows(request: request, source: source, from: 0, until: 0)
  }
}

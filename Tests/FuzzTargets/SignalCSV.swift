import WaveBiosignals

extension FuzzTarget {
  /// What a reader made of a table.
  private struct Table: Equatable {
    var rows: [SignalCSVReader.Row] = []
    var bits: [UInt64] = []
    var layout: SignalCSVLayout?
    var error: BiosignalError?

    mutating func append(_ row: SignalCSVReader.Row, _ values: Span<Double>) {
      rows.append(row)
      for index in 0..<values.count { bits.append(values[index].bitPattern) }
    }

    /// Reads pieces to the end, or to what is wrong.
    init(_ reader: SignalCSVReader = SignalCSVReader(), _ next: () -> [UInt8]?) {
      var reader = reader
      do throws(BiosignalError) {
        while let piece = next() { try reader.read(piece.span) { append($0, $1) } }
        try reader.finish { append($0, $1) }
      } catch { self.error = error }
      layout = reader.layout
    }
  }

  /// Tables of signals.
  static let signalCSV = FuzzTarget("signal-csv", byteLimit: 2048) { bytes throws(Finding) in
    var isGiven = false
    let whole = Table {
      defer { isGiven = true }
      return isGiven ? nil : bytes
    }
    var pieces = Pieces(bytes)
    try require(Table { pieces.next() } == whole, "pieces give what the whole gives")
    guard let layout = whole.layout else { return }
    let width = layout.signals.count
    try require(whole.bits.count == whole.rows.count * width, "a row has a value for each signal")
    try require(
      whole.bits.allSatisfy { Double(bitPattern: $0).isFinite || Double(bitPattern: $0).isNaN },
      "values are numbers or missing")
    // Any row can be begun with.
    if let row = whole.rows.dropFirst(whole.rows.count / 2).first {
      var isTaken = false
      let rest = Table(SignalCSVReader(layout: layout, at: row)) {
        defer { isTaken = true }
        return isTaken ? nil : Array(bytes[Int(row.byteOffset)...])
      }
      let count = whole.rows.count - whole.rows.count / 2
      try require(
        rest.rows == Array(whole.rows.suffix(count)) && rest.bits == Array(whole.bits.suffix(count * width)),
        "a row is the same when reading begins with it")
    }
    guard width > 0, whole.error == nil else { return }
    // What was read and written is read again as the same.
    var writer = SignalCSVWriter(labels: layout.signals.map { $0.label }, rateHertz: 1)
    let values = (0..<width).map { signal in
      stride(from: signal, to: whole.bits.count, by: width).map { Double(bitPattern: whole.bits[$0]) }
    }
    writer.append(values)
    var written: [UInt8]? = writer.removeBytes()
    let again = Table {
      defer { written = nil }
      return written
    }
    // A table without any number is none.
    guard values.contains(where: { $0.contains { $0.isFinite } }) else { return }
    try require(again.error == nil && again.rows.count == whole.rows.count, "what is written can be read")
  }
}

import WaveSpectrumWire

/// Converts a pipe's bytes into rows; reads no clock.
protocol PipedRows {
  /// The current properties; a guess before the first row.
  var info: SourceInfo { get }

  /// The earliest time of the next row, in server microseconds, however fast the bytes arrive.
  var dueMicroseconds: Int64 { get }

  /// Appends bytes, which wait until `next` converts them.
  mutating func append(_ bytes: [UInt8])

  /// Returns the next event from the bytes received so far.
  ///
  /// - Parameter now: Server time in microseconds.
  /// - Returns: A row or another event; nil if more bytes are needed.
  mutating func next(at now: Int64) -> SourceEvent?

  /// Marks the end of the bytes; `next` returns the rest.
  mutating func finish()

  /// The time in seconds without input after which a notice is due.
  var patienceSeconds: Double { get }

  /// The total input for display: "12 sweeps".
  var summary: String { get }
}

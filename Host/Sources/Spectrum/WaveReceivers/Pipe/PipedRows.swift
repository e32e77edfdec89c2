import WaveSpectrumWire

/// Converts a pipe's bytes to spectrum rows, without reading a clock.
protocol PipedRows {
  /// The current description of the source. It is an estimate until the first row.
  var info: SourceInfo { get }

  /// The earliest server time, in microseconds, at which the next row may be shown, however fast the bytes
  /// arrive.
  var dueMicroseconds: Int64 { get }

  /// Appends bytes to be converted by `next`.
  mutating func append(_ bytes: [UInt8])

  /// Returns the next event from the bytes received so far.
  ///
  /// - Parameter now: Server time in microseconds.
  /// - Returns: A row or another event; nil if more bytes are needed.
  mutating func next(at now: Int64) -> SourceEvent?

  /// Marks the end of the input, so that `next` also returns rows from the remaining bytes.
  mutating func finish()

  /// The time without input, in seconds, after which a notice is shown.
  var patienceSeconds: Double { get }

  /// The amount of input received so far, for display, such as "12 sweeps".
  var summary: String { get }
}

import WaveSpectrumWire

/// What turns a pipe's bytes into rows; it knows no clock.
protocol PipedRows {
  /// What the rows are now; before the first row a guess.
  var info: SourceInfo { get }

  /// When the next row may be given, in server microseconds: not before, however fast the bytes come.
  var dueMicroseconds: Int64 { get }

  /// Takes bytes that have come; they wait inside until `next` takes what they make.
  mutating func take(_ bytes: [UInt8])

  /// What the bytes so far make next.
  ///
  /// - Parameter now: Server time in microseconds.
  /// - Returns: A row or what else is to be said; nil where it takes more bytes.
  mutating func next(at now: Int64) -> SourceEvent?

  /// Says that no more bytes come; `next` gives what is left.
  mutating func finish()

  /// How long, in seconds, it may be silent before that is worth saying.
  var patienceSeconds: Double { get }

  /// What came in all, for people: "12 sweeps".
  var summary: String { get }
}

public import WaveSpectra
public import WaveSpectrumWire
public import WaveWire

/// A source of rows: a receiver, a simulated one or a recording being played.
///
/// Times are those of `MonotonicClock`. A receiver emits a row at the end of its interval; a recording emits
/// a sweep at the start of its interval, so that the first one is available immediately.
public protocol SpectrumSource: Sendable {
  /// The current properties; the server fills in the source's number.
  var info: SourceInfo { get async }

  /// Starts the source and emits rows and changes; call it once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SourceBuffer.events`
  /// wait for a slow reader; dropped rows show as a jump of the sequence.
  func events() -> AsyncStream<SourceEvent>

  /// Carries out a client's command, within the limits of the source; commands that do not apply are ignored.
  func perform(_ command: Command) async

  /// Makes bins as fine as the finest view needs, or as near as the source can.
  ///
  /// - Parameter stepHertz: The width of the finest column in hertz; infinity if no client watches.
  func resolve(stepHertz: Double) async
}

extension SpectrumSource {
  /// Does nothing: most swept or simulated sources have one resolution.
  public func resolve(stepHertz: Double) async {}
}

/// An event of a source of rows.
public enum SourceEvent: Sendable {
  /// A new row.
  case row(PowerRow)
  /// The source's properties changed: frequency, speed or level range.
  case changed(SourceInfo)
  /// From here on, recorded time relates differently to server time: after a start, seek, loop or change of
  /// speed.
  case timeMap(TimeMap)
  /// Artefacts of the receiver, if visible.
  case artefacts(Artefacts)
  /// The annotations of a recording near the current position; replaces the previous ones.
  case annotations(Annotations)
  /// The source's controls and their current values.
  case controls(SourceControls)
  /// A notice for the user.
  case notice(Notice)
  /// Rows lost before they reached the server.
  case lost(rows: UInt32)
  /// Samples lost before the next ones; nil if the receiver was silent, or its connection was lost.
  case samplesLost(Int?)
}

/// The limits for events that wait for a reader.
public enum SourceBuffer {
  /// The maximum number of waiting events; older ones are dropped.
  public static let events = 64
}

public import WaveSpectra
public import WaveSpectrumWire
public import WaveWire

/// A source of spectrum rows: a receiver, a simulated receiver, or a recording that is being played.
///
/// Times are those of `MonotonicClock`. A receiver emits a row at the end of the row's interval; a recording
/// emits a sweep at the start of its interval, so that the first sweep is available immediately.
public protocol SpectrumSource: Sendable {
  /// The current description of the source. The server fills in the source's number.
  var info: SourceInfo { get async }

  /// Starts the source and returns its rows and changes; call it only once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SourceBuffer.events`
  /// events are kept for a slow reader; dropped rows appear as a gap in the sequence numbers.
  func events() -> AsyncStream<SourceEvent>

  /// Carries out a client's command within the limits of the source. Commands that do not apply are ignored.
  func perform(_ command: Command) async

  /// Makes the bins as narrow as the most detailed view requires, or as narrow as the source supports.
  ///
  /// - Parameter stepHertz: The width of the narrowest column in hertz; infinity if no client is watching.
  func resolve(stepHertz: Double) async
}

extension SpectrumSource {
  /// Does nothing, because most swept or simulated sources have a fixed resolution.
  public func resolve(stepHertz: Double) async {}
}

/// An event from a source of rows.
public enum SourceEvent: Sendable {
  /// A new row.
  case row(PowerRow)
  /// A change in the source's frequency, speed or level range.
  case changed(SourceInfo)
  /// A change in how recorded time relates to server time, after a start, seek, loop or change of speed.
  case timeMap(TimeMap)
  /// The visible artefacts of the receiver.
  case artefacts(Artefacts)
  /// The annotations of a recording near the current position, which replace the previous ones.
  case annotations(Annotations)
  /// The source's controls and their current values.
  case controls(SourceControls)
  /// A notice for the user.
  case notice(Notice)
  /// The number of rows that were lost before they reached the server.
  case lost(rows: UInt32)
  /// The number of samples lost before the next samples; nil if it is unknown because the receiver was silent
  /// or its connection was lost.
  case samplesLost(Int?)
}

extension SourceEvent {
  /// Returns the event of a notice.
  static func notice(_ severity: Notice.Severity, _ text: String) -> SourceEvent {
    .notice(Notice(severity: severity, text: text))
  }
}

/// The limit on events that are pending for a reader.
public enum SourceBuffer {
  /// The maximum number of pending events; older events are dropped.
  public static let events = 64
}

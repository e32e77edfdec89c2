public import WaveSpectra
public import WaveSpectrumWire
public import WaveWire

/// What makes rows: a receiver, a simulated one or a recording being played.
///
/// Times are those of `MonotonicClock`. A receiver gives a row at the end of its interval; a recording gives
/// a sweep at the start of its interval, so that the first one is there at once.
public protocol SpectrumSource: Sendable {
  /// What the source is now; the server fills in its number.
  var info: SourceInfo { get async }

  /// Starts the source and gives rows and changes as they come; call once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SourceBuffer.events`
  /// wait for a slow reader; a row pushed out shows as a jump of the sequence.
  func events() -> AsyncStream<SourceEvent>

  /// Does what a client wishes, held within what the source can do; what means nothing to it is passed over.
  func perform(_ command: Command) async

  /// Makes bins as fine as the finest view needs, or as near as the source can: the finest wish counts.
  ///
  /// - Parameter stepHertz: Width of a column in hertz; infinity while nobody looks.
  func resolve(stepHertz: Double) async
}

extension SpectrumSource {
  /// Bins are as they are: what is swept or simulated has one resolution.
  public func resolve(stepHertz: Double) async {}
}

/// Something that a source made or that happened to it.
public enum SourceEvent: Sendable {
  /// A new row.
  case row(PowerRow)
  /// The source's properties changed: tuned, sped up, another range.
  case changed(SourceInfo)
  /// From here on recorded time follows server time in another way: start, seek, loop, speed.
  case timeMap(TimeMap)
  /// Artefacts of the receiver, where seen.
  case artefacts(Artefacts)
  /// What is marked in a recording near what is played; replaces what was given before.
  case annotations(Annotations)
  /// What can be set at the source, or to what it is set now.
  case controls(SourceControls)
  /// Something to say to people.
  case notice(Notice)
  /// Rows lost before the server.
  case lost(rows: UInt32)
  /// Samples lost before those that come now; nil where the receiver was silent, or its connection lost.
  case samplesLost(Int?)
}

/// Bounds on what waits for a reader of events.
public enum SourceBuffer {
  /// Events that wait at most; older ones are dropped.
  public static let events = 64
}

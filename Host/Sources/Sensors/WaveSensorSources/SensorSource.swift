public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// A source of streams: a sensor, a simulated one or a recording being played.
///
/// Times are those of `MonotonicClock`. A timed source gives the times of its samples (`SensorEvent.times`);
/// for others they are derived from the arrival of blocks.
public protocol SensorSource: Sendable {
  /// The current properties; the server fills in the source's number.
  var info: StreamSource { get async }

  /// Whether the source gives the times of its samples.
  var isTimed: Bool { get }

  /// The source's own filters, applied until a viewer chooses others; groups that do not support them are
  /// shown without.
  var filters: [SensorFilter] { get }

  /// An instruction to follow before the device sends samples; nil if none is needed.
  var instruction: SensorInstruction? { get }

  /// Starts the source and emits blocks and changes; call it once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SensorBuffer.events`
  /// wait for a slow reader; a dropped block shows as a gap in the numbers.
  func events() -> AsyncStream<SensorEvent>

  /// Carries out a client's command, within the limits of the source; commands that do not apply are ignored.
  func perform(_ command: Command) async
}

extension SensorSource {
  /// Empty: most sources have no filters.
  public var filters: [SensorFilter] { [] }

  /// Nil, since most devices need no instruction.
  public var instruction: SensorInstruction? { nil }
}

/// An instruction for the user, who has to follow it before a device sends samples.
public struct SensorInstruction: Equatable, Sendable {
  /// The instruction, such as an address to enter on the device.
  public var text: String
  /// Whether the text contains a secret.
  public var isSecret: Bool

  /// Creates an instruction.
  public init(text: String, isSecret: Bool) {
    self.text = text
    self.isSecret = isSecret
  }
}

/// An event of a source of streams.
public enum SensorEvent: Sendable {
  /// New samples of a group; their numbers increase, and skipped numbers are missing samples.
  case block(group: Int, SampleBlock)
  /// The times of samples from a number on.
  ///
  /// It comes before these samples, from timed sources and timed groups only. The server fills in the source.
  case times(SampleTimes)
  /// A group's device has restarted its numbers; the number of samples between is unknown.
  case restarted(group: Int)
  /// The source's properties changed; if its groups differ, the source restarts.
  case changed(StreamSource)
  /// From here on, recorded time relates differently to server time: after a start, a seek or a change of
  /// speed.
  case timeMap(TimeMap)
  /// The source's controls and their current values.
  ///
  /// Numbers of controls from `SensorControls.firstOfServer` on belong to the server.
  case controls(SourceControls)
  /// The appearance of a recording's streams while it was made.
  case look(RecordedLook)
  /// An annotation of a sample, in UTF-8.
  case mark(group: Int, sequence: UInt64, text: [UInt8])
  /// A notice for the user.
  case notice(Notice)
}

/// The limits for events that wait for a reader.
public enum SensorBuffer {
  /// The maximum number of waiting events; older ones are dropped.
  public static let events = 256
}

/// Numbers of controls.
public enum SensorControls {
  /// The first number of the server's own controls.
  public static let firstOfServer: UInt8 = 200
}

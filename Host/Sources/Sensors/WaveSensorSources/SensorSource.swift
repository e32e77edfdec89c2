public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// A source of sensor streams: a sensor, a simulated sensor, or a recording that is being played.
///
/// All times are measured on `MonotonicClock`. A timed source supplies the times of its samples
/// (`SensorEvent.times`); for other sources, they are derived from the arrival of blocks.
public protocol SensorSource: Sendable {
  /// The current description of the source. The server fills in the source's number.
  var info: StreamSource { get async }

  /// Whether the source supplies the times of its samples.
  var isTimed: Bool { get }

  /// The source's own filters, which apply until a viewer selects different ones. Groups that do not support
  /// them are shown unfiltered.
  var filters: [SensorFilter] { get }

  /// An instruction that the user must follow before the device sends samples; nil if none is needed.
  var instruction: SensorInstruction? { get }

  /// Starts the source and returns its events; call it only once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SensorBuffer.events`
  /// are buffered for a slow reader; a dropped block shows as a gap in the sample numbers.
  func events() -> AsyncStream<SensorEvent>

  /// Performs a client's command, within the limits of the source. Commands that do not apply to the source
  /// are ignored.
  func perform(_ command: Command) async
}

extension SensorSource {
  /// The default value: no filters.
  public var filters: [SensorFilter] { [] }

  /// The default value: no instruction.
  public var instruction: SensorInstruction? { nil }

  /// Ignores all commands, for a source that only supplies data.
  public func perform(_ command: Command) {}
}

/// An instruction that the user must follow before a device sends samples.
public struct SensorInstruction: Equatable, Sendable {
  /// The instruction, such as an address to enter on the device.
  public var text: String
  /// Whether the text contains a secret.
  public var isSecret: Bool
}

/// An event from a source of streams.
public enum SensorEvent: Sendable {
  /// New samples of a group. Sample numbers increase; a skipped number is a missing sample.
  case block(group: Int, SampleBlock)
  /// The times of samples, starting at a given sample number.
  ///
  /// The event precedes these samples, and is emitted only by timed sources and for timed groups. The server
  /// fills in the source.
  case times(SampleTimes)
  /// A group's device has restarted its sample numbers. The number of samples lost in between is unknown.
  case restarted(group: Int)
  /// The description has changed. If the groups differ, all streams restart.
  case changed(StreamSource)
  /// The relation between recorded time and server time has changed, because playback started, moved or
  /// changed its speed.
  case timeMap(TimeMap)
  /// The source's controls and their current values.
  ///
  /// Control numbers from `SensorControls.firstOfServer` on belong to the server.
  case controls(SourceControls)
  /// The appearance of the streams at the time of recording.
  case look(RecordedLook)
  /// An annotation of a sample; the text is UTF-8.
  case mark(group: Int, sequence: UInt64, text: [UInt8])
  /// A notice for the user.
  case notice(Notice)
}

/// Limits for events that are buffered for a reader.
public enum SensorBuffer {
  /// The maximum number of buffered events; older ones are dropped.
  public static let events = 256
}

/// The numbers of sensor controls.
public enum SensorControls {
  /// The first control number that belongs to the server.
  public static let firstOfServer: UInt8 = 200
}

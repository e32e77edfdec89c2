public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// What makes streams of samples: a sensor, a simulated one or a recording being played.
///
/// Times are those of `MonotonicClock`. A source whose samples are timed tells the times itself
/// (`SensorEvent.times`); of others they are told from the arrival of blocks.
public protocol SensorSource: Sendable {
  /// What the source is now; the server fills in its number.
  var info: StreamSource { get async }

  /// Whether the source tells when samples were made.
  var isTimed: Bool { get }

  /// Filters of its own, before what is shown of it until whoever looks chooses others; groups that cannot
  /// have them are shown without.
  var filters: [SensorFilter] { get }

  /// An instruction to follow before the device sends samples; nil if none is needed.
  var instruction: SensorInstruction? { get }

  /// Starts the source and gives blocks and changes as they come; call once.
  ///
  /// The stream ends when the source ends or its reader is cancelled. Only the newest `SensorBuffer.events`
  /// wait for a slow reader; a block pushed out shows as a gap in the numbers.
  func events() -> AsyncStream<SensorEvent>

  /// Does what a client wishes, held within what the source can do; what means nothing to it is passed over.
  func perform(_ command: Command) async
}

extension SensorSource {
  /// No filters of its own.
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

/// Something that a source of streams made or that happened to it.
public enum SensorEvent: Sendable {
  /// New samples of a group; numbers rise, and those left out are missing.
  case block(group: Int, SampleBlock)
  /// From a sample on, samples are made at these times; comes before them, from timed sources and timed
  /// groups only. The server fills in the source.
  case times(SampleTimes)
  /// A group's device counts from another number from here on; how many samples lie between nobody knows.
  case restarted(group: Int)
  /// The source's properties changed; with other groups than before, it begins anew.
  case changed(StreamSource)
  /// From here on recorded time follows server time in another way: start, seek, speed.
  case timeMap(TimeMap)
  /// What can be set at the source, or to what it is set now; numbers of controls from
  /// `SensorControls.firstOfServer` on are the server's.
  case controls(SourceControls)
  /// How a recording was looked at while it was made.
  case look(RecordedLook)
  /// Something is marked at a sample, in UTF-8.
  case mark(group: Int, sequence: UInt64, text: [UInt8])
  /// Something to say to people.
  case notice(Notice)
}

/// Bounds on what waits for a reader of events.
public enum SensorBuffer {
  /// Events that wait at most; older ones are dropped.
  public static let events = 256
}

/// Numbers of controls.
public enum SensorControls {
  /// The first number of the server's own controls.
  public static let firstOfServer: UInt8 = 200
}

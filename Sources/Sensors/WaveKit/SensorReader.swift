public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// Asks a sensor for its samples, and gives them as numbered blocks: what a ``SensorScreen`` and a server do
/// with one.
public struct SensorReader<Source: Sensor> {
  /// The sensor, as it is after it was asked last.
  public var sensor: Source
  /// What it measures, as it said when it was opened.
  public let info: StreamSource
  private var samples: SensorSamples

  /// Opens a sensor.
  ///
  /// - Throws: What the sensor says of itself that cannot be.
  public init(_ sensor: Source) throws(SensorError) {
    info = sensor.info
    try info.check()
    self.sensor = sensor
    samples = SensorSamples(info)
  }

  /// Asks the sensor once.
  ///
  /// - Parameter now: The time in microseconds, on a monotonic clock; one that goes back counts as standing
  ///   still.
  /// - Returns: What came, in order.
  /// - Complexity: O(samples), and what the sensor takes.
  public mutating func read(at now: Int64) -> [SensorReading] {
    samples.begin(at: now)
    sensor.read(into: &samples)
    return samples.take()
  }
}

/// Something that came when a sensor was asked.
public enum SensorReading: Equatable, Sendable {
  /// Samples of a group; numbers that are left out are missing. Where they are not timed, their times follow
  /// from their arrival.
  case block(group: Int, isTimed: Bool, SampleBlock)
  /// From a sample on, samples are made at these times; comes before them.
  case times(SampleTimes)
  /// Something is marked at a sample, in UTF-8.
  case mark(group: Int, sequence: UInt64, text: [UInt8])
  /// Something to say to people.
  case notice(Notice)
}

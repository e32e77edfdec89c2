public import WaveSensorsWire
public import WaveStreams
public import WaveWire

/// A reader that returns a sensor's samples as numbered blocks, for a ``SensorScreen`` or a server.
public struct SensorReader<Source: Sensor> {
  /// The sensor, in its state after the last read.
  public var sensor: Source
  /// The sensor's description at the time it was opened.
  public let info: StreamSource
  private var samples: SensorSamples

  /// Opens a sensor.
  ///
  /// - Throws: `SensorError` if the sensor's description is invalid.
  public init(_ sensor: Source) throws(SensorError) {
    info = sensor.info
    try info.check()
    self.sensor = sensor
    samples = SensorSamples(info)
  }

  /// Reads the sensor once.
  ///
  /// - Parameter now: The time in microseconds on a monotonic clock; if it goes back, the previous time is
  ///   used.
  /// - Returns: The readings, in order.
  /// - Complexity: O(samples), plus the cost of the sensor's own `read`.
  public mutating func read(at now: Int64) -> [SensorReading] {
    samples.begin(at: now)
    sensor.read(into: &samples)
    return samples.removeReadings()
  }
}

/// A result of reading a sensor.
public enum SensorReading: Equatable, Sendable {
  /// Samples of a group; a skipped sequence number means a missing sample. If `isTimed` is false, the times
  /// of the samples are derived from their arrival.
  case block(group: Int, isTimed: Bool, SampleBlock)
  /// The times of the samples from a given sample number onward; this result is returned before those
  /// samples.
  case times(SampleTimes)
  /// A named mark at a sample; the name is UTF-8.
  case mark(group: Int, sequence: UInt64, text: [UInt8])
  /// A notice for users.
  case notice(Notice)
}

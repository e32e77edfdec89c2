import WaveKit
import WaveSensorSources
import WaveSensorsWire
import WaveSystem
import WaveWire

/// A sensor source that polls an app's sensor about 60 times a second.
actor PolledSensor<Source: Sensor & Sendable>: SensorSource {
  /// The interval between polls of the sensor, in microseconds.
  static var pollMicroseconds: Int64 { 16_000 }

  nonisolated let info: StreamSource
  nonisolated let filters: [SensorFilter]
  /// Always false, since the sensor as a whole supplies no times.
  ///
  /// Groups with timestamps report them individually.
  nonisolated let isTimed = false
  private var reader: SensorReader<Source>

  init(_ sensor: Source, filters: [SensorFilter]) throws(SensorError) {
    reader = try SensorReader(sensor)
    info = reader.info
    try filters.check(for: info)
    self.filters = filters
  }

  nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  /// Does nothing, since the sensor accepts no commands.
  func perform(_ command: Command) {}

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    defer { continuation.finish() }
    let start = MonotonicClock.microseconds
    continuation.yield(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: start, recordedMicroseconds: WallClock.microseconds, speed: 1))
    )
    var due = start
    while !Task.isCancelled {
      for reading in reader.read(at: MonotonicClock.microseconds) {
        switch reading {
        case .block(let group, _, let block): continuation.yield(.block(group: group, block))
        case .times(let times): continuation.yield(.times(times))
        case .mark(let group, let sequence, let text):
          continuation.yield(.mark(group: group, sequence: sequence, text: text))
        case .notice(let notice): continuation.yield(.notice(notice))
        }
      }
      // A slow sensor is polled again as soon as it returns, without catching up on missed polls.
      due = max(due + Self.pollMicroseconds, MonotonicClock.microseconds)
      try? await Task.sleep(
        for: .microseconds(due - MonotonicClock.microseconds), tolerance: .milliseconds(1))
    }
  }
}

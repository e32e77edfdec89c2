import WaveBiosignals
import WaveText

extension FuzzTarget {
  /// Sensor Logger's messages: what is read of any JSON is within its bounds.
  static let sensorLogger = FuzzTarget("sensor-logger", byteLimit: 1024) { bytes throws(Finding) in
    guard
      case .success(let read) = Result(catching: { () throws(TextError) in
        try SensorLoggerMessage.read(bytes)
      }), let message = read
    else { return }
    for reading in message.readings {
      try require(!reading.sensor.isEmpty && reading.sensor.count <= SensorLoggerMessage.nameBytes, "a name")
      try require(
        !reading.values.isEmpty && reading.values.count <= SensorLoggerMessage.valueLimit
          && reading.values.count == reading.names.count && reading.values.allSatisfy(\.isFinite),
        "as many numbers as names")
      try require(
        zip(reading.names, reading.names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) },
        "names rise, each once")
    }
  }
}

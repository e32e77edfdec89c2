import WaveSensorsFeed
package import WaveSensorsWire
import WaveServer

extension MeteredFrames: SensorsSink {
  /// Appends a message, counting a message with columns as one row.
  package mutating func append(_ message: SensorsMessage) {
    if case .columns = message { rows += 1 }
    frames.append(message)
  }
}

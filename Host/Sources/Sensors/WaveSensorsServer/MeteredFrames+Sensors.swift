import WaveSensorsFeed
package import WaveSensorsWire
import WaveServer

extension MeteredFrames: SensorsSink {
  /// Appends a message; a message with columns is counted as a row.
  package mutating func append(_ message: SensorsMessage) {
    if case .columns = message { rows += 1 }
    frames.append(message)
  }
}

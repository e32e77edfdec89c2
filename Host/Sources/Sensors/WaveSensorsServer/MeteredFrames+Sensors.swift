import WaveSensorsFeed
package import WaveSensorsWire
import WaveServer

extension MeteredFrames: SensorsSink {
  /// Appends a message; a message with columns counts as one row in the metrics.
  package mutating func append(_ message: SensorsMessage) {
    if case .columns = message { rows += 1 }
    frames.append(message)
  }
}

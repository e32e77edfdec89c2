import WaveSensorsFeed
package import WaveSensorsWire
import WaveServer

extension MeteredFrames: SensorsSink {
  /// Appends the next message; a message of columns counts as a row.
  package mutating func append(_ message: SensorsMessage) {
    if case .columns = message { rows += 1 }
    frames.append(message)
  }
}

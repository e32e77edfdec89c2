import WaveSensorsFeed
package import WaveSensorsWire
import WaveServer

extension MeteredFrames: StreamSink {
  /// Appends the next message; a message of columns counts as a row.
  package mutating func put(_ message: StreamMessage) {
    if case .columns = message { rows += 1 }
    frames.put(message)
  }
}

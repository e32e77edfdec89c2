import WaveDataWire
import WaveServer

extension MeteredFrames {
  /// Appends the next message.
  mutating func append(_ message: DataMessage) { frames.append(message) }
}

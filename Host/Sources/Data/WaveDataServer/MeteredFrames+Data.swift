import WaveDataWire
import WaveServer

extension MeteredFrames {
  /// Appends a message to the frames to be sent.
  mutating func append(_ message: DataMessage) { frames.append(message) }
}

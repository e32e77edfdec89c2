import WaveDataWire
import WaveServer

extension MeteredFrames {
  /// Appends the next message.
  mutating func put(_ message: TableMessage) { frames.put(message) }
}

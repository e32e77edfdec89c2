import WaveCoverageWire
import WaveServer

extension MeteredFrames {
  /// Appends the next message.
  mutating func put(_ message: TerrainMessage) { frames.put(message) }
}

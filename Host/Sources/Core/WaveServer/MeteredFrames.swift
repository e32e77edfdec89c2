import WaveCoverageWire
import WaveDataWire
import WaveSensorsFeed
import WaveSensorsWire
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveWire

/// Frames, and how many rows are in them.
struct MeteredFrames: FeedSink, StreamSink {
  var frames = FrameWriter()
  var workspace = RowWorkspace()
  private var writer = MessageWriter()
  /// Rows since the last `clear`.
  private(set) var rows = 0
  /// Rows that those stand for beside themselves.
  private(set) var skipped = 0

  var byteCount: Int { frames.byteCount }

  mutating func put(_ message: Message) {
    switch message {
    case .row(let row):
      rows += 1
      skipped += Int(row.skipped)
    case .meter(let meter):
      rows += 1
      skipped += Int(meter.skipped)
    default: break
    }
    frames.put(message, by: &writer)
  }

  mutating func put(_ message: StreamMessage) {
    if case .columns = message { rows += 1 }
    frames.put(message)
  }

  mutating func put(_ message: TableMessage) { frames.put(message) }

  mutating func put(_ message: TerrainMessage) { frames.put(message) }

  /// Empties itself, keeping its memory.
  mutating func clear() {
    frames.clear()
    (rows, skipped) = (0, 0)
  }
}

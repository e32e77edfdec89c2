import WaveCoverageWire
import WaveDataWire
import WaveFeed
import WaveSensorsWire
import WaveSpectrumWire

/// Frames, and how many rows are in them.
struct MeteredFrames: FeedSink, StreamSink {
  var frames = FrameWriter()
  /// Rows since the last `clear`.
  private(set) var rows = 0
  /// Rows that those stand for beside themselves.
  private(set) var skipped = 0

  var workspace: RowWorkspace {
    get { frames.workspace }
    set { frames.workspace = newValue }
  }

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
    frames.put(message)
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

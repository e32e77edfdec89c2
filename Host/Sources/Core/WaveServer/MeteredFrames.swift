package import WaveWire

/// Frames, and how many rows are in them; each instrument adds how its messages are put and counted.
package struct MeteredFrames {
  /// The frames.
  package var frames = FrameWriter()
  /// Rows since the last `clear`.
  package var rows = 0
  /// Rows that those stand for beside themselves.
  package var skipped = 0

  /// Starts without a frame.
  package init() {}

  /// Empties itself, keeping its memory.
  package mutating func clear() {
    frames.clear()
    (rows, skipped) = (0, 0)
  }
}

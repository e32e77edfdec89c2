package import WaveWire

/// Frames with a count of their rows, for the metrics.
///
/// Each instrument adds a `put` that appends its messages and counts rows.
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

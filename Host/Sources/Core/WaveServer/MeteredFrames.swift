package import WaveWire

/// Frames with a count of their rows, for the metrics.
///
/// Each instrument adds a method `append` that appends its messages and counts rows.
package struct MeteredFrames {
  /// The frames.
  package var frames = FrameWriter()
  /// Rows since the last `clear`.
  package var rows = 0
  /// Rows that were skipped in favour of the rows sent.
  package var skipped = 0

  /// Creates an empty list of frames.
  package init() {}

  /// Removes all frames, and keeps the memory.
  package mutating func clear() {
    frames.clear()
    (rows, skipped) = (0, 0)
  }
}

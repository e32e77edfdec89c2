package import WaveWire

/// Frames to send, with a count of their rows for the metrics.
///
/// Each instrument adds a method `append` that appends its messages and counts rows.
package struct MeteredFrames {
  /// The encoded frames to send.
  package var frames = FrameWriter()
  /// The number of rows since the last `clear`.
  package var rows = 0
  /// The number of rows that were skipped because the client was too slow.
  package var skipped = 0

  /// Creates an empty list of frames.
  package init() {}

  /// Removes all frames, keeping the allocated memory.
  package mutating func clear() {
    frames.clear()
    (rows, skipped) = (0, 0)
  }
}

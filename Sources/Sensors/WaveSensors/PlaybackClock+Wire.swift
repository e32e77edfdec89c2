import WaveUnits
import WaveWire

/// Conversions from source time to the server time used in messages.
extension PlaybackClock {
  /// Converts a source time to server time, clamped to the range that messages support.
  func wireMicroseconds(_ microseconds: Double) -> Int64 {
    let limit = Double(WireLimits.microseconds) - 1
    return Int64(saturating: Swift.max(-limit, Swift.min(limit, serverMicroseconds(at: microseconds))))
  }

  /// Returns the length, in server time, of a window that ends at a given source time.
  func wireWindow(seconds: Double, endingAt edge: Double) -> Int64 {
    Int64(saturating: seconds * 1e6 / pace(atServer: serverMicroseconds(at: edge)))
  }
}

import WaveUnits
import WaveWire

/// Source time as messages have it: in the server's time.
extension PlaybackClock {
  /// A moment of source time; beyond what messages can have, the nearest that they can.
  func wireMicroseconds(_ microseconds: Double) -> Int64 {
    let limit = Double(WireLimits.microseconds) - 1
    return Int64(saturating: Swift.max(-limit, Swift.min(limit, serverMicroseconds(at: microseconds))))
  }

  /// The length of a window that ends at a moment of source time.
  func wireWindow(seconds: Double, endingAt edge: Double) -> Int64 {
    Int64(saturating: seconds * 1e6 / pace(atServer: serverMicroseconds(at: edge)))
  }
}

/// The time from when a sample is taken until it is drawn.
package struct DrawnLatency: Equatable, Sendable {
  /// The latency of the last frame in microseconds, or nil if it contained no new sample.
  package private(set) var drawnMicroseconds: Int64?
  /// The latency smoothed over about eight frames, as of the last call of `publish`.
  package private(set) var shownMicroseconds: Double?
  private var smoothMicroseconds: Double?

  package init() {}

  /// Records the latency of a frame.
  ///
  /// - Parameter microseconds: The latency, or nil if the frame contained no new sample. A negative value
  ///   counts as nil.
  package mutating func note(_ microseconds: Int64?) {
    drawnMicroseconds = microseconds.flatMap { $0 >= 0 ? $0 : nil }
    guard let latency = drawnMicroseconds else { return }
    smoothMicroseconds = smoothMicroseconds.map { $0 + (Double(latency) - $0) / 8 } ?? Double(latency)
  }

  /// Copies the smoothed latency to `shownMicroseconds`.
  ///
  /// This is not done in every frame, because a number that changes so often cannot be read.
  package mutating func publish() { shownMicroseconds = smoothMicroseconds }

  /// Restarts the smoothing after a change of view or connection.
  package mutating func forget() { smoothMicroseconds = nil }
}

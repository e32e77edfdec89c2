/// How long it takes from a sample to its being drawn.
package struct DrawnLatency: Equatable, Sendable {
  /// Microseconds of the last frame, where it had a new sample.
  package private(set) var drawnMicroseconds: Int64?
  /// Smoothed over about eight frames, as it was when it was published last.
  package private(set) var shownMicroseconds: Double?
  private var smoothMicroseconds: Double?

  package init() {}

  /// Notes a frame.
  ///
  /// - Parameter microseconds: Its latency; nil where it had no new sample. One that is below zero is none.
  package mutating func note(_ microseconds: Int64?) {
    drawnMicroseconds = microseconds.flatMap { $0 >= 0 ? $0 : nil }
    guard let latency = drawnMicroseconds else { return }
    smoothMicroseconds = smoothMicroseconds.map { $0 + (Double(latency) - $0) / 8 } ?? Double(latency)
  }

  /// Shows the smoothed latency from now on: numbers that change with every frame are read at leisure.
  package mutating func publish() { shownMicroseconds = smoothMicroseconds }

  /// Begins anew: what was before was another view, or another connection.
  package mutating func forget() { smoothMicroseconds = nil }
}

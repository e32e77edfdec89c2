/// An estimate of the frame rate from arrival times.
struct ArrivalRate: Sendable {
  /// Common sensor rates within one decade.
  ///
  /// An estimate that is close to one of them, multiplied by a power of ten, is rounded to that rate.
  private static let usual = [1, 1.25, 1.28, 1.6, 2, 2.5, 2.56, 3, 3.6, 4, 5, 5.12, 6, 8, 10]
  /// The maximum relative difference between an estimate and the common rate to which it is rounded.
  private static let tolerance = 0.015
  /// The lowest rate that is derived from times, in hertz: one sample in eleven days.
  ///
  /// Nonsensical times would otherwise give a rate near zero, which no client can display.
  static let lowestHertz = 1e-6

  /// The time of the first arrival, and the number of frames received by then.
  private var first: (microseconds: Int64, frames: UInt64)?
  private var last: (microseconds: Int64, frames: UInt64)?

  /// Records the total number of frames received by a given time.
  mutating func add(frames: UInt64, at now: Int64) {
    guard frames > (last?.frames ?? 0) else { return }
    if first == nil { first = (now, frames) }
    last = (now, frames)
  }

  /// The time from the first arrival to the latest, in seconds.
  var seconds: Double { Double((last?.microseconds ?? 0) - (first?.microseconds ?? 0)) / 1e6 }

  /// The number of frames since the first arrival, excluding a burst that arrived with it.
  var frames: UInt64 { (last?.frames ?? 0) - (first?.frames ?? 0) }

  /// The time of the first arrival.
  var beginMicroseconds: Int64? { first?.microseconds }

  /// The rate in frames per second; nil until frames have arrived at two different times.
  var rateHertz: Double? { seconds > 0 && frames > 0 ? Double(frames) / seconds : nil }

  /// The rate, rounded to a common rate if there is one close to it; nil if the rate is unknown.
  var usualHertz: Double? { rateHertz.map { Self.usual(near: $0) } }

  /// Returns the common rate close to a given rate, or the given rate if no common rate is close.
  static func usual(near rate: Double) -> Double {
    var scale = 1e-4
    while scale * 10 <= rate, scale < 1e8 { scale *= 10 }
    let near = usual.map { $0 * scale }.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    return abs(near - rate) <= rate * tolerance ? near : rate
  }
}

/// Estimates the rate of frames from their times of arrival.
struct ArrivalRate: Sendable {
  /// Usual rates of sensors, in one decade; an estimate close to one is replaced by it.
  private static let usual = [1, 1.25, 1.28, 1.6, 2, 2.5, 2.56, 3, 3.6, 4, 5, 5.12, 6, 8, 10]
  /// The relative distance that counts as close.
  private static let tolerance = 0.015
  /// The lowest rate that is derived from times: a sample in eleven days.
  ///
  /// Absurd times would give a rate near zero, which no screen can show.
  static let lowestHertz = 1e-6

  /// The first arrival, and the number of frames at that time.
  private var first: (microseconds: Int64, frames: UInt64)?
  private var last: (microseconds: Int64, frames: UInt64)?

  /// Records the number of frames received so far.
  mutating func add(frames: UInt64, at now: Int64) {
    guard frames > (last?.frames ?? 0) else { return }
    if first == nil { first = (now, frames) }
    last = (now, frames)
  }

  /// The time from the first frames to the newest, in seconds.
  var seconds: Double {
    guard let first, let last else { return 0 }
    return Double(last.microseconds - first.microseconds) / 1e6
  }

  /// The number of frames since the first arrival; those of a burst were made before it.
  var frames: UInt64 {
    guard let first, let last else { return 0 }
    return last.frames - first.frames
  }

  /// The time of the first arrival.
  var beginMicroseconds: Int64? { first?.microseconds }

  /// The rate in frames a second; nil until frames have arrived at two times.
  var rateHertz: Double? { seconds > 0 && frames > 0 ? Double(frames) / seconds : nil }

  /// The rate, or a usual rate close to it.
  var usualHertz: Double? {
    rateHertz.map { Self.usual(near: $0) }
  }

  /// A usual rate close to the given one, or the given rate.
  static func usual(near rate: Double) -> Double {
    var scale = 1e-4
    while scale * 10 <= rate, scale < 1e8 { scale *= 10 }
    let near = usual.map { $0 * scale }.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    return abs(near - rate) <= rate * tolerance ? near : rate
  }
}

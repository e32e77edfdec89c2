/// How many frames come in a second, told from how many had come by when.
struct ArrivalRate: Sendable {
  /// Rates that sensors have, in one decade; an estimate close to one is taken for it.
  private static let usual = [1, 1.25, 1.28, 1.6, 2, 2.5, 2.56, 3, 3.6, 4, 5, 5.12, 6, 8, 10]
  /// How close.
  private static let tolerance = 0.015
  /// The lowest rate that is told from times: a sample in eleven days.
  ///
  /// Times that nobody can mean would give a rate of nothing, which no screen shows.
  static let lowestHertz = 1e-6

  /// When frames came first, and how many there were then.
  private var first: (microseconds: Int64, frames: UInt64)?
  private var last: (microseconds: Int64, frames: UInt64)?

  /// Takes note of how many frames there are by now.
  mutating func add(frames: UInt64, at now: Int64) {
    guard frames > (last?.frames ?? 0) else { return }
    if first == nil { first = (now, frames) }
    last = (now, frames)
  }

  /// Time from the first frames to the newest.
  var seconds: Double {
    guard let first, let last else { return 0 }
    return Double(last.microseconds - first.microseconds) / 1e6
  }

  /// Frames that came since the first arrival; those of a burst were made before it.
  var frames: UInt64 {
    guard let first, let last else { return 0 }
    return last.frames - first.frames
  }

  /// When the first frames came.
  var beginMicroseconds: Int64? { first?.microseconds }

  /// Frames in a second; nil until frames came at two times.
  var rateHertz: Double? { seconds > 0 && frames > 0 ? Double(frames) / seconds : nil }

  /// The rate, or the usual one close to it.
  var usualHertz: Double? {
    rateHertz.map { Self.usual(near: $0) }
  }

  /// The usual rate close to one, or the rate itself.
  static func usual(near rate: Double) -> Double {
    var scale = 1e-4
    while scale * 10 <= rate, scale < 1e8 { scale *= 10 }
    let near = usual.map { $0 * scale }.min { abs($0 - rate) < abs($1 - rate) } ?? rate
    return abs(near - rate) <= rate * tolerance ? near : rate
  }
}

import WaveUnits

/// The last samples of a stream, oldest first, in a ring of a fixed length.
struct SampleWindow: Sendable {
  private var ring: [Double]
  private var next = 0
  /// How many samples there are, up to as many as fit.
  private(set) var count = 0

  init(limit: Int) { ring = Array(repeating: 0, count: limit) }

  var isFull: Bool { count == ring.count }

  /// Appends a sample and gives the one that falls out; nil while there is room.
  mutating func push(_ value: Double) -> Double? {
    let old = isFull ? ring[next] : nil
    ring[next] = value
    next = next + 1 == ring.count ? 0 : next + 1
    count = Swift.min(count + 1, ring.count)
    return old
  }

  /// The sample that came `age` samples before the newest.
  subscript(age age: Int) -> Double {
    let place = next - 1 - age
    return ring[place < 0 ? place + ring.count : place]
  }

  mutating func removeAll() {
    count = 0
    next = 0
  }

  /// Samples a window may hold: 10 s at 6.5 kHz.
  static let limit = 65_536

  /// How many samples a window of seconds has: one at least.
  ///
  /// - Throws: ``FilterError/window(samples:limit:)`` beyond `limit`, ``FilterError/sampleRate(_:)``.
  static func count(seconds: Double, rateHertz: Double, limit: Int = limit) throws(FilterError) -> Int {
    guard rateHertz > 0, rateHertz.isFinite else { throw .sampleRate(rateHertz) }
    let samples = (seconds * rateHertz).rounded()
    guard samples >= 0, samples <= Double(limit) else {
      throw .window(
        samples: samples > 0 && samples < 1e18 ? Int(saturating: samples) : -1, limit: limit)
    }
    return Swift.max(1, Int(saturating: samples))
  }
}

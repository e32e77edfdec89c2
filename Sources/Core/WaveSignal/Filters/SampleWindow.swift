import WaveUnits

/// The most recent samples of a stream, stored in a ring of fixed length.
struct SampleWindow: Sendable {
  private var ring: [Double]
  private var next = 0
  /// The number of stored samples, at most the length of the ring.
  private(set) var count = 0

  init(limit: Int) { ring = Array(repeating: 0, count: limit) }

  var isFull: Bool { count == ring.count }

  /// Appends a sample and returns the sample that it displaces, or nil if the ring was not full.
  mutating func push(_ value: Double) -> Double? {
    let old = isFull ? ring[next] : nil
    ring[next] = value
    next = next + 1 == ring.count ? 0 : next + 1
    count = Swift.min(count + 1, ring.count)
    return old
  }

  /// Returns the sample that arrived `age` samples before the newest.
  subscript(age age: Int) -> Double {
    let place = next - 1 - age
    return ring[place < 0 ? place + ring.count : place]
  }

  mutating func removeAll() {
    count = 0
    next = 0
  }

  /// The maximum number of samples in a window, enough for 10 s at 6.5 kHz.
  static let limit = 65_536

  /// Returns the number of samples in a window of the given duration, but at least 1.
  ///
  /// - Throws: ``FilterError/window(samples:limit:)`` above `limit`, or ``FilterError/sampleRate(_:)``.
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

import WaveSignal

/// A detector at work on the bins of one column.
///
/// NaN bins do not count; without others the value is NaN. Selections, not branches, because noise takes
/// either way as often.
protocol BinDetector {
  /// Starts without bins.
  init()
  /// Takes the next bin's power.
  mutating func take(_ power: Float)
  /// Takes what `joined` has made, beginning with `neutral`, of the powers of so many bins, which is a
  /// number.
  mutating func take(_ power: Float, joinedBins: Int)
  /// What joins with any power into that power.
  static var neutral: Float { get }
  /// Makes one power of two in each lane.
  static func joined(_ a: Float8, _ b: Float8) -> Float8
  /// What the detector says of the bins taken.
  var value: Float { get }
}

struct MaxDetector: BinDetector {
  private var highest = -Float.infinity
  private var isEmpty = true

  @inline(__always)
  mutating func take(_ power: Float) {
    highest = power > highest ? power : highest
    isEmpty = power.isNaN && isEmpty
  }

  @inline(__always)
  mutating func take(_ power: Float, joinedBins: Int) { take(power) }

  @inline(__always)
  static var neutral: Float { -.infinity }

  @inline(__always)
  static func joined(_ a: Float8, _ b: Float8) -> Float8 { a.larger(b) }

  @inline(__always)
  var value: Float { isEmpty ? .nan : highest }
}

struct MinDetector: BinDetector {
  private var lowest = Float.infinity
  private var isEmpty = true

  @inline(__always)
  mutating func take(_ power: Float) {
    lowest = power < lowest ? power : lowest
    isEmpty = power.isNaN && isEmpty
  }

  @inline(__always)
  mutating func take(_ power: Float, joinedBins: Int) { take(power) }

  @inline(__always)
  static var neutral: Float { .infinity }

  @inline(__always)
  static func joined(_ a: Float8, _ b: Float8) -> Float8 { a.smaller(b) }

  @inline(__always)
  var value: Float { isEmpty ? .nan : lowest }
}

struct MeanDetector: BinDetector {
  private var sum: Float = 0
  private var count: Float = 0

  @inline(__always)
  mutating func take(_ power: Float) {
    let isLevel = !power.isNaN
    sum += isLevel ? power : 0
    count += isLevel ? 1 : 0
  }

  @inline(__always)
  mutating func take(_ power: Float, joinedBins: Int) {
    sum += power
    count += Float(joinedBins)
  }

  @inline(__always)
  static var neutral: Float { 0 }

  @inline(__always)
  static func joined(_ a: Float8, _ b: Float8) -> Float8 { a + b }

  /// Of nothing this is 0 / 0: NaN.
  @inline(__always)
  var value: Float { sum / count }
}

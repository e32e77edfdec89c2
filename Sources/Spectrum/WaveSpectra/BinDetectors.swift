import WaveSignal

/// A detector that reduces the bins of one column.
///
/// NaN bins are ignored. If there are no other bins, the value is NaN. The code selects values instead of
/// branching, because noise makes branches unpredictable.
protocol BinDetector {
  /// Creates a detector without bins.
  init()
  /// Adds the next bin's power.
  mutating func add(_ power: Float)
  /// Adds the result of combining `joinedBins` bins and `neutral` with `joined`, which must not be NaN.
  mutating func add(_ power: Float, joinedBins: Int)
  /// The identity element of `joined`, which leaves every other power unchanged.
  static var neutral: Float { get }
  /// Combines two powers in each lane.
  static func joined(_ a: Float8, _ b: Float8) -> Float8
  /// The detector's result for the bins added so far.
  var value: Float { get }
}

struct MaxDetector: BinDetector {
  private var highest = -Float.infinity
  private var isEmpty = true

  @inline(__always)
  mutating func add(_ power: Float) {
    highest = power > highest ? power : highest
    isEmpty = power.isNaN && isEmpty
  }

  @inline(__always)
  mutating func add(_ power: Float, joinedBins: Int) { add(power) }

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
  mutating func add(_ power: Float) {
    lowest = power < lowest ? power : lowest
    isEmpty = power.isNaN && isEmpty
  }

  @inline(__always)
  mutating func add(_ power: Float, joinedBins: Int) { add(power) }

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
  mutating func add(_ power: Float) {
    let isLevel = !power.isNaN
    sum += isLevel ? power : 0
    count += isLevel ? 1 : 0
  }

  @inline(__always)
  mutating func add(_ power: Float, joinedBins: Int) {
    sum += power
    count += Float(joinedBins)
  }

  @inline(__always)
  static var neutral: Float { 0 }

  @inline(__always)
  static func joined(_ a: Float8, _ b: Float8) -> Float8 { a + b }

  /// The mean of the powers added so far; NaN (0 / 0) if there are none.
  @inline(__always)
  var value: Float { sum / count }
}

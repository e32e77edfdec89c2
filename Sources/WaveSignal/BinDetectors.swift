/// A detector at work on the bins of one column.
///
/// NaN bins do not count; without others the value is NaN. Selections, not branches, because noise takes
/// either way as often.
protocol BinDetector {
  /// Starts without bins.
  init()
  /// Takes the next bin's power.
  mutating func take(_ power: Float)
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

  /// Of nothing this is 0 / 0: NaN.
  @inline(__always)
  var value: Float { sum / count }
}

import WaveRadioFormats
import WaveSpectra
import WaveSystem
import WaveUnits

/// A whole log of sweeps in memory, in hundredths of a decibel, the resolution of rtl_power logs.
struct RecordedLog: Sendable {
  /// The maximum total number of levels in all sweeps, which occupy 512 MiB.
  static let levelLimit = 256 << 20

  /// The type of log, for display.
  let kind: String
  /// Whether the log contains times of day.
  let isTimed: Bool
  /// The frequencies of the bins of every sweep.
  let axis: BinAxis
  /// The start times of the sweeps, in microseconds since 1970.
  let timing: SweepTiming
  /// The levels of each sweep; `Millibels.gap` if a level is missing.
  let sweeps: [[Int16]]
  /// For each sweep, whether hops or levels are missing.
  let isIncomplete: [Bool]
  /// The number of hops in a complete sweep.
  let hopCount: Int
  /// The number of levels in a hop.
  let levelsPerHop: Int
  /// The number of levels that are not finite numbers.
  let nonFiniteValues: Int
  /// The error after which no more sweeps were read; nil if the whole log was read.
  let warning: String?

  /// Reads a log.
  ///
  /// A file that ends in the middle of a line, such as a log that is still being written, is read up to that
  /// line. Any other error causes the file to be rejected.
  init(content: FileContent, isBinary: Bool = false) throws(ReceiverError) {
    var reader = SweepReader(isBinary: isBinary)
    isTimed = !isBinary
    var starts: [Int64] = []
    var axes: [BinAxis] = []
    var sweeps: [[Int16]] = []
    var incomplete: [Bool] = []
    var nonFinite = 0
    var levels = 0
    func add(_ sweep: PowerSweep) {
      starts.append(sweep.startMicroseconds)
      axes.append(sweep.axis)
      incomplete.append(sweep.missingHops > 0 || sweep.nonFiniteValues > 0)
      nonFinite += sweep.nonFiniteValues
      levels += sweep.decibels.count
      sweeps.append(levels <= Self.levelLimit ? sweep.decibels.map(Self.millibels) : [])
    }
    var failure: RadioFormatError?
    try ReceiverError.filed(
      content.read { piece in
        do throws(RadioFormatError) { try reader.read(piece.span, add) } catch { failure = error }
        return failure == nil && levels <= Self.levelLimit
      })
    if failure == nil, levels <= Self.levelLimit {
      do throws(RadioFormatError) { try reader.finish(add) } catch { failure = error }
    }
    guard levels <= Self.levelLimit else {
      throw .tooManyLevels(limit: Self.levelLimit, path: content.file.path)
    }
    if let failure {
      guard Self.isCut(failure), !sweeps.isEmpty else { throw .format(failure, path: content.file.path) }
    }
    warning = failure.map { "\($0)" }

    guard let widest = axes.last else { throw .format(.empty, path: content.file.path) }
    for index in axes.indices where axes[index] != widest {
      sweeps[index] = Self.laid(sweeps[index], from: axes[index], on: widest)
      incomplete[index] = true
    }
    axis = widest
    timing = SweepTiming(starts: starts)
    self.sweeps = sweeps
    isIncomplete = incomplete
    kind = reader.kind
    hopCount = reader.hopCount
    levelsPerHop = reader.levelsPerHop
    nonFiniteValues = nonFinite
  }

  /// Returns the linear powers of a sweep, with NaN in gaps.
  func powers(of sweep: Int) -> [Float] { sweeps[sweep].map(Millibels.power(of:)) }

  /// Returns the mean linear power of each bin over all sweeps that contain it; NaN if none does.
  func meanPowers() -> [Float] {
    let powers = (0...65_535).map { Double(Millibels.power(of: Int16($0 - 32_768))) }
    var sums = [Double](repeating: 0, count: axis.count)
    var counts = [Int](repeating: 0, count: axis.count)
    for sweep in sweeps {
      for (bin, level) in sweep.enumerated() where level != Millibels.gap {
        sums[bin] += powers[Int(level) + 32_768]
        counts[bin] += 1
      }
    }
    return zip(sums, counts).map { $1 > 0 ? Float($0 / Double($1)) : .nan }
  }

  /// Returns the number of occurrences of each level, starting at -327.68 dB; gaps are not counted.
  func histogram() -> [Int] {
    var counts = [Int](repeating: 0, count: 65_536)
    for sweep in sweeps {
      for level in sweep where level != Millibels.gap { counts[Int(level) + 32_768] += 1 }
    }
    return counts
  }

  /// Returns whether an error means only that the file is truncated.
  private static func isCut(_ error: RadioFormatError) -> Bool {
    switch error {
    case .line(.truncated, _, _), .hackRF(.truncated, _): true
    default: false
    }
  }

  private static func millibels(_ decibels: Float) -> Int16 {
    guard !decibels.isNaN else { return Millibels.gap }
    return Int16(saturating: min(max(decibels * 100, -32_767), 32_767).rounded())
  }

  private static func laid(_ levels: [Int16], from axis: BinAxis, on wider: BinAxis) -> [Int16] {
    var result = [Int16](repeating: Millibels.gap, count: wider.count)
    let offset = Int(saturating: ((axis.firstHertz - wider.firstHertz) / wider.stepHertz).rounded())
    for (bin, level) in levels.enumerated() where bin + offset >= 0 && bin + offset < result.count {
      result[bin + offset] = level
    }
    return result
  }
}

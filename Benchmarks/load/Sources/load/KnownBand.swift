import Foundation

/// A recording whose every level is known: what bin `b` has in sweep `s` follows from `b` and `s` alone.
///
/// Noise over some decibels, as real rows have, and a carrier every 97 bins. Levels are whole tenths of a
/// decibel, the steps in which rows travel.
struct KnownBand {
  static let bins = 8192
  /// Sweeps that differ; the recording repeats them.
  static let patterns = 20
  /// Sweeps in the recording, one a recorded second.
  static let sweeps = 300
  static let lowHertz = 100_000_000
  static let stepHertz = 1000

  /// Tenths of a decibel.
  static func level(bin: Int, pattern: Int) -> Int {
    var mixed = UInt64(bin) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(pattern) &* 0xD1B5_4A32_D192_ED03
    mixed = (mixed ^ mixed >> 31) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 29
    // Four dice make a hump, as the maximum of several spectra does.
    let noise = (0..<4).reduce(0) { $0 + Int(mixed >> ($1 * 8) & 31) }
    return bin % 97 == 13 ? -300 - pattern * 3 : -900 + noise
  }

  /// All levels of a pattern.
  let levels: [[Int16]] = (0..<patterns).map { pattern in
    (0..<bins).map { Int16(level(bin: $0, pattern: pattern)) }
  }

  /// Writes it as an rtl_power log.
  func write(to path: String) throws {
    var lines = levels.map { levels in
      levels.map { ", \($0 / 10).\(abs($0 % 10))" }.joined() + "\n"
    }
    lines = lines.map {
      ", \(Self.lowHertz), \(Self.lowHertz + Self.bins * Self.stepHertz), \(Self.stepHertz).00, 1" + $0
    }
    var text = ""
    for sweep in 0..<Self.sweeps {
      let (minute, second) = (sweep / 60, sweep % 60)
      text += "2026-01-02, 12:0\(minute):\(second < 10 ? "0" : "")\(second)" + lines[sweep % Self.patterns]
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// A span of the known band, and what each of its columns must hold.
struct KnownSpan {
  /// Edges lie this many 2048ths beyond a bin's middle: never on it, where rounding would decide.
  private static let offset = 1025

  let firstBin: Int
  let binCount: Int
  let columns: Int

  /// A span of its own for each client.
  init(client: Int, columns: Int) {
    self.columns = columns
    let spare = KnownBand.bins - columns - 2
    binCount = columns + (client * 1237) % spare
    firstBin = (client * 761) % (KnownBand.bins - binCount - 1)
  }

  func lowHertz(axisLow: Double) -> Double {
    axisLow + (Double(firstBin) + Double(Self.offset) / 2048) * Double(KnownBand.stepHertz)
  }

  func highHertz(axisLow: Double) -> Double {
    lowHertz(axisLow: axisLow) + Double(binCount * KnownBand.stepHertz)
  }

  /// The first bin whose middle is not below a column's lower edge, in whole numbers: bins in 2048ths.
  private func start(of column: Int) -> Int {
    let edge = firstBin * 2048 + Self.offset + 2048 * binCount * column / columns
    // Whole, since `columns` divides 2048, and odd, so never a bin's middle.
    return (edge - 1024 + 2047) / 2048
  }

  /// The highest level of each column in tenths of a decibel, pattern after pattern.
  func expected(_ band: KnownBand) -> [[Int16]] {
    band.levels.map { levels in
      (0..<columns).map { column in
        levels[start(of: column)..<max(start(of: column) + 1, start(of: column + 1))].max() ?? 0
      }
    }
  }
}

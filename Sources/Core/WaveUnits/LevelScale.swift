/// A numbering of levels in tenths of a decibel (centibels), with finer steps within one range.
///
/// The number of a level at or below `low` is the level in centibels. Between `low` and `high`, there are
/// `fineness` numbers per centibel; above `high`, there is one number per centibel again. A higher level
/// therefore never has a lower number.
///
///     let scale = LevelScale(bottom: -51, top: -49, rows: 1536)
///     scale.fineness                     // 77 steps in a centibel, 0.0013 dB each
///     scale.centibels(of: -510 + 770)    // -500
public struct LevelScale: Equatable, Sendable {
  /// The start of the range with finer steps, in centibels.
  public let low: Int16
  /// The end of the range with finer steps, in centibels; not below `low`.
  public let high: Int16
  /// The number of steps per centibel between `low` and `high`, at least 1.
  public let fineness: UInt16

  /// The largest magnitude of a level on the scale, in centibels.
  public static let limit: Int16 = 3276
  /// The maximum number of additional level numbers for finer steps, so that all level numbers fit into 16
  /// bits.
  private static let extraNumbers = Int(Int16.max - limit)

  /// The scale with steps of a tenth of a decibel throughout.
  public static let centibels = LevelScale()

  private init() { (low, high, fineness) = (0, 0, 1) }

  /// Creates a scale from its parameters.
  ///
  /// - Returns: A scale, or nil if `low` is above `high`, either is beyond `limit`, `fineness` is 0, or the
  ///   numbers do not fit into 16 bits.
  public init?(low: Int16, high: Int16, fineness: UInt16) {
    guard low >= -Self.limit, low <= high, high <= Self.limit, fineness >= 1,
      (Int(high) - Int(low)) * (Int(fineness) - 1) <= Self.extraNumbers
    else { return nil }
    self.low = low
    self.high = high
    self.fineness = fineness
  }

  /// Creates the coarsest scale that has at least one step per row of pixels.
  ///
  /// If this would require more numbers than are available, the steps are as fine as possible.
  ///
  /// - Parameters:
  ///   - bottom: The lowest level shown, in decibels.
  ///   - top: The highest level shown, in decibels, above `bottom`; otherwise, all steps are a tenth of a
  ///     decibel.
  ///   - rows: The number of device pixels from bottom to top.
  public init(bottom: Double, top: Double, rows: Int) {
    let low = (Swift.max(-Double(Self.limit), bottom * 10)).rounded(.down)
    let high = (Swift.min(Double(Self.limit), top * 10)).rounded(.up)
    let needed = (Double(rows) / (10 * (top - bottom))).rounded(.up)
    guard low < high, needed > 1 else {
      self = .centibels
      return
    }
    let possible = 1 + Self.extraNumbers / Int(saturating: high - low)
    self.low = Int16(saturating: low)
    self.high = Int16(saturating: high)
    fineness = UInt16(clamping: Swift.min(Int(saturating: needed), possible))
  }

  /// Returns the level in centibels that a number represents.
  ///
  /// - Complexity: O(1), without allocation.
  public func centibels(of number: Int16) -> Float {
    let above = Float(number) - Float(low)
    let fine = Float(Int(high) - Int(low)) * Float(fineness)
    if above <= 0 { return Float(number) }
    if above >= fine { return Float(high) + above - fine }
    return Float(low) + above / Float(fineness)
  }
}

/// The style of the numbers in a column: the decimal mark, the separator of thousands, and signs around the
/// digits.
public struct CSVNumberStyle: Equatable, Sendable {
  /// The separator between groups of digits.
  public enum Group: String, Equatable, Sendable, CaseIterable {
    case none, comma, point, blank, apostrophe
  }

  /// Whether the decimal mark is a comma.
  public var hasDecimalComma = false
  /// The separator between thousands.
  public var group = Group.none
  /// Whether a percent sign may follow the number.
  var hasPercent = false
  /// The currency that may precede or follow the number, in UTF-8; empty for none.
  var currency: [UInt8] = []
  /// Whether negative numbers can be in brackets, have a minus sign after the digits, or use U+2212 as the
  /// minus sign.
  var hasOtherMinus = false

  /// Creates a style in which numbers have a decimal point and no other marks.
  public init() {}

  /// Whether numbers consist only of digits, at most one decimal mark, a sign and an exponent.
  var isBare: Bool { group == .none && !hasPercent && currency.isEmpty && !hasOtherMinus }

  /// Rewrites a number using only digits, a point, a minus sign and an exponent.
  ///
  /// - Parameter bytes: A whole cell.
  /// - Returns: The number, or nil if the cell is not a number of this style.
  /// - Complexity: O(bytes), with two allocations.
  func bare(_ bytes: Span<UInt8>) -> [UInt8]? {
    guard let shape = NumberShape(bytes) else { return nil }
    if shape.isPercent, !hasPercent { return nil }
    if !shape.currency.isEmpty, shape.currency != currency { return nil }
    if shape.hasOtherMinus, !hasOtherMinus { return nil }
    return shape.bare(hasDecimalComma: hasDecimalComma, group: group)
  }

  /// Parses a number.
  ///
  /// - Parameter bytes: A whole cell.
  /// - Returns: The number, or nil if the cell is not a number of this style.
  func number(_ bytes: Span<UInt8>) -> Double? {
    if isBare, !hasDecimalComma { return NumberReader.double(bytes) }
    if let bare = bare(bytes) { return NumberReader.double(bare.span) }
    // Infinities and NaN have no `NumberShape`.
    return NumberReader.double(bytes).flatMap { $0.isFinite ? nil : $0 }
  }

  /// Parses an integer.
  ///
  /// - Parameter bytes: A whole cell.
  /// - Returns: The integer, or nil if the cell is not an integer of this style or needs more than 64 bits.
  func integer(_ bytes: Span<UInt8>) -> Int64? {
    if let whole = NumberReader.integer(bytes) { return whole }
    guard !isBare, let bare = bare(bytes) else { return nil }
    return NumberReader.integer(bare.span)
  }
}

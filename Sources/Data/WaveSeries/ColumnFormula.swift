/// A formula for a column derived from other columns, row by row, such as `"air temp" - mean("air temp", 61)`
/// or `diff(Energy)`.
///
/// A formula has numbers, names of columns, `+ - * / ^`, parentheses, and functions: `diff(x)`, `diff(x, k)`,
/// `lag(x)`, `lag(x, k)`, `mean(x, n)`, `abs`, `sqrt`, `ln`, `log10`, `exp`, `min(a, b)`, `max(a, b)`. `^`
/// binds most tightly and is right-associative, followed by the sign, so `-2^2` is −4. Rows are those of the
/// table: `lag(x, k)` is the value *k* rows earlier (later, if *k* is negative), `diff(x, k)` is the change
/// since then, and `mean(x, n)` is the centered average of ``MovingAverage``, cut off at both ends and
/// missing if the row itself is missing.
///
/// If an operand is missing, the result is missing. Results that are not finite are also missing: *x*/0, the
/// root of −1. Outside the table all values are missing. Times are seconds since 1970; the difference of two
/// times is computed in the unit in which they are counted, so it is exact.
public struct ColumnFormula: Equatable, Sendable {
  /// The maximum number of bytes in a formula.
  public static let byteLimit = 1024
  /// The maximum number of elements in a formula: numbers, names, operators and functions.
  public static let nodeLimit = 128
  /// The maximum nesting depth of parentheses, functions and signs.
  public static let depthLimit = 32
  /// The maximum distance, in rows, between a row and the other rows that one function uses for it.
  public static let reachLimit = 65_536
  /// The maximum distance, in rows, between a row and the other rows that all functions together use for it.
  public static let totalReachLimit = 131_072

  /// A column that a formula can refer to.
  public struct Column: Equatable, Sendable {
    /// The column's name in UTF-8.
    public var name: [UInt8]
    /// Whether the column's values are numbers or times, which formulas can use.
    public var isNumber: Bool
    /// The number by which values are divided before use; for times, it is the number of units in a second.
    public var divisor: Double

    /// Creates a column.
    public init(name: [UInt8], isNumber: Bool = true, divisor: Double = 1) {
      self.name = name
      self.isNumber = isNumber
      self.divisor = divisor
    }
  }

  /// One step of a formula, whose operands are the results of earlier steps.
  public enum Node: Equatable, Sendable {
    /// A number in the formula.
    case number(Double)
    /// The values of a column, given by its index in the list with which the formula was parsed; times are in
    /// the column's unit.
    case column(Int)
    /// The operand divided by a number, which converts times to seconds.
    case divided(by: Double)
    /// The operand with the opposite sign.
    case negative
    /// An operator with two operands, the results of earlier steps.
    case sum, difference, product, quotient, power, smaller, larger
    /// A mathematical function of one operand.
    case magnitude, root, naturalLogarithm, decimalLogarithm, exponential
    /// The value a given number of rows earlier, or later if the number is negative.
    case lag(Int)
    /// The change from the value a given number of rows earlier.
    case change(Int)
    /// The mean of a row and the given number of rows on either side of it.
    case mean(half: Int)
  }

  /// The additional rows, before and after the requested ones, for which a step must provide values.
  struct Reach: Equatable, Sendable {
    var before = 0
    var behind = 0
  }

  /// The steps in order of evaluation, of which the last one produces the column.
  public let nodes: [Node]
  /// The additional rows that each step must provide for later steps.
  let reaches: [Reach]
  /// The indices of the columns that the formula uses, in ascending order, in the list with which it was
  /// parsed.
  public let columns: [Int]
  /// The number of earlier rows that a row's value depends on.
  public let reachBefore: Int
  /// The number of later rows that a row's value depends on.
  public let reachAfter: Int

  /// Whether a function uses adjacent rows: `diff`, `lag` or `mean`.
  public var needsNeighbors: Bool {
    nodes.contains { node in
      switch node {
      case .lag, .change, .mean: true
      default: false
      }
    }
  }

  /// Creates a formula from steps in order of evaluation, or returns nil if its functions use rows beyond the
  /// limits.
  init?(_ nodes: [Node]) {
    var reaches = [Reach](repeating: Reach(), count: nodes.count)
    var wanted = [Reach()]
    var columns: [Int] = []
    var farthest = Reach()
    for index in nodes.indices.reversed() {
      guard var reach = wanted.popLast() else { return nil }
      reaches[index] = reach
      farthest.before = Swift.max(farthest.before, reach.before)
      farthest.behind = Swift.max(farthest.behind, reach.behind)
      switch nodes[index] {
      case .number: continue
      case .column(let column):
        if !columns.contains(column) { columns.append(column) }
        continue
      case .sum, .difference, .product, .quotient, .power, .smaller, .larger: wanted.append(reach)
      case .lag(let rows):
        // A reach can be negative, in which case no earlier rows are needed.
        reach.before += rows
        reach.behind -= rows
      case .change(let rows):
        reach.before += Swift.max(rows, 0)
        reach.behind += Swift.max(-rows, 0)
      case .mean(let half):
        reach.before += half
        reach.behind += half
      default: break
      }
      wanted.append(reach)
      if Swift.max(reach.before, reach.behind) > Self.totalReachLimit { return nil }
    }
    self.nodes = nodes
    self.reaches = reaches
    self.columns = columns.sorted()
    reachBefore = farthest.before
    reachAfter = farthest.behind
  }

  /// Returns a column's name as written in a formula, in double quotes if it is not a bare word.
  ///
  /// - Complexity: O(bytes), with one allocation.
  public static func reference(to name: [UInt8]) -> [UInt8] {
    if let first = name.first, !isDigit(first), name.allSatisfy({ isWordByte($0) }) { return name }
    var quoted: [UInt8] = [0x22]
    for byte in name {
      if byte == 0x22 { quoted.append(0x22) }
      quoted.append(byte)
    }
    quoted.append(0x22)
    return quoted
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }

  static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == 0x5F || byte > 0x7F || (lower(byte) >= 0x61 && lower(byte) <= 0x7A)
  }
}

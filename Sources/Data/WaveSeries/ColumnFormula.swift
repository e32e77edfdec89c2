/// A column that is made of others, row by row: `diff(Energy)`, `"air temp" - mean("air temp", 61)`.
///
/// Numbers, names of columns, `+ - * / ^`, parentheses, and functions: `diff(x)`, `diff(x, k)`, `lag(x)`,
/// `lag(x, k)`, `mean(x, n)`, `abs`, `sqrt`, `ln`, `log10`, `exp`, `min(a, b)`, `max(a, b)`. `^` binds first
/// and to the right, then the sign, so that `-2^2` is −4. Rows are those of the table: `lag(x, k)` is the
/// value *k* rows before (behind, where *k* is negative), `diff(x, k)` what has been added since, `mean(x,
/// n)` the centred average of ``MovingAverage``, cut off at both ends, missing where the row itself is.
///
/// What is missing makes missing what is made of it, and so does what is no finite number: *x*/0, the root of
/// −1; outside the table all is missing. Times are seconds since 1970; the difference of two is taken in the
/// unit that they are counted in, so that it is exact.
public struct ColumnFormula: Equatable, Sendable {
  /// Bytes of a formula at most.
  public static let byteLimit = 1024
  /// Numbers, names, operators and functions in a formula at most.
  public static let nodeLimit = 128
  /// How deep parentheses, functions and signs may stand in one another.
  public static let depthLimit = 32
  /// Rows that one function may reach to either side.
  public static let reachLimit = 65_536
  /// Rows that all of them together may reach to either side.
  public static let totalReachLimit = 131_072

  /// A column as a formula knows it.
  public struct Column: Equatable, Sendable {
    /// Its name in UTF-8.
    public var name: [UInt8]
    /// Whether it has numbers or times.
    public var isNumber: Bool
    /// What its values are divided by before all else: of times, how many of their unit make a second.
    public var divisor: Double

    /// Describes a column.
    public init(name: [UInt8], isNumber: Bool = true, divisor: Double = 1) {
      self.name = name
      self.isNumber = isNumber
      self.divisor = divisor
    }
  }

  /// One step; what it takes stands before it.
  public enum Node: Equatable, Sendable {
    /// A number as it was written.
    case number(Double)
    /// A column's values, by its place in the list that the formula was read with; times in their own unit.
    case column(Int)
    /// What comes before, divided: times become seconds.
    case divided(by: Double)
    /// What comes before, with the other sign.
    case negative
    /// Two values become one.
    case sum, difference, product, quotient, power, smaller, larger
    /// A function of what comes before.
    case magnitude, root, naturalLogarithm, decimalLogarithm, exponential
    /// What stands so many rows before.
    case lag(Int)
    /// What has been added since so many rows before.
    case change(Int)
    /// The average of so many rows on either side, and the row itself.
    case mean(half: Int)
  }

  /// How many rows before, and behind, the rows that are made a step must give.
  struct Reach: Equatable, Sendable {
    var before = 0
    var behind = 0
  }

  /// The steps, in the order in which they are done; the last one gives the column.
  public let nodes: [Node]
  /// Of each step, where its values are wanted.
  let reaches: [Reach]
  /// The columns that it is made of, in the order of the list it was read with, none twice.
  public let columns: [Int]
  /// Rows before a row that it takes part of.
  public let reachBefore: Int
  /// Rows behind a row that it takes part of.
  public let reachBehind: Int

  /// Whether a function takes part of the rows beside each: `diff`, `lag` or `mean`.
  public var needsNeighbors: Bool {
    nodes.contains { node in
      switch node {
      case .lag, .change, .mean: true
      default: false
      }
    }
  }

  /// Takes steps in their order.
  ///
  /// - Returns: Nil where they reach too far.
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
      case .number: break
      case .column(let column):
        if !columns.contains(column) { columns.append(column) }
      case .sum, .difference, .product, .quotient, .power, .smaller, .larger: wanted += [reach, reach]
      case .lag(let rows):
        // Rows before the first that is wanted may be none at all.
        reach.before += rows
        reach.behind -= rows
        wanted.append(reach)
      case .change(let rows):
        reach.before += Swift.max(rows, 0)
        reach.behind += Swift.max(-rows, 0)
        wanted.append(reach)
      case .mean(let half):
        reach.before += half
        reach.behind += half
        wanted.append(reach)
      default: wanted.append(reach)
      }
      if Swift.max(reach.before, reach.behind) > Self.totalReachLimit { return nil }
    }
    self.nodes = nodes
    self.reaches = reaches
    self.columns = columns.sorted()
    reachBefore = farthest.before
    reachBehind = farthest.behind
  }

  /// Writes a column's name as it stands in a formula: in double quotes where it is no bare word.
  ///
  /// - Complexity: O(bytes), an allocation.
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

import WaveUnits

/// The type of a column's values in a database, and how to convert them when they are read.
public struct ColumnPlan: Equatable, Sendable {
  /// The type of the values.
  public var kind: TableColumn.Kind
  /// The unit in which the column counts times; nil if its values are not times.
  public var unit: TableColumn.TimeUnit?
  /// The factor that converts a time with a fraction to the column's unit; 0 if there are no such times.
  public var realFactor: Double = 0

  /// Creates the plan of a column from the type declared by a text import, or returns nil if the column was
  /// not imported from text.
  public init?(importedAs declaration: String) {
    switch declaration {
    case CSVFormat.Kind.integer.declaration: self.init(kind: .integer)
    case CSVFormat.Kind.real.declaration: self.init(kind: .real)
    case CSVFormat.Kind.text.declaration: self.init(kind: .text)
    default: return nil
    }
  }

  /// Creates a plan.
  public init(kind: TableColumn.Kind, unit: TableColumn.TimeUnit? = nil, realFactor: Double = 0) {
    self.kind = kind
    self.unit = unit
    self.realFactor = realFactor
  }

  /// Whether the column has numeric values.
  public var isNumeric: Bool { kind == .integer || kind == .real || kind == .time }

  /// Returns the description of the column for users.
  public func column(named name: String) -> TableColumn {
    TableColumn(name: name, kind: kind, timeUnit: kind == .time ? unit : nil)
  }
}

/// The types found in sampled cells of a column, which determine its plan.
public struct ColumnSample: Sendable {
  private var wholeCount = 0
  private var realCount = 0
  private var blobCount = 0
  private var textCount = 0
  private var wholeTextCount = 0
  private var realTextCount = 0
  private var dateCount = 0
  private var low = Double.infinity
  private var high = -Double.infinity

  /// The fraction of cells that must be numbers, or dates, for a column to have that type.
  private static let part = 0.9

  /// Creates an empty sample.
  public init() {}

  /// Adds an integer value.
  public mutating func add(_ value: Int64) {
    wholeCount += 1
    note(Double(value))
  }

  /// Adds a floating-point value.
  public mutating func add(_ value: Double) {
    realCount += 1
    note(value)
  }

  /// Adds a text value.
  ///
  /// - Parameter text: The text, in UTF-8.
  /// - Complexity: O(bytes).
  public mutating func add(_ text: Span<UInt8>) {
    if MissingWord.isOne(text) { return }
    textCount += 1
    if let whole = NumberReader.integer(text) {
      wholeTextCount += 1
      note(Double(whole))
    } else if let value = NumberReader.double(text) {
      realTextCount += 1
      note(value)
    } else if DateReader(order: .yearMonthDay).instant(text) != nil {
      dateCount += 1
    }
  }

  /// Adds a binary value.
  public mutating func addBlob() { blobCount += 1 }

  private mutating func note(_ value: Double) {
    low = min(low, value)
    high = max(high, value)
  }

  /// Returns the plan with which to read the column.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - declared: Its declared type.
  /// - Returns: A plan for the type that 90 % of the cells share.
  public func plan(name: String, declared: String) -> ColumnPlan {
    let words = declared.lowercased().split(separator: " ").map(String.init)
    let count = wholeCount + realCount + textCount + blobCount
    if let unit = words.lazy.compactMap({ TableColumn.TimeUnit(rawValue: $0) }).first,
      words.first == "integer"
    {
      return ColumnPlan(kind: .time, unit: unit)
    }
    guard count > 0 else { return Self.plan(declared: declared.lowercased()) }
    let enough = Int(saturating: (Double(count) * Self.part).rounded(.up))
    if dateCount >= max(1, enough) { return ColumnPlan(kind: .time, unit: .microseconds) }
    let numberCount = wholeCount + realCount + wholeTextCount + realTextCount
    guard numberCount >= max(1, enough) else {
      return ColumnPlan(kind: blobCount > textCount ? .other : .text, unit: nil)
    }
    let isWhole = realCount + realTextCount == 0
    if Self.isTime(name: name.lowercased(), declared: declared.lowercased()), let unit = Self.unit(low, high)
    {
      if isWhole { return ColumnPlan(kind: .time, unit: unit) }
      if unit == .seconds { return ColumnPlan(kind: .time, unit: .microseconds, realFactor: 1e6) }
    }
    return ColumnPlan(kind: isWhole ? .integer : .real, unit: nil)
  }

  /// Whether more numbers are stored as text than as numbers.
  public var hasNumbersInTexts: Bool { wholeTextCount + realTextCount > wholeCount + realCount }

  /// Returns the plan for an empty column, by the rules of sqlite.org/datatype3.html.
  private static func plan(declared: String) -> ColumnPlan {
    func has(_ words: [String]) -> Bool { words.contains { declared.hasPart($0) } }
    if has(["date", "time"]) { return ColumnPlan(kind: .time, unit: .microseconds) }
    if has(["int"]) { return ColumnPlan(kind: .integer, unit: nil) }
    if has(["char", "clob", "text"]) { return ColumnPlan(kind: .text, unit: nil) }
    if declared.isEmpty || has(["blob"]) { return ColumnPlan(kind: .other, unit: nil) }
    return ColumnPlan(kind: .real, unit: nil)
  }

  /// Returns whether a name or a declared type indicates that a column contains times.
  static func isTime(name: String, declared: String) -> Bool {
    let words = name.split { !$0.isLetter }.map(String.init)
    return declared.hasPart("date") || declared.hasPart("time")
      || name.hasPart("time") || name.hasPart("date") || name.hasPart("epoch")
      || words.contains { ["ts", "at", "stamp", "t"].contains($0) }
  }

  /// Returns the unit in which both numbers are times between 1980 and 2100, or nil if there is none.
  static func unit(_ low: Double, _ high: Double) -> TableColumn.TimeUnit? {
    TableColumn.TimeUnit.allCases.first { unit in
      let second = Double(unit.perSecond)
      return low >= 315_532_800 * second && high < 4_102_444_800 * second
    }
  }
}

extension String {
  /// Returns whether the text contains a given string, even within a word.
  ///
  /// Embedded Swift has no `contains` for strings.
  fileprivate func hasPart(_ word: String) -> Bool {
    indices.contains { self[$0...].starts(with: word) }
  }
}

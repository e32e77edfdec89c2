public import WaveWire

/// The features that a table held by another engine supports, and the condition of the engine (tag 141).
///
/// It follows the table's description, and is sent again whenever something in it changes. A table without it
/// supports everything except `ChooseLost`.
public struct TableAbilities: Equatable, Sendable {
  /// Features that a table supports.
  public struct Abilities: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt32
    /// Stores the bits; unknown ones are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Rows can be read as text, by their places.
    public static let rows = Abilities(rawValue: 1)
    /// Rows can be sorted by a column.
    public static let ranks = Abilities(rawValue: 2)
    /// A column's values can be the x axis.
    public static let values = Abilities(rawValue: 4)
    /// Two columns can be shown in a scatter plot.
    public static let scatter = Abilities(rawValue: 8)
    /// Columns of texts can be shown.
    public static let texts = Abilities(rawValue: 16)
    /// Columns can be derived from others.
    public static let deriving = Abilities(rawValue: 32)
    /// Rows can be exported as CSV.
    public static let exporting = Abilities(rawValue: 64)
    /// Rows can be filtered by the values of a column.
    public static let valueFilters = Abilities(rawValue: 128)
    /// Rows can be filtered by the texts of a column.
    public static let textFilters = Abilities(rawValue: 256)
    /// A range can be marked, for statistics of its values.
    public static let ranges = Abilities(rawValue: 512)
    /// Correlations with the column that orders are sent.
    public static let correlations = Abilities(rawValue: 1024)
    /// A second picture of each column can be requested, and wrong pixels are counted.
    public static let comparing = Abilities(rawValue: 2048)
    /// The other rows can be shown while a part of the rows is out of reach (`ChooseLost`).
    public static let showsRest = Abilities(rawValue: 4096)
    /// All features except those that only other engines have.
    public static let own = Abilities(rawValue: 4095)
  }

  /// The condition of the engine.
  public enum Condition: UInt8, Equatable, Sendable {
    /// It answers.
    case fine = 0
    /// It answers, at first coarsely.
    case coarse = 1
    /// A part of the rows is missing from everything that is shown, as the user chose.
    case part = 2
    /// It refuses, because a part of the rows is out of reach.
    case refused = 3
    /// It cannot be reached; attempts continue.
    case unreachable = 4
    /// It is too slow, or fails in another way.
    case failed = 5
  }

  /// The table's number.
  public var source: UInt16 = 0
  /// The features that the table supports.
  public var abilities: Abilities = []
  /// The lenses that are available: the bit of each one's number.
  public var lenses: UInt32 = 0
  /// The column whose values are x when rows are shown as they come; `WireLimits.noColumn` if x counts the
  /// rows.
  public var xColumn: UInt16 = 0
  /// The features that are missing and the reasons, cut at `WireLimits.reasons` bytes.
  public var reasons: [UInt8] = []
  /// The condition of the engine.
  public var condition: Condition = .fine
  /// Details of the condition, cut at `WireLimits.conditionText` bytes.
  public var conditionText: [UInt8] = []

  /// Describes the features and the engine.
  public init(
    source: UInt16, abilities: Abilities, lenses: UInt32, xColumn: UInt16 = WireLimits.noColumn,
    reasons: [UInt8] = [], condition: Condition = .fine, conditionText: [UInt8] = []
  ) {
    self.source = source
    self.abilities = abilities
    self.lenses = lenses
    self.xColumn = xColumn
    self.reasons = reasons
    self.condition = condition
    self.conditionText = conditionText
  }
}

/// The client's choice whether the other rows are shown while a part is out of reach (tag 44).
///
/// It applies until the client chooses again.
public struct ChooseLost: Equatable, Sendable {
  /// The table's number.
  public var source: UInt16 = 0
  /// Whether the other rows are shown; otherwise nothing is shown until all rows can be reached.
  public var showsRest: Bool = false

  /// Describes a choice.
  public init(source: UInt16, showsRest: Bool) {
    self.source = source
    self.showsRest = showsRest
  }
}

extension TableAbilities: Payload {
  package static let tag: UInt16 = 141

  package var reservedBytes: Int { 40 + reasons.count + conditionText.count }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flags(&abilities)
    coder.integer(&lenses)
    let start = coder.position
    coder.integer(&xColumn)
    coder.require(xColumn == WireLimits.noColumn || Int(xColumn) < WireLimits.tableColumns, at: start)
    coder.text(&reasons, limit: WireLimits.reasons)
    coder.choice(&condition)
    coder.text(&conditionText, limit: WireLimits.conditionText)
  }
}

extension ChooseLost: Payload {
  package static let tag: UInt16 = 44

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flag(&showsRest)
  }
}

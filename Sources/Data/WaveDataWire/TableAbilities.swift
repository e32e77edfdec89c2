public import WaveWire

/// The features that a table in an external engine supports, and the availability of the engine (tag 141).
///
/// The message follows the table's description, and is sent again whenever any field of the message changes.
/// A table without this message supports everything except `ChooseLost`.
public struct TableAbilities: Equatable, Sendable {
  /// The features that a table supports.
  public struct Abilities: OptionSet, Sendable {
    /// The flags as bits.
    public var rawValue: UInt32
    /// Creates abilities from bits; unknown bits are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Rows can be read as text, by their ranks.
    public static let rows = Abilities(rawValue: 1)
    /// Rows can be sorted by a column.
    public static let ranks = Abilities(rawValue: 2)
    /// A column's values can be the x axis.
    public static let values = Abilities(rawValue: 4)
    /// Two columns can be shown in a scatter plot.
    public static let scatter = Abilities(rawValue: 8)
    /// Text columns can be shown.
    public static let texts = Abilities(rawValue: 16)
    /// Columns can be derived from other columns.
    public static let deriving = Abilities(rawValue: 32)
    /// Rows can be exported as CSV.
    public static let exporting = Abilities(rawValue: 64)
    /// Rows can be filtered by the values of a column.
    public static let valueFilters = Abilities(rawValue: 128)
    /// Rows can be filtered by the text in a column.
    public static let textFilters = Abilities(rawValue: 256)
    /// A range can be marked to get statistics of the values in it.
    public static let ranges = Abilities(rawValue: 512)
    /// Correlations with the column that orders the rows are sent.
    public static let correlations = Abilities(rawValue: 1024)
    /// A second picture of each column can be requested, with a count of the pixels that differ from a
    /// picture of all rows.
    public static let comparing = Abilities(rawValue: 2048)
    /// The available rows can be shown while other rows are unavailable (`ChooseLost`).
    public static let showsRest = Abilities(rawValue: 4096)
    /// All features that are not limited to external engines.
    public static let own = Abilities(rawValue: 4095)
  }

  /// The availability of the engine.
  public enum Condition: UInt8, Equatable, Sendable {
    /// The engine responds normally.
    case fine = 0
    /// The engine responds with coarse pictures first.
    case coarse = 1
    /// Some rows are unavailable, and the user has chosen to show the others.
    case part = 2
    /// The engine rejects requests, because some rows are unavailable.
    case refused = 3
    /// The engine cannot be reached; connection attempts continue.
    case unreachable = 4
    /// The engine is too slow, or fails for a reason that has no separate case.
    case failed = 5
  }

  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// The features that the table supports.
  public var abilities: Abilities = []
  /// The available lenses, with one bit for each lens number.
  public var lenses: UInt32 = 0
  /// The index of the column on the x axis in the original order of rows; `WireLimits.noColumn` if x is the
  /// row number.
  public var xColumn: UInt16 = 0
  /// The missing features, with the reasons for their absence, truncated to `WireLimits.reasons` bytes.
  public var reasons: [UInt8] = []
  /// The availability of the engine.
  public var condition: Condition = .fine
  /// Details about the availability, truncated to `WireLimits.conditionText` bytes.
  public var conditionText: [UInt8] = []

  /// Creates a message about the features and availability of an engine.
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

/// The client's choice of whether to show the available rows while other rows are unavailable (tag 44).
///
/// The choice applies until the client makes another one.
public struct ChooseLost: Equatable, Sendable {
  /// The number that identifies the table.
  public var source: UInt16 = 0
  /// Whether to show the available rows.
  ///
  /// If false, nothing is shown until all rows are available.
  public var showsRest: Bool = false

  /// Creates a message with the client's choice.
  public init(source: UInt16, showsRest: Bool) {
    self.source = source
    self.showsRest = showsRest
  }
}

extension TableAbilities: Payload {
  @usableFromInline package static let tag: UInt16 = 141

  @usableFromInline package var reservedBytes: Int { 40 + reasons.count + conditionText.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
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
  @usableFromInline package static let tag: UInt16 = 44

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flag(&showsRest)
  }
}

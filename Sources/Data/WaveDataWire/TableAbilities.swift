public import WaveWire

/// What can be done with a table whose rows another engine holds, and how that engine is (tag 141).
///
/// It comes behind the table's description, and again whenever something in it changes. With a table of which
/// it was never told everything can be done.
public struct TableAbilities: Equatable, Sendable {
  /// What can be done.
  public struct Abilities: OptionSet, Sendable {
    /// The bits.
    public var rawValue: UInt32
    /// Takes the bits; ones that are not known stay.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Rows can be read as text, by their places.
    public static let rows = Abilities(rawValue: 1)
    /// Rows can be put into the order of a column.
    public static let ranks = Abilities(rawValue: 2)
    /// A column's values can stand along x.
    public static let values = Abilities(rawValue: 4)
    /// Two columns can be seen over one another.
    public static let scatter = Abilities(rawValue: 8)
    /// Columns of texts can be seen.
    public static let texts = Abilities(rawValue: 16)
    /// Columns can be made of others.
    public static let deriving = Abilities(rawValue: 32)
    /// Rows can be had as a text with columns.
    public static let exporting = Abilities(rawValue: 64)
    /// Rows can be kept by the values of a column.
    public static let valueFilters = Abilities(rawValue: 128)
    /// Rows can be kept by the texts of a column.
    public static let textFilters = Abilities(rawValue: 256)
    /// A range can be marked, which tells what its values are like.
    public static let ranges = Abilities(rawValue: 512)
    /// Correlations with the column that orders are told.
    public static let correlations = Abilities(rawValue: 1024)
    /// A second picture can be had of each column, and pixels that are off are counted.
    public static let comparing = Abilities(rawValue: 2048)
    /// The rest may be shown while a part of the rows is out of reach (`ChooseLost`).
    public static let showsRest = Abilities(rawValue: 4096)
    /// All of these but what is of other engines alone.
    public static let own = Abilities(rawValue: 4095)
  }

  /// How the engine is.
  public enum Condition: UInt8, Equatable, Sendable {
    /// It answers.
    case fine = 0
    /// It answers, coarsely at first.
    case coarse = 1
    /// A part of the rows is missing from all that is shown, as was chosen.
    case part = 2
    /// It refuses, since a part of the rows is out of reach.
    case refused = 3
    /// It cannot be reached, and is tried again.
    case unreachable = 4
    /// It is too slow, or fails otherwise.
    case failed = 5
  }

  /// Which table.
  public var source: UInt16 = 0
  /// What can be done.
  public var abilities: Abilities = []
  /// The lenses that there are: the bit of each one's number.
  public var lenses: UInt32 = 0
  /// The column whose values stand along x where rows are shown as they come; `WireLimits.noColumn` where
  /// these count.
  public var xColumn: UInt16 = 0
  /// What cannot be done and why, cut at `WireLimits.reasons` bytes.
  public var reasons: [UInt8] = []
  /// How the engine is.
  public var condition: Condition = .fine
  /// What should be known of that, cut at `WireLimits.conditionText` bytes.
  public var conditionText: [UInt8] = []

  /// Says what can be done.
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

/// Whether the rest is shown while a part of a table's rows is out of reach (tag 44), until it is said
/// otherwise.
public struct ChooseLost: Equatable, Sendable {
  /// Which table.
  public var source: UInt16 = 0
  /// Whether the rest is shown; else nothing is until all rows can be had.
  public var showsRest: Bool = false

  /// Chooses.
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

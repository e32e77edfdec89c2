public import WaveWire

/// A small picture of what a source shows now (tag 193).
///
/// A server sends one a second at most for each watched source. A thumbnail has at most
/// `WireLimits.thumbnailBytes` bytes of values.
public struct Thumbnail: Equatable, Sendable {
  /// What the values of a thumbnail are.
  public enum Kind: UInt8, Sendable {
    /// Levels over frequency: one value a column, 0 at the bottom and 255 at the top; 0 if there is none.
    case trace = 0
    /// Lanes over time or rows: for each lane, the lower value of each column, then the upper one of each.
    ///
    /// A column with a lower value above the upper one is a gap.
    case lanes = 1
    /// Heights of ground, row by row from the north-west: shaded from 0, dark, to 255, light.
    case relief = 2
  }

  /// The identifier of the entry in the list of sources.
  public var identifier: UInt32 = 0
  /// What the values are.
  public var kind = Kind.trace
  /// The number of columns, 1 to `WireLimits.thumbnailColumns`.
  public var columns: UInt8 = 1
  /// The number of lanes or of rows of relief; 1 for a trace.
  public var rows: UInt8 = 1
  /// The values.
  public var values: [UInt8] = [0]

  /// Creates a thumbnail.
  ///
  /// - Returns: The thumbnail, or nil if the number of values does not match or exceeds the limits.
  public init?(identifier: UInt32, kind: Kind, columns: Int, rows: Int = 1, values: [UInt8]) {
    guard (1...WireLimits.thumbnailColumns).contains(columns), (1...WireLimits.thumbnailRows).contains(rows),
      values.count <= WireLimits.thumbnailBytes,
      values.count == Self.count(kind, columns: columns, rows: rows)
    else { return nil }
    self.identifier = identifier
    self.kind = kind
    self.columns = UInt8(columns)
    self.rows = UInt8(rows)
    self.values = values
  }

  /// Returns the number of values in a thumbnail of a size.
  static func count(_ kind: Kind, columns: Int, rows: Int) -> Int {
    switch kind {
    case .trace: columns
    case .lanes: 2 * columns * rows
    case .relief: columns * rows
    }
  }
}

extension Thumbnail: Payload {
  @usableFromInline package static let tag: UInt16 = 193

  @usableFromInline package var reservedBytes: Int { 16 + values.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&identifier)
    coder.choice(&kind)
    let start = coder.position
    coder.integer(&columns)
    coder.integer(&rows)
    let count = Self.count(kind, columns: Int(columns), rows: Int(rows))
    let isAllowed =
      (1...WireLimits.thumbnailColumns).contains(Int(columns))
      && (1...WireLimits.thumbnailRows).contains(Int(rows)) && count <= WireLimits.thumbnailBytes
    coder.require(isAllowed, at: start)
    coder.bytes(&values, count: isAllowed ? count : 0)
  }
}

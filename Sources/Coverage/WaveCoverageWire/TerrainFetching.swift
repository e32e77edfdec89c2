/// A degree of latitude and longitude, which one tile covers.
public struct TerrainCell: Equatable, Hashable, Sendable {
  /// Its southern edge, degrees north, -90 to 89.
  public var south: Int8 = 0
  /// Its western edge, degrees east, -180 to 179.
  public var west: Int16 = 0

  /// Names a cell by its corner in the south-west.
  public init(south: Int8, west: Int16) {
    self.south = south
    self.west = west
  }
}

/// A wish for a tile that the server does not have, or that it be left (tag 51).
public struct TerrainFetch: Equatable, Sendable {
  /// Which.
  public var cell = TerrainCell(blank: ())
  /// Whether it is wanted; else what is under way ends.
  public var isWanted: Bool = false

  /// Asks for a tile, or takes that back.
  public init(_ cell: TerrainCell, isWanted: Bool) {
    self.cell = cell
    self.isWanted = isWanted
  }
}

/// How far a tile is that the server gets (tag 163).
public struct TerrainProgress: Equatable, Sendable {
  /// What it is at.
  public enum Phase: UInt8, Equatable, Sendable {
    /// Tiles can be got, and `text` tells from where; `cell` counts for nothing.
    case offered = 0
    /// It comes.
    case coming = 1
    /// It is there, and has been told of.
    case present = 2
    /// It cannot be had, and `text` tells why.
    case failed = 3
    /// It was left.
    case stopped = 4
  }

  /// Which tile.
  public var cell = TerrainCell(blank: ())
  /// What it is at.
  public var phase: Phase = .offered
  /// Bytes that have come.
  public var doneBytes: UInt64 = 0
  /// Bytes in all; 0 where that is not known.
  public var totalBytes: UInt64 = 0
  /// In UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Tells how far a tile is.
  public init(
    cell: TerrainCell, phase: Phase, doneBytes: UInt64 = 0, totalBytes: UInt64 = 0, text: [UInt8] = []
  ) {
    self.cell = cell
    self.phase = phase
    self.doneBytes = doneBytes
    self.totalBytes = totalBytes
    self.text = text
  }
}

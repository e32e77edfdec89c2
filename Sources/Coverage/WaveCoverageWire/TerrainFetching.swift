/// A cell of one degree of latitude and longitude, which one tile covers.
public struct TerrainCell: Equatable, Hashable, Sendable {
  /// Its southern edge, degrees north, -90 to 89.
  public var south: Int8 = 0
  /// Its western edge, degrees east, -180 to 179.
  public var west: Int16 = 0

  /// Names a cell by its south-western corner.
  public init(south: Int8, west: Int16) {
    self.south = south
    self.west = west
  }
}

/// Requests the download of a tile that the server does not have, or cancels it (tag 51).
public struct TerrainFetch: Equatable, Sendable {
  /// The cell of the tile.
  public var cell = TerrainCell(blank: ())
  /// Whether the tile is wanted; otherwise its download ends.
  public var isWanted: Bool = false

  /// Describes a request or its cancellation.
  public init(_ cell: TerrainCell, isWanted: Bool) {
    self.cell = cell
    self.isWanted = isWanted
  }
}

/// The progress of a tile that the server downloads (tag 163).
public struct TerrainProgress: Equatable, Sendable {
  /// The phase of a download.
  public enum Phase: UInt8, Equatable, Sendable {
    /// Tiles can be downloaded, and `text` names the origin; `cell` is ignored.
    case offered = 0
    /// The download is in progress.
    case coming = 1
    /// The tile is complete, and has been announced.
    case present = 2
    /// The download failed, and `text` gives the reason.
    case failed = 3
    /// The download was cancelled.
    case stopped = 4
  }

  /// The cell of the tile.
  public var cell = TerrainCell(blank: ())
  /// The phase of the download.
  public var phase: Phase = .offered
  /// Bytes received so far.
  public var doneBytes: UInt64 = 0
  /// Bytes in all; 0 if unknown.
  public var totalBytes: UInt64 = 0
  /// The origin or the reason, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Describes the progress of a tile.
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

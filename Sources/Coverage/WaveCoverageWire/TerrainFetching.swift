/// A cell of one degree of latitude and longitude, which is the area of a tile.
public struct TerrainCell: Equatable, Hashable, Sendable {
  /// The cell's southern edge, in degrees north, -90 to 89.
  public var south: Int8 = 0
  /// The cell's western edge, in degrees east, -180 to 179.
  public var west: Int16 = 0

  /// Creates a cell from its south-western corner.
  public init(south: Int8, west: Int16) {
    self.south = south
    self.west = west
  }
}

/// A request to download a tile that the server does not have, or to cancel the download (tag 51).
public struct TerrainFetch: Equatable, Sendable {
  /// The cell of the tile.
  public var cell = TerrainCell(blank: ())
  /// Whether the tile is requested; false cancels its download.
  public var isWanted: Bool = false

  /// Creates a request to download a tile or to cancel its download.
  public init(_ cell: TerrainCell, isWanted: Bool) {
    self.cell = cell
    self.isWanted = isWanted
  }
}

/// The progress of a tile's download by the server (tag 163).
public struct TerrainProgress: Equatable, Sendable {
  /// The phase of a download.
  public enum Phase: UInt8, Equatable, Sendable {
    /// Tiles can be downloaded from the source named in `text`; `cell` is ignored.
    case offered = 0
    /// The download is in progress.
    case coming = 1
    /// The tile is complete and has been announced.
    case present = 2
    /// The download failed for the reason in `text`.
    case failed = 3
    /// The download was cancelled.
    case stopped = 4
  }

  /// The cell of the tile.
  public var cell = TerrainCell(blank: ())
  /// The phase of the download.
  public var phase: Phase = .offered
  /// The number of bytes received so far.
  public var doneBytes: UInt64 = 0
  /// The total number of bytes; 0 if unknown.
  public var totalBytes: UInt64 = 0
  /// The name of the source, or the reason for a failure, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Creates a progress report for the download of a tile.
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

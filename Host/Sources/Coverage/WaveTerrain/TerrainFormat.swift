/// The format of a terrain file, derived from its name.
public struct TerrainFormat: Equatable, Sendable {
  /// The format of the heights.
  public enum Content: String, Equatable, Sendable {
    case dted = "DTED"
    case hgt = "HGT"
    case geoTIFF = "GeoTIFF"
  }

  /// The compression of a file.
  public enum Packing: String, Equatable, Sendable {
    case plain, gzip, zip
  }

  /// The format of the heights.
  public let content: Content
  /// The compression of the file.
  public let packing: Packing
  /// The file name extension, in lower case, for example `.hgt.gz`.
  public let ending: String

  /// Derives the format from a file name's extension, ignoring case; nil if it is not a terrain extension.
  public init?(name: String) {
    let lower = name.lowercased()
    let packings: [(String, Packing)] = [(".gz", .gzip), (".zip", .zip), ("", .plain)]
    let contents: [(String, Content)] = [
      (".dt0", .dted), (".dt1", .dted), (".dt2", .dted), (".hgt", .hgt), (".tif", .geoTIFF),
      (".tiff", .geoTIFF),
    ]
    for (packingEnding, packing) in packings {
      for (contentEnding, content) in contents where lower.hasSuffix(contentEnding + packingEnding) {
        // GDAL opens files by their path, and GeoTIFF has its own compression.
        guard content != .geoTIFF || packing == .plain else { return nil }
        self.content = content
        self.packing = packing
        ending = contentEnding + packingEnding
        return
      }
    }
    return nil
  }

  /// The maximum number of bytes in an unpacked tile, which is the size of a DTED level 2 tile.
  static let byteLimit = 3428 + 3601 * (12 + 2 * 3601)
}

/// The format of a file of terrain, as its name indicates.
public struct TerrainFormat: Equatable, Sendable {
  /// The format of the heights.
  public enum Content: String, Equatable, Sendable {
    case dted = "DTED"
    case hgt = "HGT"
    case geoTIFF = "GeoTIFF"
  }

  /// The compression of the file.
  public enum Packing: String, Equatable, Sendable {
    case plain, gzip, zip
  }

  /// The format of the heights.
  public let content: Content
  /// The compression of the file.
  public let packing: Packing
  /// The name's ending, in lower case, for example `.hgt.gz`.
  public let ending: String

  /// Derives the format from a name's ending, in either case; nil if the ending is not one of terrain.
  public init?(name: String) {
    let lower = name.lowercased()
    let packings: [(String, Packing)] = [(".gz", .gzip), (".zip", .zip), ("", .plain)]
    let contents: [(String, Content)] = [
      (".dt0", .dted), (".dt1", .dted), (".dt2", .dted), (".hgt", .hgt), (".tif", .geoTIFF),
      (".tiff", .geoTIFF),
    ]
    for (packingEnding, packing) in packings {
      for (contentEnding, content) in contents where lower.hasSuffix(contentEnding + packingEnding) {
        // GDAL opens files by their path, and GeoTIFF is compressed already.
        guard content != .geoTIFF || packing == .plain else { return nil }
        self.content = content
        self.packing = packing
        ending = contentEnding + packingEnding
        return
      }
    }
    return nil
  }

  /// Maximum bytes of an unpacked tile: those of DTED level 2.
  static let byteLimit = 3428 + 3601 * (12 + 2 * 3601)
}

/// What a file of terrain is, as its name tells.
public struct TerrainFormat: Equatable, Sendable {
  /// How heights are written.
  public enum Content: String, Equatable, Sendable {
    case dted = "DTED"
    case hgt = "HGT"
    case geoTIFF = "GeoTIFF"
  }

  /// What the content lies in.
  public enum Packing: String, Equatable, Sendable {
    case plain, gzip, zip
  }

  /// How heights are written.
  public let content: Content
  /// What the content lies in.
  public let packing: Packing
  /// The name's ending, in lower case, such as `.hgt.gz`.
  public let ending: String

  /// Looks at a name's ending, in either case; nil where it is none of terrain.
  public init?(name: String) {
    let lower = name.lowercased()
    let packings: [(String, Packing)] = [(".gz", .gzip), (".zip", .zip), ("", .plain)]
    let contents: [(String, Content)] = [
      (".dt0", .dted), (".dt1", .dted), (".dt2", .dted), (".hgt", .hgt), (".tif", .geoTIFF),
      (".tiff", .geoTIFF),
    ]
    for (packingEnding, packing) in packings {
      for (contentEnding, content) in contents where lower.hasSuffix(contentEnding + packingEnding) {
        // GDAL opens files, and what it reads is packed already.
        guard content != .geoTIFF || packing == .plain else { return nil }
        self.content = content
        self.packing = packing
        ending = contentEnding + packingEnding
        return
      }
    }
    return nil
  }

  /// Bytes of a tile at most, unpacked: level 2 of DTED.
  static let byteLimit = 3428 + 3601 * (12 + 2 * 3601)
}

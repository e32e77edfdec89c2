public import WavePropagation
public import WaveTerrainFormats
import WaveSystem

/// A terrain file, described by its name and header.
public struct TerrainEntry: Equatable, Sendable {
  /// The file's path.
  public let path: String
  /// The file's name, preceded by the subfolder's name if the file is in a subfolder of the listed folder.
  public let name: String
  /// The format that the file name indicates.
  public let format: TerrainFormat
  /// The number of bytes in the file, before unpacking.
  public let byteCount: Int
  /// The time of the last modification, in nanoseconds since 1970, used to detect changed contents.
  public let modifiedNanoseconds: Int64
  /// The positions of the posts; nil if they cannot be read.
  public let lattice: TerrainLattice?
  /// The DTED level; nil for other formats.
  public let level: Int?
  /// The vertical accuracy (90 % linear error) in metres; nil if the file does not state it.
  public let verticalAccuracyMeters: Int?
  /// The reason why the file cannot be used, if its header reveals one; otherwise nil.
  public let fault: TerrainFileError?

  /// Reads a file's header.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - name: The name that indicates the format; nil to use the last path component.
  /// - Throws: `TerrainFileError` if the name does not have a terrain extension; all other errors are stored
  ///   in `fault`.
  public init(path: String, name: String? = nil) throws(TerrainFileError) {
    let name = name ?? Self.lastPart(of: path)
    guard let format = TerrainFormat(name: name) else { throw .unknownEnding(path: path) }
    self.path = path
    self.name = name
    self.format = format
    let stamp = FileStamp(path: path)
    (byteCount, modifiedNanoseconds) = (stamp?.byteCount ?? 0, stamp?.modifiedNanoseconds ?? 0)
    do throws(TerrainFileError) {
      let found = try Self.header(path: path, name: name, format: format)
      (lattice, level, verticalAccuracyMeters, fault) = (found.lattice, found.level, found.accuracy, nil)
    } catch { (lattice, level, verticalAccuracyMeters, fault) = (nil, nil, nil, error) }
  }

  /// Whether the file on disk has been replaced or modified; false if it no longer exists.
  ///
  /// Only the file's length and modification time are compared, so nothing is read.
  public var isReplaced: Bool {
    guard let stamp = FileStamp(path: path) else { return false }
    return stamp.byteCount != byteCount || stamp.modifiedNanoseconds != modifiedNanoseconds
  }

  /// Reads and validates the whole file.
  ///
  /// - Returns: The tile with its posts.
  /// - Throws: `TerrainFileError`.
  public func load() throws(TerrainFileError) -> TerrainTile {
    if format.content == .geoTIFF { return try GDALRaster(path: path).tile() }
    let content = try TerrainContent(path: path, format: format)
    let cell = content.content == .hgt ? try Self.cell(path, name, content) : Self.named(name, content)
    let bytes = try content.whole()
    do throws(TerrainFormatError) {
      if content.content == .hgt, let cell { return try HGT.tile(bytes.span, cell: cell) }
      try DTEDHeader(bytes.span).check(cell: cell)
      return try DTED.tile(bytes.span)
    } catch { throw .content(path: path, error) }
  }

  private static func header(
    path: String, name: String, format: TerrainFormat
  ) throws(TerrainFileError) -> (lattice: TerrainLattice, level: Int?, accuracy: Int?) {
    if format.content == .geoTIFF { return (try GDALRaster(path: path).lattice, nil, nil) }
    let content = try TerrainContent(path: path, format: format)
    if content.content == .hgt {
      let cell = try cell(path, name, content)
      let byteCount = try content.byteCount()
      do throws(TerrainFormatError) {
        return (try HGT.lattice(byteCount: byteCount, cell: cell), nil, nil)
      } catch { throw headerFault(error, path, content, format) }
    }
    let first = try content.start(DTEDHeader.byteCount)
    let byteCount = try content.byteCount()
    do throws(TerrainFormatError) {
      let header = try DTEDHeader(first.span)
      try header.check(cell: named(name, content))
      guard byteCount == header.fileByteCount else {
        throw TerrainFormatError.terrain(
          .wrongLength(expected: header.fileByteCount, found: byteCount), byte: byteCount)
      }
      return (header.lattice, header.level, header.verticalAccuracyMeters)
    } catch { throw headerFault(error, path, content, format) }
  }

  /// Returns the error to report for an invalid header or length.
  ///
  /// A truncated gzip file has the wrong length in its last four bytes, so a gzip error is preferred over the
  /// given one.
  private static func headerFault(
    _ error: TerrainFormatError, _ path: String, _ content: TerrainContent, _ format: TerrainFormat
  ) -> TerrainFileError {
    if format.packing == .gzip {
      do throws(TerrainFileError) { _ = try content.whole() } catch { return error }
    }
    return .content(path: path, error)
  }

  /// Returns the degree cell indicated by the file name or, failing that, by the name in a zip archive;
  /// otherwise nil.
  private static func named(_ name: String, _ content: TerrainContent) -> DegreeCell? {
    DegreeCell(name: Array(lastPart(of: name).utf8)) ?? DegreeCell(name: Array(content.name.utf8))
  }

  private static func cell(
    _ path: String, _ name: String, _ content: TerrainContent
  ) throws(TerrainFileError) -> DegreeCell {
    guard let cell = named(name, content) else { throw .noPlace(path: path) }
    return cell
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

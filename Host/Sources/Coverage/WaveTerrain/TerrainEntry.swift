public import WavePropagation
public import WaveTerrainFormats
import WaveSystem

/// A file of terrain, described by its name and header.
public struct TerrainEntry: Equatable, Sendable {
  /// The file's path.
  public let path: String
  /// The file's name, with the subfolder of the listed folder, if any.
  public let name: String
  /// The format that the name indicates.
  public let format: TerrainFormat
  /// The number of bytes of the file, packed.
  public let byteCount: Int
  /// The time of the last write, nanoseconds since 1970: another time means another content.
  public let modifiedNanoseconds: Int64
  /// The places of the posts; nil if they cannot be read.
  public let lattice: TerrainLattice?
  /// The level of DTED; nil for other formats.
  public let level: Int?
  /// Largest error of nine in ten heights, m; nil if the file does not state it.
  public let verticalAccuracyMeters: Int?
  /// Why the file cannot be used, as far as its header shows.
  public let fault: TerrainFileError?

  /// Reads a file's header.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - name: The name that indicates the format; nil to use the last part of the path.
  /// - Throws: `TerrainFileError` if the name is not one of terrain; `fault` describes all other errors.
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
    } catch {
      (lattice, level, verticalAccuracyMeters, fault) = (nil, nil, nil, error)
    }
  }

  /// Whether the file was replaced, or has another content now; false if it is gone.
  ///
  /// Length and time of the file decide, so nothing is read.
  public var isReplaced: Bool {
    guard let stamp = FileStamp(path: path) else { return false }
    return stamp.byteCount != byteCount || stamp.modifiedNanoseconds != modifiedNanoseconds
  }

  /// Reads the whole file, and checks what can be checked.
  ///
  /// - Returns: The tile's posts.
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
    } catch {
      throw .content(path: path, error)
    }
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
      } catch {
        throw headerFault(error, path, content, format)
      }
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
    } catch {
      throw headerFault(error, path, content, format)
    }
  }

  /// Returns what is wrong with a header or length.
  ///
  /// A gzip file states its length in its last four bytes, which are wrong if the file was truncated. So that
  /// error comes first.
  private static func headerFault(
    _ error: TerrainFormatError, _ path: String, _ content: TerrainContent, _ format: TerrainFormat
  ) -> TerrainFileError {
    if format.packing == .gzip {
      do throws(TerrainFileError) { _ = try content.whole() } catch { return error }
    }
    return .content(path: path, error)
  }

  /// Returns the degree cell that a file's name indicates, or its name in a zip archive; nil if neither does.
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

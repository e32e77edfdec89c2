public import WavePropagation
public import WaveTerrainFormats
import WaveSystem

/// A file of terrain, as its name and header tell.
public struct TerrainEntry: Equatable, Sendable {
  /// Where it is.
  public let path: String
  /// Its name, with the folder below that which was listed, if any.
  public let name: String
  /// How it is written.
  public let format: TerrainFormat
  /// Its bytes, packed as it is.
  public let byteCount: Int
  /// When it was written last, nanoseconds since 1970: another number is another content.
  public let modifiedNanoseconds: Int64
  /// Where its posts are; nil where that cannot be read.
  public let lattice: TerrainLattice?
  /// DTED's level; nil for what has none.
  public let level: Int?
  /// How far heights are off at most, nine times of ten, m; nil where that is not told.
  public let verticalAccuracyMeters: Int?
  /// Why it cannot be used, as far as its header tells.
  public let fault: TerrainFileError?

  /// Looks at a file's header.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - name: Its name, which tells what it is; nil where that is the path's last part.
  /// - Throws: `TerrainFileError` where the name is none of terrain; what else is wrong is told by `fault`.
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

  /// Whether another file stands there, or the same with another content; one that is gone is none.
  ///
  /// Told by length and time, so that asking reads nothing.
  public var isReplaced: Bool {
    guard let stamp = FileStamp(path: path) else { return false }
    return stamp.byteCount != byteCount || stamp.modifiedNanoseconds != modifiedNanoseconds
  }

  /// Reads all of it and checks what can be checked.
  ///
  /// - Returns: Its posts.
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

  /// What is wrong with a header or length.
  ///
  /// Behind gzip the length is what the last four bytes say, which are others where the file was cut off:
  /// that is told first.
  private static func headerFault(
    _ error: TerrainFormatError, _ path: String, _ content: TerrainContent, _ format: TerrainFormat
  ) -> TerrainFileError {
    if format.packing == .gzip {
      do throws(TerrainFileError) { _ = try content.whole() } catch { return error }
    }
    return .content(path: path, error)
  }

  /// The degree that a file's name says, or its name in a zip archive; nil where neither does.
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

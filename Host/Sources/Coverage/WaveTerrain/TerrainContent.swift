import WaveSystem
import WaveTerrainFormats
import WaveText
import WaveUnits

/// The contents of a tile's file, unpacked from gzip or zip if necessary.
struct TerrainContent {
  private let file: ReadOnlyFile
  private let format: TerrainFormat
  private let member: (ZipMember, dataOffset: Int)?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - format: The format that the file name indicates.
  /// - Throws: `TerrainFileError` if the file cannot be opened, or a zip archive does not contain exactly one
  ///   tile.
  init(path: String, format: TerrainFormat) throws(TerrainFileError) {
    file = try TerrainFileError.converting(TerrainFileError.file, ReadOnlyFile(path: path))
    self.format = format
    member = format.packing == .zip ? try Self.member(of: file) : nil
  }

  private static func member(of file: ReadOnlyFile) throws(TerrainFileError) -> (ZipMember, Int) {
    let tailCount = min(file.byteCount, ZipMember.Directory.tailByteCount)
    let tail = try bytes(of: file, file.byteCount - tailCount, tailCount)
    func read(_ offset: Int, _ count: Int) throws(ZipFault) -> [UInt8] {
      try ZipFault.converting({ (_: TerrainFileError) in ZipFault.damaged }, bytes(of: file, offset, count))
    }
    do throws(ZipFault) {
      let directory = try ZipMember.Directory(tail: tail, fileByteCount: file.byteCount)
      let listed = try read(directory.offset, directory.byteCount)
      let member = try ZipMember.tile(in: listed, memberCount: directory.memberCount) { name in
        let format = TerrainFormat(name: String(decoding: name, as: UTF8.self))
        return format?.packing == .plain && format?.content != .geoTIFF
      }
      let header = try read(member.headerOffset, ZipMember.headerByteCount)
      return (member, try member.dataOffset(header: header, fileByteCount: file.byteCount))
    } catch { throw .zip(path: file.path, error) }
  }

  /// The name of the unpacked file.
  var name: String {
    guard let name = member?.0.name else { return file.name }
    return String(decoding: name, as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
  }

  /// The format of the heights; for a zip archive, the member's name determines it.
  var content: TerrainFormat.Content { TerrainFormat(name: name)?.content ?? format.content }

  /// Returns the number of bytes after unpacking, as stated by gzip or the zip directory.
  func byteCount() throws(TerrainFileError) -> Int {
    switch format.packing {
    case .plain: return file.byteCount
    case .zip: return member?.0.byteCount ?? 0
    case .gzip:
      try checkGzip()
      let end = try Self.bytes(of: file, max(0, file.byteCount - 4), 4)
      guard end.count == 4 else { throw .notGzip(path: file.path) }
      return (0..<4).reduce(0) { $0 | Int(end[$1]) << (8 * $1) }
    }
  }

  /// Returns up to `count` bytes from the start of the unpacked contents.
  func start(_ count: Int) throws(TerrainFileError) -> [UInt8] {
    if format.packing == .plain { return try Self.bytes(of: file, 0, count) }
    var first: [UInt8] = []
    try unpack { piece in
      first += piece.prefix(count - first.count)
      return first.count < count
    }
    return first
  }

  /// Returns all bytes after unpacking, up to the size limit of a tile.
  func whole() throws(TerrainFileError) -> [UInt8] {
    let limit = TerrainFormat.byteLimit
    if format.packing == .plain {
      guard file.byteCount <= limit else { throw .tooLarge(path: file.path, limit: limit) }
      return try Self.bytes(of: file, 0, file.byteCount)
    }
    var all: [UInt8] = []
    try unpack { piece in
      all += piece
      return true
    }
    if let (member, _) = member, all.count != member.byteCount || CRC32.checksum(all.span) != member.checksum
    {
      throw .zip(path: file.path, .checksum)
    }
    return all
  }

  private func checkGzip() throws(TerrainFileError) {
    let mark = try Self.bytes(of: file, 0, 2)
    guard Gzip.begins(mark.span) else { throw .notGzip(path: file.path) }
  }

  /// Unpacks the contents piece by piece until `receive` returns false.
  private func unpack(_ receive: ([UInt8]) -> Bool) throws(TerrainFileError) {
    guard let (member, offset) = member else {
      try checkGzip()
      return try inflate(front: [], 0..<file.byteCount, back: [], receive)
    }
    guard member.byteCount <= TerrainFormat.byteLimit else {
      throw .tooLarge(path: file.path, limit: TerrainFormat.byteLimit)
    }
    let range = offset..<(offset + member.packedByteCount)
    guard member.isDeflated else {
      var place = range.lowerBound
      while place < range.upperBound {
        let piece = try Self.bytes(of: file, place, min(FileContent.pieceBytes, range.upperBound - place))
        guard !piece.isEmpty, receive(piece) else { return }
        place += piece.count
      }
      return
    }
    let ends = member.gzipEnds
    do throws(TerrainFileError) { try inflate(front: ends.front, range, back: ends.back, receive) } catch {
      if case .file = error { throw .zip(path: file.path, .checksum) }
      throw error
    }
  }

  /// Inflates a range of the file as gzip, with extra bytes added before and after the range.
  private func inflate(
    front: [UInt8], _ range: Range<Int>, back: [UInt8], _ receive: ([UInt8]) -> Bool
  ) throws(TerrainFileError) {
    let inflater = GzipInflater(limit: TerrainFormat.byteLimit)
    var place = range.lowerBound
    var isWanted = true
    func push(_ piece: [UInt8]) throws(TerrainFileError) {
      var piece = piece
      do throws(GzipInflater.Failure) {
        try inflater.inflate(&piece) { output in
          isWanted = receive(output)
          return isWanted
        }
      } catch {
        switch error {
        case .corrupt(let byte): throw .file(FileError(path: file.path, cause: .gzipCorrupt(byte: byte)))
        case .tooLarge: throw .tooLarge(path: file.path, limit: TerrainFormat.byteLimit)
        }
      }
    }
    if !front.isEmpty { try push(front) }
    while isWanted, place < range.upperBound {
      let piece = try Self.bytes(of: file, place, min(FileContent.pieceBytes, range.upperBound - place))
      guard !piece.isEmpty else { break }
      place += piece.count
      try push(piece)
    }
    guard isWanted else { return }
    if !back.isEmpty { try push(back) }
    guard inflater.isComplete else {
      throw .file(FileError(path: file.path, cause: .gzipTruncated(byte: place)))
    }
  }

  /// Returns a range of a file's bytes, or fewer bytes if the file ends within the range.
  private static func bytes(
    of file: ReadOnlyFile, _ offset: Int, _ count: Int
  ) throws(TerrainFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, file.byteCount - offset)))
    let read = try TerrainFileError.converting(TerrainFileError.file, file.read(into: &bytes, at: offset))
    return read == bytes.count ? bytes : Array(bytes[..<read])
  }
}

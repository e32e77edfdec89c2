import WaveText

/// A sequential reader of a file's content, which decompresses gzip.
public final class FileContent {
  /// The default limit for decompressed content, in bytes: 4 GiB.
  public static let unpackedLimit = 4 << 30
  /// The number of bytes read from the file at a time.
  public static let pieceBytes = 256 << 10

  /// The file to read.
  public let file: ReadOnlyFile
  /// Whether the content is compressed with gzip.
  public let isCompressed: Bool
  /// The number of bytes read from the file so far.
  public private(set) var readByteCount = 0

  /// Creates a reader, and detects gzip from the file's first bytes.
  ///
  /// - Throws: `FileError`.
  public init(file: ReadOnlyFile) throws(FileError) {
    self.file = file
    var probe = [UInt8](repeating: 0, count: 2)
    let count = try file.read(into: &probe, at: 0)
    isCompressed = count == 2 && Gzip.begins(probe.span)
  }

  /// Opens the file at a path.
  ///
  /// - Throws: `FileError`.
  public convenience init(path: String) throws(FileError) { try self.init(file: ReadOnlyFile(path: path)) }

  /// Returns the first `count` bytes of the decompressed content, or all bytes if there are fewer.
  ///
  /// - Throws: `FileError`.
  public func start(count: Int) throws(FileError) -> [UInt8] {
    var first: [UInt8] = []
    try read(limit: Self.unpackedLimit) { piece in
      first += piece.prefix(count - first.count)
      return first.count < count
    }
    return first
  }

  /// Returns the entire decompressed content of a file.
  ///
  /// - Throws: `FileError`, also if the content is longer than the limit in bytes.
  public static func whole(path: String, limit: Int) throws(FileError) -> [UInt8] {
    let bytes = try start(path: path, limit: limit)
    guard bytes.count <= limit else { throw FileError(path: path, cause: .tooLong(limit: limit)) }
    return bytes
  }

  /// Returns the entire decompressed content of a file or, if it is longer than the limit in bytes, its start,
  /// which is longer than the limit, too.
  ///
  /// - Throws: `FileError`.
  public static func start(path: String, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try FileContent(path: path).read(limit: limit) { piece in
      bytes += piece
      return bytes.count <= limit
    }
    return bytes
  }

  /// Reads the entire content, and passes it to a closure in pieces.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of decompressed bytes.
  ///   - receive: A closure that receives each piece of the content in order, and returns false to stop
  ///     reading.
  /// - Throws: `FileError`, with the offset at which the gzip data is damaged or truncated; all data before
  ///   it has been passed to `receive`.
  public func read(limit: Int = FileContent.unpackedLimit, _ receive: ([UInt8]) -> Bool) throws(FileError) {
    let inflater = isCompressed ? GzipInflater(limit: limit) : nil
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    var offset = 0
    while true {
      let count = try file.read(into: &piece, at: offset)
      guard count > 0 else { break }
      offset += count
      readByteCount = offset
      if count < piece.count { piece.removeLast(piece.count - count) }
      guard let inflater else {
        guard receive(piece) else { return }
        continue
      }
      var isWanted = true
      do throws(GzipInflater.Failure) {
        try inflater.inflate(&piece) { output in
          isWanted = receive(output)
          return isWanted
        }
      } catch {
        switch error {
        case .corrupt(let byte): throw FileError(path: file.path, cause: .gzipCorrupt(byte: byte))
        case .tooLarge: throw FileError(path: file.path, cause: .gzipTooLarge(limit: limit))
        }
      }
      guard isWanted else { return }
    }
    if let inflater, !inflater.isComplete {
      throw FileError(path: file.path, cause: .gzipTruncated(byte: offset))
    }
  }
}

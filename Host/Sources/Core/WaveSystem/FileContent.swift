import WaveText

/// A file's content in pieces from its start, unpacked where it is gzip.
public final class FileContent {
  /// Bytes that may come out of gzip at most: 4 GiB.
  public static let unpackedLimit = 4 << 30
  /// Compressed bytes, or plain bytes, read at a time.
  public static let pieceBytes = 256 << 10

  /// The file.
  public let file: ReadOnlyFile
  /// Whether the content lies behind gzip.
  public let isCompressed: Bool
  /// Bytes of the file that the reading has come to.
  public private(set) var readByteCount = 0

  /// Looks at a file's first bytes.
  ///
  /// - Throws: `FileError`.
  public init(file: ReadOnlyFile) throws(FileError) {
    self.file = file
    var probe = [UInt8](repeating: 0, count: 2)
    let count = try file.read(into: &probe, at: 0)
    isCompressed = count == 2 && Gzip.begins(probe.span)
  }

  /// Opens a file.
  ///
  /// - Throws: `FileError`.
  public convenience init(path: String) throws(FileError) {
    try self.init(file: ReadOnlyFile(path: path))
  }

  /// The first bytes of the content, behind gzip; fewer where the content is shorter.
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

  /// Reads the whole content.
  ///
  /// - Parameters:
  ///   - limit: Bytes that may come out of gzip.
  ///   - take: Called with piece after piece; false stops the reading.
  /// - Throws: `FileError` with the byte where gzip is damaged or ends; pieces before it have been given.
  public func read(
    limit: Int = FileContent.unpackedLimit, _ take: ([UInt8]) -> Bool
  ) throws(FileError) {
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
        guard take(piece) else { return }
        continue
      }
      var isWanted = true
      do throws(GzipInflater.Failure) {
        try inflater.inflate(&piece) { output in
          isWanted = take(output)
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

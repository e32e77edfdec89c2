import WaveSystem

/// The bytes of a tile received so far, stored in a file beside the tile's path until the tile is complete.
///
/// A second file contains the server's validator for the content (RFC 9110, section 8.8), so that bytes of
/// different versions are never combined.
struct PartialTile {
  /// The path of the file with the received bytes.
  let path: String
  private let tagPath: String

  /// Creates a partial tile, deriving the paths of its files from the tile's path.
  init(target: String) {
    path = target + FileReplacement.suffix
    tagPath = path + ".tag"
  }

  /// The number of bytes received.
  var byteCount: Int { FileStamp(path: path)?.byteCount ?? 0 }

  /// The server's validator for the content; nil if the server sent none.
  var tag: String? {
    guard let file = try? ReadOnlyFile(path: tagPath), file.byteCount <= Self.tagLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: file.byteCount)
    guard (try? file.read(into: &bytes, at: 0)) == bytes.count, Self.isTag(bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Stores the server's validator for the content, or removes the stored one if it is nil or invalid.
  func write(tag: String?) throws(FileError) {
    guard let tag, Self.isTag(Array(tag.utf8)) else { return FileReplacement.remove(tagPath) }
    try FileReplacement.write(Array(tag.utf8), path: tagPath)
  }

  private static let tagLimit = 512

  private static func isTag(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.count <= tagLimit && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Moves the complete file to the tile's path.
  func commit(to target: String) throws(FileError) {
    try FileReplacement.move(path, to: target)
    FileReplacement.remove(tagPath)
  }

  /// Removes both files, so that the next download starts from the beginning.
  func remove() {
    FileReplacement.remove(path)
    FileReplacement.remove(tagPath)
  }
}

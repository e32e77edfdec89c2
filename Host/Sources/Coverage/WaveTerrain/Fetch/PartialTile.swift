import WaveSystem

/// What has come of a tile so far, kept beside its place until it is whole.
///
/// A second file holds what the server calls the content (RFC 9110, section 8.8), so that a rest is not put
/// behind the beginning of another.
struct PartialTile {
  /// Where the bytes are.
  let path: String
  private let tagPath: String

  /// Names the files of a tile.
  init(target: String) {
    path = target + FileReplacement.suffix
    tagPath = path + ".tag"
  }

  /// How many bytes there are.
  var byteCount: Int { FileStamp(path: path)?.byteCount ?? 0 }

  /// What the server called the content; nil where it did not.
  var tag: String? {
    guard let file = try? ReadOnlyFile(path: tagPath), file.byteCount <= Self.tagLimit else { return nil }
    var bytes = [UInt8](repeating: 0, count: file.byteCount)
    guard (try? file.read(into: &bytes, at: 0)) == bytes.count, Self.isTag(bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Remembers what the server calls the content.
  func write(tag: String?) throws(FileError) {
    guard let tag, Self.isTag(Array(tag.utf8)) else { return FileReplacement.remove(tagPath) }
    try FileReplacement.write(Array(tag.utf8), path: tagPath)
  }

  private static let tagLimit = 512

  private static func isTag(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.count <= tagLimit && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Puts the bytes in their place.
  func commit(to target: String) throws(FileError) {
    try FileReplacement.move(path, to: target)
    FileReplacement.remove(tagPath)
  }

  /// Begins anew.
  func remove() {
    FileReplacement.remove(path)
    FileReplacement.remove(tagPath)
  }
}

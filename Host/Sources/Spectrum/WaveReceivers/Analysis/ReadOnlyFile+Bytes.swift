import WaveSystem

extension ReadOnlyFile {
  /// Returns the bytes from an offset, fewer than `count` if the file ends before.
  func bytes(count: Int, at offset: Int) throws(ReceiverError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try ReceiverError.filed(read(into: &bytes, at: offset))
    bytes.removeLast(count - read)
    return bytes
  }

  /// Returns the last component of a path.
  static func name(ofPath path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

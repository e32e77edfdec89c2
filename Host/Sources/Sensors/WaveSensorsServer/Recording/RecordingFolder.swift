import Foundation
public import WaveSystem

/// Where a server's recordings of sensors go.
public struct RecordingFolder: Sendable {
  /// Room on the disk that recordings leave to others: below it none begins, and those that run are ended.
  static let leastFreeBytes = 100_000_000

  /// The folder.
  public let path: String
  /// Whether all that comes is recorded from the first sample on; else a page begins it.
  public let beginsAtOnce: Bool

  /// Takes a folder.
  ///
  /// - Parameters:
  ///   - path: The folder, which must be there.
  ///   - beginsAtOnce: Whether all that comes is recorded from the first sample on.
  /// - Throws: `FileError` where there is no such folder, or nothing may be written in it.
  public init(path: String, beginsAtOnce: Bool) throws(FileError) {
    guard FileStatus(path: path + "/.")?.isFolder == true else {
      throw FileError(path: path + "/", cause: .noFolder)
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw FileError(path: path, cause: .notWritable)
    }
    self.path = path
    self.beginsAtOnce = beginsAtOnce
  }

  /// Why no recording can begin; nil where one can.
  var obstacle: String? {
    guard let free = DiskRoom.freeByteCount(inFolder: path), free < Self.leastFreeBytes else { return nil }
    return
      "only \(free / 1_000_000) MB are free where recordings go, and 100 MB are left to others. Make room"
  }

  /// A path for a recording that begins now: source, date and time in UTC.
  ///
  /// - Parameters:
  ///   - name: What the source is called: letters and digits of it are kept.
  ///   - microseconds: Now, since 1970.
  /// - Returns: A path in the folder, of a file that is not there yet.
  func newPath(name: [UInt8], microseconds: Int64) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    let time = formatter.string(from: Date(timeIntervalSince1970: Double(microseconds) / 1e6))
    let base = "\(path)/\(Self.plain(name))-\(time)"
    let endings = [""] + (2...999).map { "-\($0)" }
    let free = endings.first { FileStamp(path: base + $0 + ".wgs") == nil } ?? ""
    return base + free + ".wgs"
  }

  /// Letters, digits and hyphens of a name, at most 60: nothing of what a device says leaves the folder.
  static func plain(_ name: [UInt8]) -> String {
    var plain = ""
    for byte in name.prefix(60) {
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
      if isPlain { plain.unicodeScalars.append(scalar) } else if !plain.hasSuffix("-") { plain += "-" }
    }
    while plain.hasSuffix("-") { plain.removeLast() }
    while plain.hasPrefix("-") { plain.removeFirst() }
    return plain.isEmpty ? "sensors" : plain
  }
}

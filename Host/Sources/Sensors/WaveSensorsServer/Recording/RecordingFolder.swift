import Foundation
public import WaveSystem

/// The folder for a server's sensor recordings.
public struct RecordingFolder: Sendable {
  /// The free disk space in bytes that is reserved for other programs.
  ///
  /// If less space is free, no recording starts, and recordings in progress end.
  static let leastFreeBytes = 100_000_000

  /// The path of the folder.
  public let path: String
  /// Whether every source is recorded from its first sample; if not, a client starts each recording.
  public let recordsFromStart: Bool

  /// Opens a folder for recordings.
  ///
  /// - Parameters:
  ///   - path: The path of the folder, which must exist.
  ///   - recordsFromStart: Whether everything is recorded from the first sample.
  /// - Throws: `FileError` if the folder does not exist or is not writable.
  public init(path: String, recordsFromStart: Bool) throws(FileError) {
    guard FileStatus(path: path + "/.")?.isFolder == true else {
      throw FileError(path: path + "/", cause: .noFolder)
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw FileError(path: path, cause: .notWritable)
    }
    self.path = path
    self.recordsFromStart = recordsFromStart
  }

  /// The reason why no recording can start; nil if a recording can start.
  var obstacle: String? {
    guard let free = DiskRoom.freeByteCount(inFolder: path), free < Self.leastFreeBytes else { return nil }
    return
      """
      only \(free / 1_000_000) MB are free where recordings are stored, and 100 MB are reserved for other \
      programs. Free some space
      """
  }

  /// Returns the path for a recording that starts now.
  ///
  /// The file name contains the source, date and time in UTC.
  ///
  /// - Parameters:
  ///   - name: The name of the source, which is reduced to letters and digits.
  ///   - microseconds: The current time, in microseconds since 1970.
  /// - Returns: A path in the folder at which no file exists yet.
  func newPath(name: [UInt8], microseconds: Int64) -> String {
    let time = String(DateText.text(microseconds).map { $0 == " " ? "T" : $0 }.filter { !"-:".contains($0) })
    let base = "\(path)/\(Self.plain(name))-\(time)Z"
    let endings = [""] + (2...999).map { "-\($0)" }
    let free = endings.first { FileStamp(path: base + $0 + ".wgs") == nil } ?? ""
    return base + free + ".wgs"
  }

  /// Returns the letters and digits in the first 60 bytes of a name, with hyphens in place of other
  /// characters, so that a device's name cannot point outside the folder.
  static func plain(_ name: [UInt8]) -> String {
    let words = name.prefix(60).split { byte in
      let isLetter = byte < 0x80 && Unicode.Scalar(byte).properties.isAlphabetic
      return !isLetter && !(0x30...0x39).contains(byte)
    }
    let plain = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    return plain.isEmpty ? "sensors" : plain
  }
}

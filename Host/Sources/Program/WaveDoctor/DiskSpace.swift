import Foundation
import WaveUnits

/// A check whether a folder can be written, and how much free space it has.
public struct DiskSpace: Check {
  /// Bytes in a second that a dongle at 2.4 MS/s produces, and `waveglass record` writes.
  static let bytesPerSecond = 4.8e6
  /// Free space below which it is a problem: about twenty seconds of samples.
  static let leastBytes = 100e6
  /// Free space below which there is a warning: three and a half minutes of samples.
  static let fewBytes = 1e9

  private let name: String
  private let path: String
  private let freeBytes: @Sendable (String) -> Double?
  private let mayWrite: @Sendable (String) -> Bool

  /// Checks a folder.
  ///
  /// - Parameters:
  ///   - name: The name of the finding.
  ///   - path: The folder, which need not exist.
  ///   - freeBytes: Returns the free space for this user, bytes.
  ///   - mayWrite: Returns whether this user can write to a folder.
  public init(
    name: String, path: String,
    freeBytes: @escaping @Sendable (String) -> Double? = DiskSpace.free,
    mayWrite: @escaping @Sendable (String) -> Bool = Permission.write
  ) {
    self.name = name
    self.path = path
    self.freeBytes = freeBytes
    self.mayWrite = mayWrite
  }

  /// Describes the folder.
  public func findings() -> [Finding] {
    let folder = existing
    guard let free = freeBytes(folder) else {
      return [
        .problem(name, "the room in \(folder) cannot be told", fix: "check the disk: df \(quoted(folder))")
      ]
    }
    let room = Self.text(free)
    let advice =
      """
      make room: du -xh \(quoted(folder)) | sort -h | tail shows what takes it; or choose a folder on \
      another disk
      """
    if free < Self.leastBytes { return [.problem(name, "\(room) free in \(folder)", fix: advice)] }
    guard mayWrite(folder) else {
      return [
        .warning(
          name, "\(folder) may not be written by this user",
          fix: "record elsewhere: waveglass record … -o ~/band.sigmf-data")
      ]
    }
    let minutes = Int(saturating: free / Self.bytesPerSecond / 60)
    let found =
      "\(room) free in \(folder), \(minutes < 600 ? "\(minutes) min" : "\(minutes / 60) h") of 2.4 MS/s"
    return [free < Self.fewBytes ? .warning(name, found, fix: advice) : .ok(name, found)]
  }

  /// The folder, or the nearest existing folder above it.
  private var existing: String {
    var path = path
    while path.count > 1, !FileManager.default.fileExists(atPath: path) {
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
    return path.isEmpty ? "/" : path
  }

  /// Returns the bytes that this user can still write to a path's disk; nil if the system does not say.
  @Sendable public static func free(_ path: String) -> Double? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Double(status.f_bavail) * Double(status.f_frsize)
  }

  private static func text(_ bytes: Double) -> String {
    bytes < 1e9 ? "\(Int(saturating: bytes / 1e6)) MB" : "\((bytes / 1e8).rounded() / 10) GB"
  }
}

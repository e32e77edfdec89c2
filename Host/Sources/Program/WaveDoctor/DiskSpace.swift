import Foundation
import WaveUnits

/// Checks whether a folder is writable, and how much free space its disk has.
public struct DiskSpace: SingleCheck {
  /// The number of bytes per second that `waveglass record` writes for a receiver at 2.4 MS/s.
  static let bytesPerSecond = 4.8e6
  /// The free space, in bytes, below which the check reports a problem: about twenty seconds of samples.
  static let leastBytes = 100e6
  /// The free space, in bytes, below which the check reports a warning: three and a half minutes of samples.
  static let fewBytes = 1e9

  private let name: String
  private let path: String
  private let freeBytes: @Sendable (String) -> Double?
  private let mayWrite: @Sendable (String) -> Bool

  /// Creates a check of a folder.
  ///
  /// - Parameters:
  ///   - name: The name of the finding.
  ///   - path: The folder, which need not exist.
  ///   - freeBytes: Returns the free space available to this user, in bytes.
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

  /// Returns a finding about the folder.
  public func finding() -> Finding {
    let folder = existing(path, exists: FileManager.default.fileExists(atPath:))
    guard let free = freeBytes(folder) else {
      return .problem(
        name, "the free space in \(folder) is unknown", fix: "check the disk: df \(quoted(folder))")
    }
    let room = Self.text(free)
    let advice =
      """
      free some space: du -xh \(quoted(folder)) | sort -h | tail shows the largest; or choose a folder on \
      another disk
      """
    if free < Self.leastBytes { return .problem(name, "\(room) free in \(folder)", fix: advice) }
    guard mayWrite(folder) else {
      return .warning(
        name, "this user may not write to \(folder)",
        fix: "record to another folder: waveglass record … -o ~/band.sigmf-data")
    }
    let minutes = Int(saturating: free / Self.bytesPerSecond / 60)
    let found =
      "\(room) free in \(folder), \(minutes < 600 ? "\(minutes) min" : "\(minutes / 60) h") of 2.4 MS/s"
    return free < Self.fewBytes ? .warning(name, found, fix: advice) : .ok(name, found)
  }

  /// Returns the number of bytes available to this user on a path's disk; nil if the system does not report
  /// it.
  @Sendable public static func free(_ path: String) -> Double? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Double(status.f_bavail) * Double(status.f_frsize)
  }

  private static func text(_ bytes: Double) -> String {
    bytes < 1e9 ? "\(Int(saturating: bytes / 1e6)) MB" : "\((bytes / 1e8).rounded() / 10) GB"
  }
}

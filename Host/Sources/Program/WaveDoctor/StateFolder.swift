#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import WaveAccess
import WaveCertificates
import WaveSystem

/// Checks that the folder with the keys and the list of paired devices is accessible only to the user, and
/// that its files are readable.
public struct StateFolder: Check {
  private let path: String?
  private let user: UInt32

  /// Creates a check of a folder that should belong to this user.
  ///
  /// - Parameter path: The folder, which need not exist; nil if no environment variable specifies it.
  public init(path: String?) { self.init(path: path, user: geteuid()) }

  init(path: String?, user: UInt32) {
    self.path = path
    self.user = user
  }

  /// Returns findings about the folder and its files.
  public func findings() -> [Finding] {
    guard let path else {
      return [
        .problem("state", "no folder for keys and devices is set", fix: "export HOME=/a/folder/of/your/own")
      ]
    }
    guard let status = FileStatus(path: path) else { return [missing(path)] }
    guard status.isFolder else {
      return [
        .problem("state", "\(path) is not a folder", fix: "mv \(quoted(path)) \(quoted(path + ".old"))")
      ]
    }
    if let wrong = wrong("state", path, status, wanted: "700") { return [wrong] }
    guard access(path, W_OK | X_OK) == 0 else {
      return [.problem("state", "\(path) cannot be written", fix: "chmod 700 \(quoted(path))")]
    }
    return [.ok("state", "\(path), only for you")]
      + [LocalAuthority.fileName, "devices.json", "invitations.json"].compactMap { file(path + "/" + $0, $0) }
      + devices(path)
  }

  private func missing(_ path: String) -> Finding {
    let above = existing(path) { FileStatus(path: $0) != nil }
    guard access(above, W_OK | X_OK) == 0 else {
      return .problem(
        "state", "\(path) is missing and cannot be created in \(above)",
        fix: "sudo install -d -m 700 -o $(id -u) -g $(id -g) \(quoted(path))")
    }
    return .ok("state", "\(path) will be created when it is needed")
  }

  /// Returns a finding about a file if its owner is wrong or others can read or write it; otherwise nil.
  private func file(_ path: String, _ name: String) -> Finding? {
    guard let status = FileStatus(path: path) else { return nil }
    let check = name == LocalAuthority.fileName ? "key" : "devices"
    guard var wrong = wrong(check, path, status, wanted: "600") else { return nil }
    if check == "key", wrong.verdict == .problem, status.mode & 0o077 != 0 {
      wrong.fix? +=
        "; if others use this machine, remove it: a new authority is created, which devices must then trust"
    }
    return wrong
  }

  private func wrong(_ check: String, _ path: String, _ status: FileStatus, wanted: String) -> Finding? {
    guard status.owner == user else {
      return .problem(
        check, "\(path) belongs to user \(status.owner), not to you",
        fix: "sudo chown -R \(user) \(quoted(path))")
    }
    guard status.mode & 0o077 != 0 else { return nil }
    let mode = String(status.mode & 0o777, radix: 8)
    let isWritten = status.mode & 0o022 != 0
    return .problem(
      check, "others can \(isWritten ? "change" : "read") \(path) (mode \(mode))",
      fix: "chmod \(wanted) \(quoted(path))")
  }

  /// Returns findings about the list of paired devices, or none if the list is empty or cannot be read.
  private func devices(_ path: String) -> [Finding] {
    do throws(FileError) {
      let devices = try AccessFiles(directory: StateDirectory(path: path)).devices().devices
      return devices.isEmpty ? [] : [.ok("devices", "\(devices.count) paired")]
    } catch {
      guard case .damaged = error.cause else { return [] }
      return [
        .problem(
          "devices", "\(error.path) is damaged, so no device is let in",
          fix: "mv \(quoted(error.path)) \(quoted(error.path + ".damaged")), then pair the devices again")
      ]
    }
  }
}

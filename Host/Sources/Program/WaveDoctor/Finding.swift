import Foundation

/// The result of one check.
public struct Finding: Equatable, Sendable, Encodable {
  /// The severity of the finding.
  public enum Verdict: String, Sendable, Encodable {
    /// No action is needed.
    case ok
    /// Something works, but not optimally, or only for a limited time.
    case warning
    /// Something does not work.
    case problem
  }

  /// The name of the check, which is stable between versions.
  public var check: String
  /// The severity of the finding.
  public var verdict: Verdict
  /// A description of what was found.
  public var found: String
  /// The fix as a command or an instruction; nil if none is needed.
  public var fix: String?

  private enum CodingKeys: CodingKey {
    case check, verdict, found, fix
  }

  /// Encodes all four properties; a missing fix is encoded as null.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(check, forKey: .check)
    try members.encode(verdict, forKey: .verdict)
    try members.encode(found, forKey: .found)
    try members.encode(fix, forKey: .fix)
  }

  /// Returns a finding that needs no action.
  public static func ok(_ check: String, _ found: String) -> Finding {
    Finding(check: check, verdict: .ok, found: found)
  }

  /// Returns a warning about something that works, but not optimally, or only for a limited time.
  public static func warning(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .warning, found: found, fix: fix)
  }

  /// Returns a finding about something that does not work.
  public static func problem(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .problem, found: found, fix: fix)
  }
}

/// A check of one aspect of the machine.
public protocol Check: Sendable {
  /// Performs the check and returns the findings in the order in which they are shown.
  func findings() async -> [Finding]
}

/// A check that has exactly one finding.
public protocol SingleCheck: Check {
  /// Performs the check and returns the finding.
  func finding() -> Finding
}

extension SingleCheck {
  /// Performs the check and returns its only finding.
  public func findings() -> [Finding] { [finding()] }
}

/// Checks which files this user can access.
public enum Permission {
  /// Returns whether a file or folder is readable and writable.
  @Sendable public static func readAndWrite(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

  /// Returns whether a file or folder is writable.
  @Sendable public static func write(_ path: String) -> Bool { access(path, W_OK) == 0 }
}

/// Returns the sorted names of the files in a folder; empty if it cannot be read.
func names(in folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

/// Returns the text of a file without blanks at its ends; nil if it cannot be read.
func text(of path: String) -> String? {
  FileManager.default.contents(atPath: path).map {
    String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Returns the path of an existing file or folder, or of the nearest existing folder above it.
func existing(_ path: String, exists: (String) -> Bool) -> String {
  var path = path
  while path.count > 1, !exists(path) {
    path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }
  return path.isEmpty ? "/" : path
}

/// Returns a path quoted for use in a shell command.
func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "/._-+:".utf8.contains(byte)
  }
  return isPlain && !path.isEmpty ? path : "'" + path.replacing("'", with: "'\\''") + "'"
}

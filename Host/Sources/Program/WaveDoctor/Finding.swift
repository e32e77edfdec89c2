#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The result of one check.
public struct Finding: Equatable, Sendable, Encodable {
  /// Whether action is needed.
  public enum Verdict: String, Sendable, Encodable {
    /// No action is needed.
    case ok
    /// It works, but not as well as it could, or not for ever.
    case warning
    /// Something does not work.
    case problem
  }

  /// The name of the check, which does not change between versions.
  public var check: String
  /// Whether action is needed.
  public var verdict: Verdict
  /// The finding.
  public var found: String
  /// The fix: a command, or a sentence; nil if none is needed.
  public var fix: String?

  private enum CodingKeys: CodingKey {
    case check, verdict, found, fix
  }

  /// Encodes all four members; a missing fix as null.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(check, forKey: .check)
    try members.encode(verdict, forKey: .verdict)
    try members.encode(found, forKey: .found)
    try members.encode(fix, forKey: .fix)
  }

  /// Makes a finding that needs no action.
  public static func ok(_ check: String, _ found: String) -> Finding {
    Finding(check: check, verdict: .ok, found: found)
  }

  /// Makes a finding that something works, but not as well as it could.
  public static func warning(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .warning, found: found, fix: fix)
  }

  /// Makes a finding that something does not work.
  public static func problem(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .problem, found: found, fix: fix)
  }
}

/// A check of one aspect of the machine.
public protocol Check: Sendable {
  /// Returns what the check finds, in the order in which it is shown.
  func findings() async -> [Finding]
}

/// The permissions of this user.
public enum Permission {
  /// Whether a file or folder can be read and written.
  @Sendable public static func readAndWrite(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

  /// Whether a file or folder can be written.
  @Sendable public static func write(_ path: String) -> Bool { access(path, W_OK) == 0 }
}

/// Returns a path quoted for a shell.
func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "/._-+:".utf8.contains(byte)
  }
  return isPlain && !path.isEmpty ? path : "'" + path.replacing("'", with: "'\\''") + "'"
}

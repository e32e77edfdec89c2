#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one look at something came to.
public struct Finding: Equatable, Sendable, Encodable {
  /// Whether something is to be done.
  public enum Verdict: String, Sendable, Encodable {
    /// Nothing.
    case ok
    /// It will go on, but not as well as it could, or not for ever.
    case warning
    /// Something does not work.
    case problem
  }

  /// What was looked at, in a word that does not change from version to version.
  public var check: String
  /// Whether something is to be done.
  public var verdict: Verdict
  /// What was found.
  public var found: String
  /// What to do: a command, or a sentence; nil where nothing is.
  public var fix: String?

  private enum CodingKeys: CodingKey {
    case check, verdict, found, fix
  }

  /// Writes all four, so that programs find them: what is not to be done as null.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(check, forKey: .check)
    try members.encode(verdict, forKey: .verdict)
    try members.encode(found, forKey: .found)
    try members.encode(fix, forKey: .fix)
  }

  /// All is as it should be.
  public static func ok(_ check: String, _ found: String) -> Finding {
    Finding(check: check, verdict: .ok, found: found)
  }

  /// It will go on, but not as well as it could.
  public static func warning(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .warning, found: found, fix: fix)
  }

  /// Something does not work.
  public static func problem(_ check: String, _ found: String, fix: String) -> Finding {
    Finding(check: check, verdict: .problem, found: found, fix: fix)
  }
}

/// Looks at one thing.
public protocol Check: Sendable {
  /// What it finds, in the order in which it is to be read.
  func findings() async -> [Finding]
}

/// What the system lets this user do.
public enum Permission {
  /// Whether a file or folder may be read and written.
  @Sendable public static func readAndWrite(_ path: String) -> Bool { access(path, R_OK | W_OK) == 0 }

  /// Whether a file or folder may be written.
  @Sendable public static func write(_ path: String) -> Bool { access(path, W_OK) == 0 }
}

/// A path as a shell takes it.
func quoted(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "/._-+:".utf8.contains(byte)
  }
  return isPlain && !path.isEmpty ? path : "'" + path.replacing("'", with: "'\\''") + "'"
}

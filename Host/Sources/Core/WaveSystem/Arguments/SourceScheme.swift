/// A kind of source as it is written on the command line.
public struct SourceScheme: Equatable, Sendable {
  /// What must stand between the prefix and the parameters.
  public enum Path: Equatable, Sendable {
    /// A path or a host; holds what is said where there is none, and what to write.
    case required(missing: String, advice: String)
    /// Nothing; holds what is said where there is something, and what to write.
    case refused(what: String, advice: String)
    /// Nothing, or one of the syntax's demonstrations.
    case demonstration
  }

  /// What its arguments begin with.
  public var prefix: String
  /// What they begin with where it is reached over TLS; the parameter `tls` is `yes` then.
  public var securePrefix: String?
  /// What may stand in the prefix's place, alone or before parameters.
  public var shorthand: String?
  /// What stands before its path in words about it.
  public var shownPrefix: String
  /// What must stand behind the prefix.
  public var path: Path

  /// Describes a kind of source.
  ///
  /// - Parameters:
  ///   - prefix: What its sources begin with.
  ///   - securePrefix: What they begin with over TLS.
  ///   - shorthand: What may replace the prefix.
  ///   - shownPrefix: What words about it begin with; nil for the prefix.
  ///   - path: What must follow the prefix.
  public init(
    prefix: String, securePrefix: String? = nil, shorthand: String? = nil, shownPrefix: String? = nil,
    path: Path
  ) {
    self.prefix = prefix
    self.securePrefix = securePrefix
    self.shorthand = shorthand
    self.shownPrefix = shownPrefix ?? prefix
    self.path = path
  }

  /// What is simulated.
  public static let demo = SourceScheme(prefix: "demo:", path: .demonstration)
  /// A recording.
  public static let file = SourceScheme(
    prefix: "file:", shownPrefix: "",
    path: .required(missing: "no path", advice: "Write the path of a recording behind file:"))
}

/// Which sources can be written, for one who opens those of several modules.
public struct SourceSyntax: Equatable, Sendable {
  /// Kinds of sources beside ``SourceScheme/demo`` and ``SourceScheme/file``.
  public var schemes: [SourceScheme]
  /// What may stand behind `demo:`.
  public var demonstrations: [String]
  /// What to write in place of a kind that is unknown.
  public var advice: String
  /// What to write in place of a demonstration that is none.
  public var demonstrationAdvice: String

  /// Describes what can be written.
  public init(
    schemes: [SourceScheme], demonstrations: [String] = [], advice: String = "",
    demonstrationAdvice: String = ""
  ) {
    self.schemes = schemes
    self.demonstrations = demonstrations
    self.advice = advice
    self.demonstrationAdvice = demonstrationAdvice
  }
}

/// A kind of source, and its notation on the command line.
public struct SourceScheme: Equatable, Sendable {
  /// The rule for the text between the prefix and the parameters.
  public enum Path: Equatable, Sendable {
    /// A path or a host is required; holds the error message and the advice to show if it is missing.
    case required(missing: String, advice: String)
    /// Text is not allowed; holds the error message and the advice to show if text is present.
    case refused(what: String, advice: String)
    /// The text must be empty or the name of a demonstration, as listed in the `SourceSyntax`.
    case demonstration
  }

  /// The prefix of this kind of source, such as `file:`.
  public var prefix: String
  /// The prefix for a connection over TLS, which also sets the parameter `tls` to `yes`.
  public var securePrefix: String?
  /// A short form of the prefix, such as `-`, used alone or before parameters.
  public var shorthand: String?
  /// The prefix shown in messages about the source.
  public var shownPrefix: String
  /// The rule for the text after the prefix.
  public var path: Path

  /// Creates a kind of source.
  ///
  /// - Parameters:
  ///   - prefix: The prefix, such as `file:`.
  ///   - securePrefix: The prefix for a connection over TLS.
  ///   - shorthand: A short form of the prefix.
  ///   - shownPrefix: The prefix shown in messages; nil to show `prefix`.
  ///   - path: The rule for the text after the prefix.
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

  /// Simulated sources.
  public static let demo = SourceScheme(prefix: "demo:", path: .demonstration)
  /// Recordings in files.
  public static let file = SourceScheme(
    prefix: "file:", shownPrefix: "",
    path: .required(missing: "no path", advice: "Write the path of a recording after file:"))
}

/// The kinds of sources that a program accepts on its command line.
public struct SourceSyntax: Equatable, Sendable {
  /// The kinds of sources in addition to ``SourceScheme/demo`` and ``SourceScheme/file``.
  public var schemes: [SourceScheme]
  /// The names that are allowed after `demo:`.
  public var demonstrations: [String]
  /// The advice for an unknown kind of source.
  public var advice: String
  /// The advice for an unknown demonstration.
  public var demonstrationAdvice: String

  /// Creates a syntax.
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

/// A kind of source, and its form on the command line.
public struct SourceScheme: Equatable, Sendable {
  /// The text that is required between the prefix and the parameters.
  public enum Path: Equatable, Sendable {
    /// A path or a host; holds the error and the advice if it is missing.
    case required(missing: String, advice: String)
    /// No text; holds the error and the advice if there is one.
    case refused(what: String, advice: String)
    /// No text, or the name of one of the syntax's demonstrations.
    case demonstration
  }

  /// The start of its arguments, such as `file:`.
  public var prefix: String
  /// The start of its arguments over TLS, which also sets the parameter `tls` to `yes`.
  public var securePrefix: String?
  /// A short form of the prefix, alone or before parameters.
  public var shorthand: String?
  /// The prefix in messages about the source.
  public var shownPrefix: String
  /// The text that is required after the prefix.
  public var path: Path

  /// Describes a kind of source.
  ///
  /// - Parameters:
  ///   - prefix: The start of its arguments.
  ///   - securePrefix: The start of its arguments over TLS.
  ///   - shorthand: A short form of the prefix.
  ///   - shownPrefix: The prefix in messages; nil for `prefix`.
  ///   - path: The text that is required after the prefix.
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

  /// A simulation.
  public static let demo = SourceScheme(prefix: "demo:", path: .demonstration)
  /// A recording.
  public static let file = SourceScheme(
    prefix: "file:", shownPrefix: "",
    path: .required(missing: "no path", advice: "Write the path of a recording behind file:"))
}

/// The kinds of sources that a program accepts on its command line.
public struct SourceSyntax: Equatable, Sendable {
  /// Kinds of sources in addition to ``SourceScheme/demo`` and ``SourceScheme/file``.
  public var schemes: [SourceScheme]
  /// The names that are allowed after `demo:`.
  public var demonstrations: [String]
  /// The advice for an unknown kind of source.
  public var advice: String
  /// The advice for an unknown demonstration.
  public var demonstrationAdvice: String

  /// Describes the kinds of sources.
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

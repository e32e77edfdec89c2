/// A data source as written on the command line: a scheme, a path and parameters.
public struct SourceArgument: Equatable, Sendable {
  /// The entire argument as written.
  public let text: String
  /// The kind of source.
  public let scheme: SourceScheme
  /// The path of a file, a host, or the name of a simulation; empty if there is none.
  public let path: String
  /// The parameters after the question mark, by name.
  public let parameters: [String: String]

  /// Creates a source from `demo:`, `demo:?seed=7`, `file:PATH?speed=20`, `-?format=cu8` (or
  /// `stdin:?format=cu8`) or a plain path.
  ///
  /// A plain path is used unchanged, including question marks; percent signs have no special meaning.
  ///
  /// - Parameters:
  ///   - argument: The argument as written.
  ///   - syntax: The kinds of sources that the program accepts.
  /// - Throws: `SourceArgumentError` for an unknown scheme or a parameter without a value.
  public init(_ argument: String, syntax: SourceSyntax) throws(SourceArgumentError) {
    text = argument
    let schemes = [.demo, .file] + syntax.schemes
    var argument = argument
    for scheme in schemes {
      guard let shorthand = scheme.shorthand else { continue }
      if argument == shorthand || argument.hasPrefix(shorthand + "?") {
        argument = scheme.prefix + argument.dropFirst(shorthand.count)
      }
    }
    guard let (scheme, prefix) = Self.scheme(of: argument, among: schemes) else {
      if let scheme = Self.foreignScheme(of: argument) {
        throw .unknownScheme(String(scheme), argument: argument, advice: syntax.advice)
      }
      self.scheme = .file
      path = argument
      parameters = [:]
      return
    }
    let rest = argument.dropFirst(prefix.count)
    let split = rest.lastIndex(of: "?") ?? rest.endIndex
    var found: [String: String] = [:]
    for pair in rest[split...].dropFirst().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
        throw .noValue(parameter: String(pair), argument: argument)
      }
      found[String(sides[0])] = String(sides[1])
    }
    self.scheme = scheme
    path = String(rest[..<split])
    if prefix == scheme.securePrefix { found["tls"] = "yes" }
    parameters = found
    switch scheme.path {
    case .required(let missing, let advice):
      if path.isEmpty { throw .path(what: missing, argument: argument, advice: advice) }
    case .refused(let what, let advice):
      if !path.isEmpty { throw .path(what: what, argument: argument, advice: advice) }
    case .demonstration:
      guard path.isEmpty || syntax.demonstrations.contains(path) else {
        throw .path(
          what: "there is no \(scheme.prefix)\(path)", argument: argument, advice: syntax.demonstrationAdvice)
      }
    }
  }

  private static func scheme(
    of argument: String, among schemes: [SourceScheme]
  ) -> (scheme: SourceScheme, prefix: String)? {
    for scheme in schemes {
      for case let prefix? in [scheme.prefix, scheme.securePrefix] where argument.hasPrefix(prefix) {
        return (scheme, prefix)
      }
    }
    return nil
  }

  /// Returns the text before the first colon if it looks like a scheme rather than part of a path; otherwise
  /// nil.
  private static func foreignScheme(of argument: String) -> Substring? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let word = argument[..<colon]
    let isWord = word.count > 1 && word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    return isWord ? word : nil
  }

  /// The source as shown in messages, without its parameters.
  public var place: String { scheme.shownPrefix + path }
}

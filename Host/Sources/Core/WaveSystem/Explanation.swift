/// What failed, where, and what to do about it.
public struct Explanation: Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public var what: String
  /// Where: a path, a parameter, a line and byte; empty where it is plain.
  public var place: String
  /// What to do; empty where nothing helps.
  public var advice: String

  /// Explains a failure.
  public init(_ what: String, at place: String = "", advice: String = "") {
    self.what = what
    self.place = place
    self.advice = advice
  }

  /// Splits a sentence that says what failed from one that says what to do.
  ///
  /// - Parameters:
  ///   - sentences: Both, as an error's description has them.
  ///   - place: Where it failed; empty where the sentences say so.
  public init(sentences: String, at place: String = "") {
    let parts = sentences.split(separator: ". ", maxSplits: 1)
    self.init(
      parts.first.map(String.init) ?? sentences, at: place, advice: parts.count > 1 ? String(parts[1]) : "")
  }

  /// What failed, without the path of the file where it stands before that.
  public func what(of path: String) -> String {
    what.hasPrefix(path + ": ") ? String(what.dropFirst(path.count + 2)) : what
  }

  /// All three in one line.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + what + (advice.isEmpty ? "" : ". " + advice)
  }
}

/// An error that explains itself in parts, for those who show them apart.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// What failed, where, and what to do.
  var explanation: Explanation { get }
}

extension ExplainedError {
  /// All of it in one line.
  public var description: String { explanation.description }
}

/// A failure, its place, and what to do about it.
public struct Explanation: Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public var what: String
  /// The place: a path, a parameter, a line and byte; empty if it is obvious.
  public var place: String
  /// What to do; empty if nothing helps.
  public var advice: String

  /// Explains a failure.
  public init(_ what: String, at place: String = "", advice: String = "") {
    self.what = what
    self.place = place
    self.advice = advice
  }

  /// Splits a text into the sentence that describes the failure and the one that gives advice.
  ///
  /// - Parameters:
  ///   - sentences: Both sentences, as in an error's description.
  ///   - place: Where it failed; empty if the sentences say so.
  public init(sentences: String, at place: String = "") {
    let parts = sentences.split(separator: ". ", maxSplits: 1)
    self.init(
      parts.first.map(String.init) ?? sentences, at: place, advice: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Returns what failed, without the path of the file at its start.
  public func what(of path: String) -> String {
    what.hasPrefix(path + ": ") ? String(what.dropFirst(path.count + 2)) : what
  }

  /// All three in one line.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + what + (advice.isEmpty ? "" : ". " + advice)
  }
}

/// An error whose explanation has parts that can be shown separately.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// What failed, where, and what to do about it.
  var explanation: Explanation { get }
}

extension ExplainedError {
  /// All of it in one line.
  public var description: String { explanation.description }
}

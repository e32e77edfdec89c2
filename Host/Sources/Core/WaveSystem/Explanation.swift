/// A description of a failure, with its location and advice on how to fix it.
public struct Explanation: Equatable, Sendable, CustomStringConvertible {
  /// A description of the failure.
  public var what: String
  /// The location of the failure: a path, a parameter, or a line and byte; empty if it is obvious.
  public var place: String
  /// Advice on how to fix the failure; empty if there is none.
  public var advice: String

  /// Creates an explanation.
  public init(_ what: String, at place: String = "", advice: String = "") {
    self.what = what
    self.place = place
    self.advice = advice
  }

  /// Creates an explanation from text whose first sentence describes the failure and whose other sentences
  /// give advice.
  ///
  /// - Parameters:
  ///   - sentences: The text, such as an error's description.
  ///   - place: The location of the failure; empty if the text already contains it.
  public init(sentences: String, at place: String = "") {
    let parts = sentences.split(separator: ". ", maxSplits: 1)
    self.init(
      parts.first.map(String.init) ?? sentences, at: place, advice: parts.count > 1 ? String(parts[1]) : "")
  }

  /// Returns the description of the failure, without the given path if it starts with that path.
  public func what(of path: String) -> String {
    what.hasPrefix(path + ": ") ? String(what.dropFirst(path.count + 2)) : what
  }

  /// The location, the failure and the advice in one line.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + what + (advice.isEmpty ? "" : ". " + advice)
  }
}

/// An error that gives its cause, location and advice separately.
public protocol ExplainedError: Error, CustomStringConvertible {
  /// The description of the failure, its location and advice.
  var explanation: Explanation { get }
}

extension ExplainedError {
  /// The explanation as one line of text.
  public var description: String { explanation.description }
}

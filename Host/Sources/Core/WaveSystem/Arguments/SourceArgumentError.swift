/// What is wrong with a source as it is written on the command line.
public enum SourceArgumentError: ExplainedError, Equatable {
  /// Why a number is refused.
  public enum NumberFault: String, Sendable {
    case notNumber = "not a number"
    case tooSmall = "too small"
    case tooLarge = "too large"
  }

  /// No kind of source is written so.
  case unknownScheme(String, argument: String, advice: String)
  /// What stands behind the prefix is missing, or not to be there.
  case path(what: String, argument: String, advice: String)
  /// A parameter without a name or a value.
  case noValue(parameter: String, argument: String)
  /// A parameter that the source does not have; holds those that it has.
  case unknownParameter(String, place: String, known: [String])
  /// A parameter that is no number within its range; holds one that is.
  case number(name: String, text: String, fault: NumberFault, path: String, example: Int)
  /// No host before a port.
  case noHost(place: String, example: String)
  /// No port, where one must be.
  case noPort(place: String, example: String)
  /// What stands in a port's place.
  case invalidPort(String, place: String, example: String)

  /// What is wrong, where, and what to write.
  public var explanation: Explanation {
    switch self {
    case .unknownScheme(let scheme, let argument, let advice):
      Explanation("unknown kind of source \"\(scheme):\"", at: argument, advice: advice)
    case .path(let what, let argument, let advice): Explanation(what, at: argument, advice: advice)
    case .noValue(let parameter, let argument):
      Explanation("parameter \"\(parameter)\" has no value", at: argument, advice: "Write name=value")
    case .unknownParameter(let name, let place, let known):
      Explanation(
        "unknown parameter \"\(name)\"", at: place, advice: "It takes " + known.joined(separator: ", "))
    case .number(let name, let text, let fault, let path, let example):
      Explanation(
        "\(name)=\(text) is \(fault.rawValue)", at: path, advice: "Write for instance \(name)=\(example)")
    case .noHost(let place, let example): Explanation("no host", at: place, advice: "Write " + example)
    case .noPort(let place, let example): Explanation("no port", at: place, advice: "Write " + example)
    case .invalidPort(let text, let place, let example):
      Explanation("\(text) is no port", at: place, advice: "Write " + example)
    }
  }
}

/// An error of a module that opens sources by arguments.
public protocol SourceError: ExplainedError {
  /// What is wrong with an argument, as this error.
  static func argument(_ error: SourceArgumentError) -> Self
}

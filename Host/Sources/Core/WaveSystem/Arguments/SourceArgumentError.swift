/// An error in a source given on the command line.
public enum SourceArgumentError: ExplainedError, Equatable {
  /// The reason why a number is rejected.
  public enum NumberFault: String, Sendable {
    case notNumber = "not a number"
    case tooSmall = "too small"
    case tooLarge = "too large"
  }

  /// An unknown scheme.
  case unknownScheme(String, argument: String, advice: String)
  /// A path that is missing, or that the kind of source does not allow.
  case path(what: String, argument: String, advice: String)
  /// A parameter without a name or a value.
  case noValue(parameter: String, argument: String)
  /// An unknown parameter; `known` lists the valid ones.
  case unknownParameter(String, place: String, known: [String])
  /// A parameter that is not a number or is outside its range; `example` is a valid number.
  case number(name: String, text: String, fault: NumberFault, path: String, example: Int)
  /// A missing host.
  case noHost(place: String, example: String)
  /// A missing port.
  case noPort(place: String, example: String)
  /// An invalid port.
  case invalidPort(String, place: String, example: String)

  /// The error, the argument in which it occurred, and advice on a valid form.
  public var explanation: Explanation {
    switch self {
    case .unknownScheme(let scheme, let argument, let advice):
      Explanation("unknown kind of source \"\(scheme):\"", at: argument, advice: advice)
    case .path(let what, let argument, let advice): Explanation(what, at: argument, advice: advice)
    case .noValue(let parameter, let argument):
      Explanation("parameter \"\(parameter)\" has no value", at: argument, advice: "Write name=value")
    case .unknownParameter(let name, let place, let known):
      Explanation(
        "unknown parameter \"\(name)\"", at: place, advice: "Choose from " + known.joined(separator: ", "))
    case .number(let name, let text, let fault, let path, let example):
      Explanation(
        "\(name)=\(text) is \(fault.rawValue)", at: path, advice: "Write, for example, \(name)=\(example)")
    case .noHost(let place, let example): Explanation("no host", at: place, advice: "Write " + example)
    case .noPort(let place, let example): Explanation("no port", at: place, advice: "Write " + example)
    case .invalidPort(let text, let place, let example):
      Explanation("\(text) is not a port", at: place, advice: "Write " + example)
    }
  }
}

/// The error type of a module that opens sources from arguments.
public protocol SourceError: ExplainedError {
  /// Returns the module's error for an invalid argument.
  static func argument(_ error: SourceArgumentError) -> Self
}

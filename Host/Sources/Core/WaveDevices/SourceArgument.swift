import WaveUnits

/// A source as written on the command line: a scheme, a path and parameters.
public struct SourceArgument: Equatable, Sendable {
  /// What kind of source.
  public enum Scheme: Equatable, Sendable {
    /// The simulated receiver.
    case demo
    /// A recording.
    case file
    /// A receiver behind an rtl_tcp server.
    case rtltcp
    /// What comes over standard input.
    case pipe
    /// Sensors that write lines.
    case lines
    /// Sensors whose samples a broker hands on.
    case mqtt
    /// A phone's sensors, over phyphox.
    case phyphox
    /// A phone's sensors, pushed by Sensor Logger.
    case sensorLogger
  }

  /// Sensors that are simulated.
  static let demonstrations = ["ecg", "imu", "streams"]

  /// What kind of source.
  public var scheme: Scheme
  /// The path of a file, or which sensors are simulated; else empty.
  public var path: String
  /// What stands behind the question mark, by name.
  public var parameters: [String: String]

  /// Takes apart `demo:`, `demo:?seed=7`, `file:PATH?speed=20`, `-?format=cu8` (or `stdin:?format=cu8`) or a plain path.
  ///
  /// A plain path is taken as it is, question marks included; percent signs stand for themselves.
  ///
  /// - Throws: `DeviceError` for an unknown scheme or a parameter without a value.
  public init(_ argument: String) throws(DeviceError) {
    let known: [(String, Scheme)] = [
      ("demo:", .demo), ("file:", .file), ("rtltcp://", .rtltcp),
      ("stdin:", .pipe), ("lines:", .lines), ("mqtt://", .mqtt), ("mqtts://", .mqtt),
      ("phyphox://", .phyphox),
      ("sensorlogger:", .sensorLogger),
    ]
    // `-` is standard input, with parameters behind a question mark.
    let argument = argument == "-" || argument.hasPrefix("-?") ? "stdin:" + argument.dropFirst() : argument
    guard let (prefix, scheme) = known.first(where: { argument.hasPrefix($0.0) }) else {
      if let scheme = Self.foreignScheme(of: argument) {
        throw DeviceError(
          what: "unknown kind of source \"\(scheme):\"", place: argument,
          advice: "Write demo:, rtltcp://HOST:PORT, lines:DEVICE or file:PATH, or the path of a recording")
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
        throw DeviceError(
          what: "parameter \"\(pair)\" has no value", place: argument, advice: "Write name=value")
      }
      found[String(sides[0])] = String(sides[1])
    }
    self.scheme = scheme
    path = String(rest[..<split])
    // The same over TLS.
    if prefix == "mqtts://" { found["tls"] = "yes" }
    parameters = found
    guard scheme != .pipe || path.isEmpty else {
      throw DeviceError(
        what: "standard input takes no path", place: argument, advice: "Write - or -?format=cu8&rate=2.4M")
    }
    guard scheme != .demo || path.isEmpty || Self.demonstrations.contains(path) else {
      throw DeviceError(
        what: "there is no demo:\(path)", place: argument,
        advice: "Write demo: or demo:?seed=7 for a receiver, demo:"
          + Self.demonstrations.joined(separator: ", demo:") + " for sensors")
    }
    guard scheme == .demo || scheme == .pipe || !path.isEmpty else {
      throw DeviceError(
        what: scheme == .file || scheme == .lines ? "no path" : "no host", place: argument,
        advice: Self.example(of: scheme))
    }
  }

  private static func example(of scheme: Scheme) -> String {
    switch scheme {
    case .rtltcp: "Write rtltcp://host:1234"
    case .phyphox: "Write phyphox://host:8080"
    case .sensorLogger: "Write sensorlogger:8000"
    case .mqtt: "Write mqtt://host:1883/topic"
    case .lines: "Write lines:/dev/ttyUSB0, lines:tcp://host:port, lines:udp://:port or lines:-"
    default: "Write the path of a recording behind file:"
    }
  }

  /// A word and a colon at the start that look like a scheme rather than a path.
  private static func foreignScheme(of argument: String) -> Substring? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let word = argument[..<colon]
    let isWord = word.count > 1 && word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    return isWord ? word : nil
  }

  /// Complains about sensors where a receiver is meant.
  ///
  /// - Throws: `DeviceError` that says where sensors are shown.
  func refuseStreams() throws(DeviceError) {
    guard isSensors else { return }
    throw DeviceError(
      what: "these are sensors, which have no spectrum", place: place,
      advice: "Show them with waveglass serve \(place)")
  }

  /// Whether these are sensors by what is written.
  public var isSensors: Bool {
    switch scheme {
    case .lines, .mqtt, .phyphox, .sensorLogger: true
    case .demo: !path.isEmpty
    case .file, .rtltcp, .pipe: false
    }
  }

  /// The source as it was written, without its parameters.
  private var place: String {
    switch scheme {
    case .demo: "demo:" + path
    case .pipe: "-"
    case .lines: "lines:" + path
    case .mqtt: "mqtt://" + path
    case .phyphox: "phyphox://" + path
    case .sensorLogger: "sensorlogger:" + path
    case .file, .rtltcp: path
    }
  }

  /// Complains about parameters that the source does not know.
  ///
  /// - Throws: `DeviceError` that lists what it knows.
  public func allow(_ names: [String]) throws(DeviceError) {
    guard let unknown = parameters.keys.sorted().first(where: { !names.contains($0) }) else { return }
    throw DeviceError(
      what: "unknown parameter \"\(unknown)\"", place: place,
      advice: "It takes " + names.joined(separator: ", "))
  }

  /// A number among the parameters, as `SINumber` reads it.
  ///
  /// - Returns: The number, or nil where it is not given.
  /// - Throws: `DeviceError` where it is not a number within the range.
  public func number(_ name: String, in range: ClosedRange<Double>) throws(DeviceError) -> Double? {
    guard let text = parameters[name] else { return nil }
    let value = SINumber(text: text)?.value
    if let value, range.contains(value) { return value }
    let reason = value.map { $0 < range.lowerBound ? "too small" : "too large" } ?? "not a number"
    throw DeviceError(
      what: "\(name)=\(text) is \(reason)", place: path,
      advice: "Write for instance \(name)=\(Int(saturating: range.contains(1) ? 1 : range.lowerBound))")
  }
}

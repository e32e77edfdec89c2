import WaveRadioFormats

/// Checks whether an rtl_tcp server can be reached and answers.
public struct RemoteReceiver: SingleCheck {
  /// The result of connecting to a server.
  public enum Answer: Equatable, Sendable {
    /// The first 12 bytes that the server sent, or fewer if no more arrived within two seconds.
    case bytes([UInt8])
    /// The connection was refused: no program listens on the port.
    case refused
    /// The server did not answer.
    case silent
    /// The host name does not exist.
    case unknownHost
    /// Another error occurred; the value is the system's error code.
    case failed(Int32)
  }

  private let host: String
  private let port: Int
  private let isWanted: Bool
  private let ask: @Sendable (String, Int) -> Answer

  /// Creates a check of a server.
  ///
  /// - Parameters:
  ///   - host: The server's name or address.
  ///   - port: The server's port.
  ///   - isWanted: Whether a server that is not running is a problem.
  ///   - ask: Connects to the server; by default over the network.
  public init(
    host: String = "127.0.0.1", port: Int = 1234, isWanted: Bool,
    ask: @escaping @Sendable (String, Int) -> Answer = UnsafeConnection.greeting
  ) {
    self.host = host
    self.port = port
    self.isWanted = isWanted
    self.ask = ask
  }

  /// Returns a finding about the server.
  public func finding() -> Finding {
    ask(host, port).finding("rtl_tcp", host: host, port: port, answered: identify) { place in
      isWanted
        ? .problem(
          "rtl_tcp", "nothing is listening at \(place)",
          fix: isLocal
            ? "start it: rtl_tcp -a 127.0.0.1 -p \(port)"
            : "start it on that machine: rtl_tcp -a 0.0.0.0 -p \(port)")
        : .ok("rtl_tcp", "none at \(place), and no receiver here that needs one")
    }
  }

  private var isLocal: Bool { host == "127.0.0.1" || host == "localhost" || host == "::1" }

  private func identify(_ bytes: [UInt8], _ place: String) -> Finding {
    do throws(RadioFormatError) {
      let header = try RTLTCPHeader(bytes.span)
      return .ok("rtl_tcp", "\(header.tuner.name) at \(place)")
    } catch {
      guard case .line(.truncated, _, _) = error else {
        return .problem(
          "rtl_tcp", "the program at \(place) is not rtl_tcp",
          fix: "check host and port; rtl_tcp listens on 1234")
      }
      return .warning(
        "rtl_tcp", "\(place) accepts the connection but sends nothing: it serves one client at a time",
        fix: "stop the other client, unless it is Waveglass itself")
    }
  }
}

extension RemoteReceiver.Answer {
  /// Returns the finding of a check of a host.
  ///
  /// - Parameters:
  ///   - check: The name of the check.
  ///   - prefix: The start of a description of a failure.
  ///   - host: The name or address of the host.
  ///   - port: The port.
  ///   - answered: Returns the finding if the host accepts the connection, from the bytes and the address.
  ///   - refused: Returns the finding if no program listens on the port, from the address.
  /// - Returns: The finding.
  func finding(
    _ check: String, _ prefix: String = "", host: String, port: Int,
    answered: ([UInt8], String) -> Finding, refused: (String) -> Finding
  ) -> Finding {
    let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    return switch self {
    case .bytes(let bytes): answered(bytes, place)
    case .refused: refused(place)
    case .silent:
      .problem(
        check, "\(prefix)\(place) does not answer",
        fix: "check the address, and open port \(port) in the firewall there")
    case .unknownHost:
      .problem(check, "\(prefix)no host is called \(host)", fix: "give its address instead of its name")
    case .failed(let code):
      .problem(
        check, "\(prefix)\(place) cannot be reached (error \(code))",
        fix: "check the address and this machine's network")
    }
  }
}

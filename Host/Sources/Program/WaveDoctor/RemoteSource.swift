/// Checks whether the network address of a sensor source answers.
public struct RemoteSource: Check {
  private let name: String
  private let host: String
  private let port: Int
  private let ask: @Sendable (String, Int) -> RemoteReceiver.Answer

  /// Creates a check of a network source, such as a phone, an MQTT broker or a bridge.
  ///
  /// - Parameters:
  ///   - name: The source as the user wrote it.
  ///   - host: The name or address of the host.
  ///   - port: The port.
  ///   - ask: Connects to the address; by default over the network.
  public init(
    name: String, host: String, port: Int,
    ask: @escaping @Sendable (String, Int) -> RemoteReceiver.Answer = UnsafeConnection.greeting
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.ask = ask
  }

  /// Returns a finding about the connection.
  public func findings() -> [Finding] {
    let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    return switch ask(host, port) {
    case .bytes: [.ok("source", "\(name): something is listening at \(place)")]
    case .refused:
      [
        .problem(
          "source", "\(name): nothing is listening at \(place)", fix: "start it there, or check the port")
      ]
    case .silent:
      [
        .problem(
          "source", "\(name): \(place) does not answer",
          fix: "check the address, and open port \(port) in the firewall there")
      ]
    case .unknownHost:
      [
        .problem(
          "source", "\(name): no host is called \(host)", fix: "give its address instead of its name")
      ]
    case .failed(let code):
      [
        .problem(
          "source", "\(name): \(place) cannot be reached (error \(code))",
          fix: "check the address and this machine's network")
      ]
    }
  }
}

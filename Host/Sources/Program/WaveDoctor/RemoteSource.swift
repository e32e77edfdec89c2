/// Checks whether the network address of a sensor source answers.
public struct RemoteSource: SingleCheck {
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
  public func finding() -> Finding {
    ask(host, port).finding("source", "\(name): ", host: host, port: port) { _, place in
      .ok("source", "\(name): something is listening at \(place)")
    } refused: { place in
      .problem(
        "source", "\(name): nothing is listening at \(place)", fix: "start it there, or check the port")
    }
  }
}

import WaveRadioFormats

/// An rtl_tcp server: whether it is there and lets one in.
public struct RemoteReceiver: Check {
  /// What came of asking one.
  public enum Answer: Equatable, Sendable {
    /// These bytes came first; fewer than 12 where it had no more to say within two seconds.
    case bytes([UInt8])
    /// Nobody listens there.
    case refused
    /// Nothing answers there.
    case silent
    /// The name is none.
    case unknownHost
    /// Something else, as the system numbers it.
    case failed(Int32)
  }

  private let host: String
  private let port: Int
  private let isWanted: Bool
  private let ask: @Sendable (String, Int) -> Answer

  /// Looks at a server.
  ///
  /// - Parameters:
  ///   - host: Its name or address.
  ///   - port: Its port.
  ///   - isWanted: Whether it should be there.
  ///   - ask: How it is asked; over the network by default.
  public init(
    host: String = "127.0.0.1", port: Int = 1234, isWanted: Bool,
    ask: @escaping @Sendable (String, Int) -> Answer = UnsafeConnection.greeting
  ) {
    self.host = host
    self.port = port
    self.isWanted = isWanted
    self.ask = ask
  }

  /// What there is to say of it.
  public func findings() -> [Finding] {
    let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    switch ask(host, port) {
    case .bytes(let bytes): return [heard(bytes, place)]
    case .refused where !isWanted:
      return [.ok("rtl_tcp", "none at \(place), and no receiver here that would want one")]
    case .refused:
      return [
        .problem(
          "rtl_tcp", "nobody listens at \(place)",
          fix: isLocal
            ? "start it: rtl_tcp -a 127.0.0.1 -p \(port)"
            : "start it on that machine: rtl_tcp -a 0.0.0.0 -p \(port)")
      ]
    case .silent:
      return [
        .problem(
          "rtl_tcp", "\(place) does not answer",
          fix: "check the address, and open port \(port) in the firewall there")
      ]
    case .unknownHost:
      return [
        .problem("rtl_tcp", "no machine is called \(host)", fix: "give its address instead of its name")
      ]
    case .failed(let code):
      return [
        .problem(
          "rtl_tcp", "\(place) cannot be reached (error \(code))",
          fix: "check the address and this machine's network")
      ]
    }
  }

  private var isLocal: Bool { host == "127.0.0.1" || host == "localhost" || host == "::1" }

  private func heard(_ bytes: [UInt8], _ place: String) -> Finding {
    do throws(RadioFormatError) {
      let header = try RTLTCPHeader(bytes.span)
      return .ok("rtl_tcp", "\(header.tuner.name) at \(place)")
    } catch {
      guard case .truncated = error else {
        return .problem(
          "rtl_tcp", "what listens at \(place) is no rtl_tcp",
          fix: "check host and port; rtl_tcp listens on 1234")
      }
      return .warning(
        "rtl_tcp", "\(place) is connected but says nothing: it serves one client at a time",
        fix: "end the other client, unless it is Waveglass itself")
    }
  }
}

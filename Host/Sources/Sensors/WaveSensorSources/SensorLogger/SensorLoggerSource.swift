import NIOCore
import NIOHTTP1
import NIOPosix
public import WaveSensorsWire
import WaveSystem
import WaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source for a phone's sensors, whose samples the app Sensor Logger pushes to a port of this machine.
///
/// Unless the source listens on loopback only, every push must contain a token. The token is either set in
/// the environment, or generated at startup and included in the Push URL.
public actor SensorLoggerSource: SensorSource {
  /// The number of characters in a generated token, which encode 130 random bits.
  private static let tokenLength = 26
  private static let tokenAlphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// Whether the source supplies the times of its samples.
  ///
  /// It does not, because times are derived from the arrival of pushes.
  public nonisolated let isTimed = false
  /// The address on which to listen.
  nonisolated let host: String
  /// The Push URL to enter in the app, including a generated token.
  nonisolated let pushURL: String
  /// Whether the Push URL contains a generated token.
  nonisolated let hasMadeToken: Bool
  private let port: Int
  /// The token that a push must contain; nil if none is required.
  nonisolated let token: String?
  private var phone: SensorLoggerPhone
  private var delay = ReconnectDelay(seed: UInt64.random(in: 0...UInt64.max))
  private var continuation: AsyncStream<SensorEvent>.Continuation?
  private var hasRefused = false

  /// Creates a source from `sensorlogger:8000` or `sensorlogger://192.168.1.5:8000`.
  ///
  /// The user's own token is read from the environment, as `WAVEGLASS_SENSORLOGGER_TOKEN`.
  /// - Parameters:
  ///   - argument: The source argument.
  ///   - listening: The address to listen on if the argument does not specify one.
  ///   - ownToken: The user's own token; nil if there is none.
  /// - Throws: `SensorSourceError`, which describes the expected form.
  init(
    _ argument: SourceArgument, listening: String = SensorFactory.loopback,
    ownToken: String? = SensorLoggerSource.environmentToken
  ) throws(SensorSourceError) {
    let reader = ArgumentReader<SensorSourceError>(argument)
    try reader.allow([])
    let written = argument.path.hasPrefix("//") ? argument.path.dropFirst(2) : argument.path[...]
    let isPort = !written.contains(":") && Int(written) != nil
    let address = try reader.address(isPort ? ":" + written : written, example: "sensorlogger:8000")
    let host = address.host.isEmpty ? listening : address.host
    self.host = host
    port = address.port
    let isEverywhere = host == "0.0.0.0" || host == "::"
    let shown = isEverywhere ? Self.ownAddress() : host
    let place = "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(address.port)"
    hasMadeToken = ownToken == nil && !Self.isLoopback(host)
    let madeToken = hasMadeToken ? Self.newToken() : nil
    token = ownToken ?? madeToken
    // The user's own token is secret, so it must not be displayed.
    pushURL = place + (madeToken.map { "/" + $0 } ?? "")
    let secret = ownToken == nil ? "" : ", its Auth Header WAVEGLASS_SENSORLOGGER_TOKEN"
    phone = SensorLoggerPhone(place: pushURL + secret)
  }

  /// The instruction to enter the Push URL in the app.
  public nonisolated var instruction: SensorInstruction? {
    SensorInstruction(text: "Sensor Logger's Push URL is \(pushURL)", isSecret: hasMadeToken)
  }

  /// The user's own token from the environment; nil if it is not set.
  static var environmentToken: String? {
    getenv("WAVEGLASS_SENSORLOGGER_TOKEN").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func newToken() -> String {
    String((0..<tokenLength).compactMap { _ in tokenAlphabet.randomElement() })
  }

  /// Returns whether an address can be reached only from this machine.
  ///
  /// Names other than `localhost` are not resolved.
  private static func isLoopback(_ host: String) -> Bool {
    let text = (try? SocketAddress(ipAddress: host, port: 0))?.ipAddress ?? ""
    return host.lowercased() == "localhost" || text == "::1" || text.hasPrefix("127.")
  }

  /// Returns an address of this machine that a phone in the same network can probably reach.
  private static func ownAddress() -> String {
    let devices = (try? System.enumerateDevices()) ?? []
    for device in devices {
      if case .v4 = device.address, let address = device.address?.ipAddress, !address.hasPrefix("127.") {
        return address
      }
    }
    return "127.0.0.1"
  }

  /// The current description of the source.
  ///
  /// It has no channels until they are detected from the first pushes.
  public var info: StreamSource { phone.info }

  /// Starts listening and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    self.continuation = continuation
    defer { continuation.finish() }
    while !Task.isCancelled {
      let reason = await PushListener(host: host, port: port).listen { [weak self] request in
        await self?.answer(request) ?? .unavailable
      }
      guard !Task.isCancelled else { return }
      continuation.yield(.notice(.warning, "Sensor Logger: port \(port): \(reason); trying again"))
      try? await Task.sleep(for: .microseconds(delay.next()), tolerance: .milliseconds(20))
    }
  }

  /// Processes a request and returns the answer to it.
  func answer(_ request: PushListener.Request) -> PushListener.Answer {
    guard isAllowed(request) else {
      if !hasRefused {
        hasRefused = true
        continuation?.yield(
          .notice(
            .warning,
            """
            Sensor Logger: a push without the token was refused; enter the complete Push URL in the app, or \
            its Auth Header
            """
          ))
      }
      return .unauthorized
    }
    // Without a token, any page open on this machine could push data.
    guard token != nil || !request.isFromPage else { return .forbidden }
    guard request.isPost else { return .hint }
    let (answer, events) = phone.receive(request.body, at: MonotonicClock.microseconds)
    for event in events { continuation?.yield(event) }
    return answer
  }

  /// Returns whether a request contains the token: as its path, or in its authorization header, bare or as a
  /// bearer token.
  private func isAllowed(_ request: PushListener.Request) -> Bool {
    guard let token else { return true }
    let header = request.authorization.map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 }
    let path = request.path.dropFirst().prefix { $0 != "?" }
    // Both are always compared, so that response times reveal nothing about the token.
    let isInPath = Self.isEqual(String(path), token)
    let isInHeader = Self.isEqual(header ?? "", token)
    return isInPath || isInHeader
  }

  /// Compares text with a token.
  ///
  /// The time this takes does not depend on the number of matching characters.
  private static func isEqual(_ given: String, _ token: String) -> Bool {
    let (a, b) = (Array(given.utf8), Array(token.utf8))
    var difference = UInt8(a.count == b.count ? 0 : 1)
    for index in b.indices { difference |= (index < a.count ? a[index] : 0) ^ b[index] }
    return difference == 0
  }
}

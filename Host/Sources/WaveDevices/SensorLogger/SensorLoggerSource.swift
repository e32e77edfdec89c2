import NIOCore
import NIOHTTP1
import NIOPosix
public import WaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sensors of a phone that Sensor Logger pushes to a port of ours.
public actor SensorLoggerSource: SensorSource {
  /// Times are told from how pushes arrive.
  public nonisolated let isTimed = false
  private let host: String
  private let port: Int
  private let token: String?
  private var phone: SensorLoggerPhone
  private var delay = ReconnectDelay(seed: UInt64.random(in: 0...UInt64.max))
  private var continuation: AsyncStream<SensorEvent>.Continuation?
  private var hasRefused = false

  /// Opens `sensorlogger:8000` or `sensorlogger://192.168.1.5:8000`.
  ///
  /// A token that pushes must bring stands in the environment, as `WAVEGLASS_SENSORLOGGER_TOKEN`.
  /// - Throws: `DeviceError` with what to write instead.
  init(_ argument: SourceArgument) throws(DeviceError) {
    try argument.allow([])
    let written = argument.path.hasPrefix("//") ? argument.path.dropFirst(2) : argument.path[...]
    let isPort = !written.contains(":") && Int(written) != nil
    let address = try NetworkAddress(
      isPort ? ":" + written : written, example: "sensorlogger:8000")
    host = address.host.isEmpty ? "0.0.0.0" : address.host
    port = address.port
    token = getenv("WAVEGLASS_SENSORLOGGER_TOKEN").map { String(cString: $0) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    let own = address.host.isEmpty ? Self.ownAddress() : address.host
    phone = SensorLoggerPhone(place: "http://\(own.contains(":") ? "[\(own)]" : own):\(address.port)")
  }

  /// An address of this machine that a phone beside it may reach.
  private static func ownAddress() -> String {
    let devices = (try? System.enumerateDevices()) ?? []
    for device in devices {
      if case .v4 = device.address, let address = device.address?.ipAddress, !address.hasPrefix("127.") {
        return address
      }
    }
    return "127.0.0.1"
  }

  /// What the source is; without channels until the phone has told them.
  public var info: StreamSource { phone.info }

  /// Starts to listen.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(SensorBuffer.events)) { continuation in
      let task = Task { await run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// There is nothing to be asked of it.
  public func perform(_ command: Command) {}

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

  private func answer(_ request: PushListener.Request) -> PushListener.Answer {
    guard isAllowed(request.authorization) else {
      if !hasRefused {
        hasRefused = true
        continuation?.yield(
          .notice(
            .warning, "Sensor Logger: a push without the token was refused; set the app's Auth Header to it"))
      }
      return .unauthorized
    }
    guard request.isPost else { return .hint }
    let (answer, events) = phone.take(request.body, at: MonotonicClock.microseconds)
    for event in events { continuation?.yield(event) }
    switch answer {
    case .taken: return .ok
    case .notUnderstood(let reason): return .badRequest(reason)
    case .anotherPhone: return .conflict
    }
  }

  /// Whether a header brings the token, bare or as a bearer's; the time that it takes does not tell how much of it is right.
  private func isAllowed(_ header: String?) -> Bool {
    guard let token else { return true }
    let given = header.map { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : $0 } ?? ""
    let (a, b) = (Array(given.utf8), Array(token.utf8))
    var difference = UInt8(a.count == b.count ? 0 : 1)
    for index in b.indices { difference |= (index < a.count ? a[index] : 0) ^ b[index] }
    return difference == 0
  }
}

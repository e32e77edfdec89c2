/// A notifier that reports a service's state to the service manager, as in sd_notify(3), with one datagram
/// per message.
public struct ServiceNotifier: Sendable {
  /// The interval at which the manager expects a keep-alive message, in microseconds; nil if it expects none.
  public let watchdogMicroseconds: Int64?

  private let address: String

  /// Creates a notifier for the service manager that started the process, or returns nil if there is none.
  ///
  /// - Parameters:
  ///   - environment: The environment variables: `NOTIFY_SOCKET` (a path or, after `@`, a Linux abstract
  ///     socket name), `WATCHDOG_USEC` and `WATCHDOG_PID`.
  ///   - process: The process identifier.
  public init?(environment: [String: String], process: Int32) {
    guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@"),
      (2...UnsafeNotifySocket.pathLimit).contains(address.utf8.count)
    else { return nil }
    self.address = address
    let isMeant = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
    watchdogMicroseconds =
      isMeant ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// Reports that the service is ready.
  ///
  /// - Parameter status: A one-line description of what the service is doing.
  public func ready(status: String) { send(["READY=1", "STATUS=" + Self.line(status)]) }

  /// Reports that the service is stopping.
  public func stopping() { send(["STOPPING=1"]) }

  /// Reports that the service is alive.
  public func keepAlive() { send(["WATCHDOG=1"]) }

  /// Sends lines to the manager, ignoring errors.
  private func send(_ lines: [String]) {
    UnsafeNotifySocket.send(Array(lines.joined(separator: "\n").utf8), to: Array(address.utf8))
  }

  private static func line(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
}

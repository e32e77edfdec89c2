/// Tells the service manager how a service does, as sd_notify(3) has it; a datagram for each message.
public struct ServiceNotifier: Sendable {
  /// How often the manager wants to hear that all is well, in microseconds; nil where it does not.
  public let watchdogMicroseconds: Int64?

  private let address: String

  /// Takes the manager that started the process; nil where none did.
  ///
  /// - Parameters:
  ///   - environment: The process's variables: `NOTIFY_SOCKET`, a path or behind `@` a name of Linux's own,
  ///     `WATCHDOG_USEC` and `WATCHDOG_PID`.
  ///   - process: The number of this process.
  public init?(environment: [String: String], process: Int32) {
    guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@"),
      (2...UnsafeNotifySocket.pathLimit).contains(address.utf8.count)
    else { return nil }
    self.address = address
    let isMeant = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
    watchdogMicroseconds =
      isMeant ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// The service does its work.
  ///
  /// - Parameter status: What it does, in a line for people.
  public func ready(status: String) { send(["READY=1", "STATUS=" + Self.line(status)]) }

  /// The service ends.
  public func stopping() { send(["STOPPING=1"]) }

  /// All is well.
  public func keepAlive() { send(["WATCHDOG=1"]) }

  /// A manager that does not listen is no reason to fail.
  private func send(_ lines: [String]) {
    UnsafeNotifySocket.send(Array(lines.joined(separator: "\n").utf8), to: Array(address.utf8))
  }

  private static func line(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
}

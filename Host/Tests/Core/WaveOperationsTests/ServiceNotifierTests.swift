import Testing

@testable import WaveOperations

/// What the service manager gives; that datagrams arrive is seen in Tests/Peers.
@Suite struct ServiceNotifierTests {
  private static func watchdog(_ more: [String: String]) -> Int64? {
    let environment = ["NOTIFY_SOCKET": "/run/notify"].merging(more) { $1 }
    return ServiceNotifier(environment: environment, process: 7)?.watchdogMicroseconds
  }

  @Test func takesPathsAndAbstractNames() {
    for address in ["/run/notify", "@a"] {
      #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": address], process: 7) != nil)
    }
    let long = "/" + String(repeating: "a", count: UnsafeNotifySocket.pathLimit)
    for address in ["", "/", "@", "vsock:2:1", "run/notify", long] {
      #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": address], process: 7) == nil, "\(address)")
    }
    #expect(ServiceNotifier(environment: [:], process: 7) == nil)
  }

  @Test func theWatchdogIsForOneProcess() {
    #expect(Self.watchdog([:]) == nil)
    #expect(Self.watchdog(["WATCHDOG_USEC": "30000000"]) == 30_000_000)
    #expect(Self.watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]) == 30_000_000)
    #expect(Self.watchdog(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"]) == nil)
    for wrong in ["0", "-1", "x", ""] { #expect(Self.watchdog(["WATCHDOG_USEC": wrong]) == nil) }
  }

  @Test func aManagerThatIsGoneIsNoFailure() {
    #expect(!UnsafeNotifySocket.send([1], to: Array("/nowhere/at/all".utf8)))
    #expect(!UnsafeNotifySocket.send([1], to: [UInt8](repeating: 0x2F, count: 500)))
  }
}

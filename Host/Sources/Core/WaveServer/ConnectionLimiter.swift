import NIOCore
import Synchronization
import WaveAccess
import WaveCertificates
import WaveSystem

/// A limiter for the connections, requests and pairing attempts of each address.
final class ConnectionLimiter: Sendable {
  private struct State {
    var connections: [AddressKey: Int] = [:]
    var requests: RateLimiter
    var tries: RateLimiter
  }

  private let limits: ServerLimits
  private let sparesLoopback: Bool
  private let state: Mutex<State>

  /// Creates a limiter that has not counted any connection.
  ///
  /// - Parameters:
  ///   - limits: The limits for each address.
  ///   - sparesLoopback: Whether this machine's own programs are exempt.
  init(limits: ServerLimits, sparesLoopback: Bool) {
    self.limits = limits
    self.sparesLoopback = sparesLoopback
    state = Mutex(
      State(
        requests: RateLimiter(burst: limits.requestsAtOnce, perSecond: limits.requestsPerSecond),
        tries: RateLimiter(burst: limits.triesAtOnce, perSecond: 1 / limits.secondsPerTry)))
  }

  /// Counts a connection for its address until the connection closes.
  /// - Returns: The reason to refuse the connection, or nil if it is allowed.
  func enter(_ channel: any Channel) -> Refusal? {
    let address = AddressKey(channel.remoteAddress)
    if sparesLoopback, address.isLoopback { return nil }
    let count = state.withLock { state in
      let count = state.connections[address, default: 0] + 1
      state.connections[address] = count
      return count
    }
    channel.closeFuture.whenComplete { _ in self.leave(address) }
    return count > limits.connectionsPerAddress ? .tooManyConnections : nil
  }

  private func leave(_ address: AddressKey) {
    state.withLock { state in
      guard let count = state.connections[address] else { return }
      state.connections[address] = count > 1 ? count - 1 : nil
    }
  }

  /// Counts a request from a connection's address.
  /// - Returns: The reason to refuse the request, or nil if it is allowed.
  func ask(_ channel: any Channel) -> Refusal? {
    let address = AddressKey(channel.remoteAddress)
    if sparesLoopback, address.isLoopback { return nil }
    let wait = state.withLock { $0.requests.spend(address, at: MonotonicClock.microseconds) }
    return wait.map { .tooFast(retrySeconds: $0) }
  }

  /// Counts an attempt to use a pairing code, whether or not the code is right.
  /// - Returns: Nil if the attempt is allowed; otherwise the number of seconds until the next one is allowed.
  func tryCode(from address: AddressKey) -> Int? {
    state.withLock { $0.tries.spend(address, at: MonotonicClock.microseconds) }
  }
}

extension AddressKey {
  /// Creates a key for a connection's remote address; a nil address, as for a closed connection, counts as
  /// unknown.
  init(_ address: SocketAddress?) {
    let text = address?.ipAddress?.prefix { $0 != "%" }
    self.init(bytes: text.flatMap { NumericAddress(String($0)) }?.bytes ?? [])
  }
}

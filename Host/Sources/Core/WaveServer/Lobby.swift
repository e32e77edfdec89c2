import NIOCore
import Synchronization
import WaveAccess
import WaveCertificates
import WaveSystem

/// Counts what each address has open and asks for.
final class Lobby: Sendable {
  private struct State {
    var connections: [AddressKey: Int] = [:]
    var requests: RateLimiter
    var tries: RateLimiter
  }

  private let limits: ServerLimits
  private let sparesLoopback: Bool
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limits: How much each address may have and do.
  ///   - sparesLoopback: Whether this machine's own programs may do as they like.
  init(limits: ServerLimits, sparesLoopback: Bool) {
    self.limits = limits
    self.sparesLoopback = sparesLoopback
    state = Mutex(
      State(
        requests: RateLimiter(burst: limits.requestsAtOnce, perSecond: limits.requestsPerSecond),
        tries: RateLimiter(burst: limits.triesAtOnce, perSecond: 1 / limits.secondsPerTry)))
  }

  /// Counts a connection until it closes.
  /// - Returns: What speaks against it.
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

  /// Counts a request.
  /// - Returns: What speaks against it.
  func ask(_ channel: any Channel) -> Refusal? {
    let address = AddressKey(channel.remoteAddress)
    if sparesLoopback, address.isLoopback { return nil }
    let wait = state.withLock { $0.requests.spend(address, at: MonotonicClock.microseconds) }
    return wait.map { .tooFast(retrySeconds: $0) }
  }

  /// Counts a code that was tried, right or wrong.
  /// - Returns: Nil where it may be looked at; else the seconds until the next one may.
  func tryCode(from address: AddressKey) -> Int? {
    state.withLock { $0.tries.spend(address, at: MonotonicClock.microseconds) }
  }
}

extension AddressKey {
  /// Takes the address at the other end of a connection; of one that is gone it may not be known.
  init(_ address: SocketAddress?) {
    let text = address?.ipAddress?.prefix { $0 != "%" }
    self.init(bytes: text.flatMap { NumericAddress(String($0)) }?.bytes ?? [])
  }
}

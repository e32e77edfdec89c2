import HTTPTypes
import Logging
import NIOCore
import Synchronization
import WaveAccess
import WaveSystem

/// A log of refused requests, with at most one line per minute for each address and reason.
///
/// Only the address of a request is logged, not its path, headers or code.
final class RefusalLog: Sendable {
  private struct Key: Hashable {
    var address: AddressKey
    var reason: String
  }

  private struct Entry {
    var microseconds: Int64
    var unwritten = 0
  }

  /// The minimum interval between lines with the same address and reason, in microseconds.
  static let quietMicroseconds: Int64 = 60_000_000
  /// The maximum number of combinations of address and reason that are stored, each with the time of its last
  /// line.
  static let limit = 512

  /// The metrics in which refusals are counted.
  let metrics: ServerMetrics
  private let logger: Logger
  private let entries = Mutex<[Key: Entry]>([:])

  init(logger: Logger, metrics: ServerMetrics = ServerMetrics()) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Logs a refusal.
  ///
  /// - Parameters:
  ///   - refusal: The refusal.
  ///   - peer: The remote address of the request.
  ///   - now: The current time of a monotonic clock, in microseconds.
  func note(_ refusal: Refusal, from peer: SocketAddress?, at now: Int64 = MonotonicClock.microseconds) {
    metrics.countRefusal(refusal.reason)
    let address = AddressKey(peer)
    let unwritten = entries.withLock { entries -> Int? in
      let key = Key(address: address, reason: refusal.reason)
      if var entry = entries[key], now - entry.microseconds < Self.quietMicroseconds {
        entry.unwritten += 1
        entries[key] = entry
        return nil
      }
      let unwritten = entries[key]?.unwritten ?? 0
      if entries[key] == nil, entries.count >= Self.limit {
        entries = entries.filter { now - $0.value.microseconds < Self.quietMicroseconds }
        // If this many combinations are refused at the same time, the lines written so far suffice.
        guard entries.count < Self.limit else { return nil }
      }
      entries[key] = Entry(microseconds: now)
      return unwritten
    }
    guard let unwritten else { return }
    var metadata: Logger.Metadata = [
      "address": "\(peer?.ipAddress ?? "local")", "status": "\(refusal.status.code)",
      "reason": "\(refusal.reason)",
    ]
    if unwritten > 0 { metadata["more"] = "\(unwritten)" }
    logger.notice("refused", metadata: metadata)
  }
}

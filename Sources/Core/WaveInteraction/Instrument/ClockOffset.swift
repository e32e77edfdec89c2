/// The offset of the server's clock, estimated from the exchange with the shortest round trip.
///
/// The method is Cristian's algorithm (1989, doi:10.1007/BF01784024). The error is at most half the
/// round-trip time.
public struct ClockOffset: Equatable, Sendable {
  /// The number of microseconds to add to the client time to get the server time.
  public private(set) var microseconds: Int64 = 0
  /// The round-trip time of the best exchange, or nil before the first exchange.
  ///
  /// Each slower exchange increases it, so that the offset follows clock drift.
  public private(set) var roundTripMicroseconds: Int64?

  /// Creates an offset of zero, before any exchange.
  public init() {}

  /// Records the server's reply to a clock request.
  ///
  /// - Parameters:
  ///   - client: The client time of the request.
  ///   - server: The server time of the reply.
  ///   - now: The client time at which the reply arrived.
  public mutating func receive(
    clientMicroseconds client: Int64, serverMicroseconds server: Int64, at now: Int64
  ) {
    let roundTrip = now - client
    guard roundTrip >= 0 else { return }
    // The best round-trip time is increased over time, so that the offset follows clock drift.
    if let best = roundTripMicroseconds, roundTrip > best {
      roundTripMicroseconds = best + (best >> 3) + 50
      return
    }
    roundTripMicroseconds = roundTrip
    microseconds = server - (client + roundTrip / 2)
  }

  /// Sets an initial estimate, unless an exchange has already been recorded.
  public mutating func setInitialEstimate(serverMicroseconds: Int64, at now: Int64) {
    guard roundTripMicroseconds == nil else { return }
    microseconds = serverMicroseconds - now
  }
}

/// The offset of the server's clock, from the exchange with the shortest round trip.
///
/// After Cristian (1989), doi:10.1007/BF01784024: the error is at most half of that round trip.
public struct ClockOffset: Equatable, Sendable {
  /// The number of microseconds to add to the client's time for the server's time.
  public private(set) var microseconds: Int64 = 0
  /// The round trip of that exchange, which is twice the uncertainty; nil before the first exchange.
  public private(set) var roundTripMicroseconds: Int64?

  /// Starts without an exchange, as if both clocks were the same.
  public init() {}

  /// Records the reply of an exchange.
  ///
  /// - Parameters:
  ///   - client: The client's time of the request.
  ///   - server: The server's time of the reply.
  ///   - now: The client's time at which the reply arrived.
  public mutating func receive(
    clientMicroseconds client: Int64, serverMicroseconds server: Int64, at now: Int64
  ) {
    let roundTrip = now - client
    guard roundTrip >= 0 else { return }
    // The best round trip grows with time, so that the offset follows drift.
    if let best = roundTripMicroseconds, roundTrip > best {
      roundTripMicroseconds = best + (best >> 3) + 50
      return
    }
    roundTripMicroseconds = roundTrip
    microseconds = server - (client + roundTrip / 2)
  }

  /// Sets a first estimate, before any exchange.
  public mutating func setInitialEstimate(serverMicroseconds: Int64, at now: Int64) {
    guard roundTripMicroseconds == nil else { return }
    microseconds = serverMicroseconds - now
  }
}

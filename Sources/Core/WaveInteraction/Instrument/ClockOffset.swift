/// The server's clock as seen from here: the exchange with the shortest round trip counts.
///
/// After Cristian (1989), doi:10.1007/BF01784024: the error is at most half that round trip.
public struct ClockOffset: Equatable, Sendable {
  /// Microseconds to add to the client's time.
  public private(set) var microseconds: Int64 = 0
  /// The round trip of the exchange that counts; twice the uncertainty.
  public private(set) var roundTripMicroseconds: Int64?

  /// Knows nothing yet: as if both clocks were one.
  public init() {}

  /// Takes an answer that came at a client time.
  ///
  /// - Parameters:
  ///   - client: The client's time at which the question was asked.
  ///   - server: The server's time at which it was answered.
  ///   - now: The client's time.
  public mutating func receive(
    clientMicroseconds client: Int64, serverMicroseconds server: Int64, at now: Int64
  ) {
    let roundTrip = now - client
    guard roundTrip >= 0 else { return }
    // A better exchange ages, so that drift is followed.
    if let best = roundTripMicroseconds, roundTrip > best {
      roundTripMicroseconds = best + (best >> 3) + 50
      return
    }
    roundTripMicroseconds = roundTrip
    microseconds = server - (client + roundTrip / 2)
  }

  /// A first guess, before any exchange.
  public mutating func guess(serverMicroseconds: Int64, at now: Int64) {
    guard roundTripMicroseconds == nil else { return }
    microseconds = serverMicroseconds - now
  }
}

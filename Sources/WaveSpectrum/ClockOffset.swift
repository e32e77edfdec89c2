import WaveWire

/// The server's clock as seen from here: the exchange with the shortest round trip counts.
///
/// After Cristian (1989), doi:10.1007/BF01784024: the error is at most half that round trip.
struct ClockOffset: Equatable, Sendable {
  /// Microseconds to add to the client's time.
  private(set) var microseconds: Int64 = 0
  /// The round trip of the exchange that counts; twice the uncertainty.
  private(set) var roundTripMicroseconds: Int64?

  /// Takes an answer that came at a client time.
  mutating func receive(_ reply: ClockReply, at now: Int64) {
    let roundTrip = now - reply.clientMicroseconds
    guard roundTrip >= 0 else { return }
    // A better exchange ages, so that drift is followed.
    if let best = roundTripMicroseconds, roundTrip > best {
      roundTripMicroseconds = best + (best >> 3) + 50
      return
    }
    roundTripMicroseconds = roundTrip
    microseconds = reply.serverMicroseconds - (reply.clientMicroseconds + roundTrip / 2)
  }

  /// A first guess, before any exchange.
  mutating func guess(serverMicroseconds: Int64, at now: Int64) {
    guard roundTripMicroseconds == nil else { return }
    microseconds = serverMicroseconds - now
  }
}

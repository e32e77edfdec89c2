import WaveUnits
import WaveWire

/// How the time of a source runs beside the server's: the axis of its picture.
///
/// A recording that is played five times as fast brings five of its seconds in one of the server's. Its
/// picture, and all that is measured in it, has the recording's seconds: *source time*, which begins as the
/// server's and runs as fast as the recording is played. Over a pause it runs as the server's, so that the
/// pause is seen as a gap. Of what is live it is the server's time.
struct PlaybackClock: Equatable, Sendable {
  /// Pieces kept; the oldest go first.
  static let pieceLimit = 64

  private struct Piece: Equatable {
    let map: TimeMap
    /// The source time at which it begins.
    let microseconds: Double

    /// Microseconds of source time in one of the server's.
    var pace: Double { map.speed > 0 ? Swift.max(1e-6, Swift.min(1e6, map.speed)) : 1 }
  }

  private var pieces: [Piece] = []

  /// The newest piece, as the server sent it.
  var newest: TimeMap? { pieces.last?.map }

  /// Adds a piece; it replaces pieces that were to begin at the same time or later.
  mutating func receive(_ map: TimeMap) {
    guard !pieces.contains(where: { $0.map == map }) else { return }
    pieces.removeAll { $0.map.serverMicroseconds >= map.serverMicroseconds }
    let start = microseconds(atServer: Double(map.serverMicroseconds))
    if pieces.count == Self.pieceLimit { pieces.removeFirst() }
    pieces.append(Piece(map: map, microseconds: start))
  }

  /// Microseconds of source time in one of the server's, at a server time.
  func pace(atServer server: Double) -> Double { piece(atServer: server)?.pace ?? 1 }

  /// The source time at a server time; before the first piece, that one goes on.
  func microseconds(atServer server: Double) -> Double {
    guard let piece = piece(atServer: server) else { return server }
    return Self.held(piece.microseconds + (server - Double(piece.map.serverMicroseconds)) * piece.pace)
  }

  /// The server time at a source time.
  func serverMicroseconds(at microseconds: Double) -> Double {
    guard let piece = piece(at: microseconds) else { return microseconds }
    return Self.held(Double(piece.map.serverMicroseconds) + (microseconds - piece.microseconds) / piece.pace)
  }

  /// Recorded time at a source time, in microseconds since 1970; nil before the first piece.
  func recordedMicroseconds(at microseconds: Double) -> Double? {
    guard let piece = piece(at: microseconds) else { return nil }
    let passed = piece.map.speed > 0 ? microseconds - piece.microseconds : 0
    return Double(piece.map.recordedMicroseconds) + passed
  }

  private func piece(atServer server: Double) -> Piece? {
    pieces.last { Double($0.map.serverMicroseconds) <= server } ?? pieces.first
  }

  private func piece(at microseconds: Double) -> Piece? {
    pieces.last { $0.microseconds <= microseconds } ?? pieces.first
  }

  /// Far from every sample a number that integers still hold: speeds and times come from outside.
  private static func held(_ value: Double) -> Double { Swift.max(-1e18, Swift.min(1e18, value)) }
}

import WaveUnits
import WaveWire

/// A mapping between source time, which is the time axis of the display, and server time.
///
/// For a recording played at five times its speed, five recorded seconds pass per second of server time. The
/// display, and everything measured on it, uses *source time*, which starts out equal to server time and
/// advances at the playback speed. During a pause it advances like server time, so that the pause appears as
/// a gap. For a live source, it equals server time.
struct PlaybackClock: Equatable, Sendable {
  /// The maximum number of stored pieces of the mapping; the oldest are discarded first.
  static let pieceLimit = 64

  private struct Piece: Equatable {
    let map: TimeMap
    /// The source time at which the piece begins.
    let microseconds: Double

    /// The speed of source time relative to server time.
    var pace: Double { map.speed > 0 ? Swift.max(1e-6, Swift.min(1e6, map.speed)) : 1 }
  }

  private var pieces: [Piece] = []

  /// The newest piece of the mapping, as the server sent it.
  var newest: TimeMap? { pieces.last?.map }

  /// Adds a piece of the mapping, replacing pieces that begin at the same time or later.
  mutating func receive(_ map: TimeMap) {
    guard !pieces.contains(where: { $0.map == map }) else { return }
    pieces.removeAll { $0.map.serverMicroseconds >= map.serverMicroseconds }
    let start = microseconds(atServer: Double(map.serverMicroseconds))
    if pieces.count == Self.pieceLimit { pieces.removeFirst() }
    pieces.append(Piece(map: map, microseconds: start))
  }

  /// Returns the speed of source time relative to server time, at a given server time.
  func pace(atServer server: Double) -> Double { piece(atServer: server)?.pace ?? 1 }

  /// Returns the source time at a server time; the first piece is extended backward.
  func microseconds(atServer server: Double) -> Double {
    guard let piece = piece(atServer: server) else { return server }
    return Self.held(piece.microseconds + (server - Double(piece.map.serverMicroseconds)) * piece.pace)
  }

  /// Returns the server time at a source time.
  func serverMicroseconds(at microseconds: Double) -> Double {
    guard let piece = piece(at: microseconds) else { return microseconds }
    return Self.held(Double(piece.map.serverMicroseconds) + (microseconds - piece.microseconds) / piece.pace)
  }

  /// Returns the recorded time at a source time, in microseconds since 1970; nil before any piece was
  /// received.
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

  /// Clamps a time to ±10^18, which is beyond every sample but can still be represented as an integer.
  ///
  /// This is necessary because speeds and times are untrusted.
  private static func held(_ value: Double) -> Double { Swift.max(-1e18, Swift.min(1e18, value)) }
}

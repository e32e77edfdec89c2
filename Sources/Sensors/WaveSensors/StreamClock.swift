import WaveSensorsWire

/// When the samples of one group were made, in source time.
///
/// Where nothing is known of a moment, the nearest piece goes on.
struct StreamClock: Equatable, Sendable {
  /// Pieces kept; the oldest go first.
  private static let pieceLimit = 256

  private struct Piece: Equatable {
    let sequence: Int64
    /// As the server sent it.
    let serverMicroseconds: Int64
    let serverRateHertz: Double
    /// In source time.
    private(set) var microseconds = 0.0
    private(set) var rateHertz = 0.0

    mutating func follow(_ playback: PlaybackClock) {
      let server = Double(serverMicroseconds)
      microseconds = playback.microseconds(atServer: server)
      rateHertz = serverRateHertz / playback.pace(atServer: server)
    }
  }

  private var playback = PlaybackClock()
  private var pieces: [Piece] = []

  /// A clock that knows nothing yet, of a source whose time runs so.
  init(_ playback: PlaybackClock = PlaybackClock()) { self.playback = playback }

  /// Whether anything is known.
  var isEmpty: Bool { pieces.isEmpty }

  /// Receives what the server says; a piece replaces those from its sample on.
  mutating func receive(_ times: SampleTimes) {
    var piece = Piece(
      sequence: Int64(clamping: times.sequence), serverMicroseconds: times.microseconds,
      serverRateHertz: times.rateHertz)
    piece.follow(playback)
    pieces.removeAll { $0.sequence >= piece.sequence }
    if pieces.count == Self.pieceLimit { pieces.removeFirst() }
    pieces.append(piece)
  }

  /// Receives how the source's time runs.
  mutating func follow(_ playback: PlaybackClock) {
    self.playback = playback
    for index in pieces.indices { pieces[index].follow(playback) }
  }

  /// Source time of a sample in microseconds; fractions of samples allowed.
  func microseconds(of sequence: Double) -> Double {
    guard let piece = pieces.last(where: { Double($0.sequence) <= sequence }) ?? pieces.first else {
      return 0
    }
    let time = piece.microseconds + (sequence - Double(piece.sequence)) * 1e6 / piece.rateHertz
    return Self.held(time)
  }

  /// The sample at a source time, with its fraction.
  ///
  /// Where a clock jumped ahead, the moments between belong to the last sample before; where it jumped back,
  /// to the newer piece.
  func sequence(at microseconds: Double) -> Double {
    guard let index = pieces.lastIndex(where: { $0.microseconds <= microseconds }) ?? pieces.indices.first
    else { return 0 }
    let piece = pieces[index]
    let sequence = Double(piece.sequence) + (microseconds - piece.microseconds) * piece.rateHertz / 1e6
    guard index + 1 < pieces.count else { return Self.held(sequence) }
    return Self.held(Swift.min(sequence, Double(pieces[index + 1].sequence)))
  }

  /// Far from every sample a number that integers still hold: rates and times come from outside.
  private static func held(_ value: Double) -> Double { Swift.max(-1e18, Swift.min(1e18, value)) }
}

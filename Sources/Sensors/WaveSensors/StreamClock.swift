import WaveSensorsWire

/// The mapping from the sample numbers of one group to source time.
///
/// The mapping consists of linear pieces; the nearest piece is extended to times outside of all pieces.
struct StreamClock: Equatable, Sendable {
  /// The maximum number of stored pieces; the oldest are discarded first.
  private static let pieceLimit = 256

  private struct Piece: Equatable {
    let sequence: Int64
    /// The server time of the piece's first sample.
    let serverMicroseconds: Int64
    /// The sample rate in server time, in hertz.
    let serverRateHertz: Double
    /// The source time of the piece's first sample.
    private(set) var microseconds = 0.0
    /// The sample rate in source time, in hertz.
    private(set) var rateHertz = 0.0

    mutating func follow(_ playback: PlaybackClock) {
      let server = Double(serverMicroseconds)
      microseconds = playback.microseconds(atServer: server)
      rateHertz = serverRateHertz / playback.pace(atServer: server)
    }
  }

  private var playback = PlaybackClock()
  private var pieces: [Piece] = []

  /// Creates a clock without any sample times, for a source with the given playback clock.
  init(_ playback: PlaybackClock = PlaybackClock()) { self.playback = playback }

  /// Whether no sample times are known.
  var isEmpty: Bool { pieces.isEmpty }

  /// Adds sample times from the server.
  ///
  /// From their first sample onward, they replace earlier times.
  mutating func receive(_ times: SampleTimes) {
    var piece = Piece(
      sequence: Int64(clamping: times.sequence), serverMicroseconds: times.microseconds,
      serverRateHertz: times.rateHertz)
    piece.follow(playback)
    pieces.removeAll { $0.sequence >= piece.sequence }
    if pieces.count == Self.pieceLimit { pieces.removeFirst() }
    pieces.append(piece)
  }

  /// Updates the playback clock of the source.
  mutating func follow(_ playback: PlaybackClock) {
    self.playback = playback
    for index in pieces.indices { pieces[index].follow(playback) }
  }

  /// Returns the source time of a sample in microseconds; the sample number can be fractional.
  func microseconds(of sequence: Double) -> Double {
    guard let piece = pieces.last(where: { Double($0.sequence) <= sequence }) ?? pieces.first
    else { return 0 }
    let time = piece.microseconds + (sequence - Double(piece.sequence)) * 1e6 / piece.rateHertz
    return Self.held(time)
  }

  /// Returns the fractional sample number at a source time.
  ///
  /// If the device's clock jumped ahead, the skipped times belong to the last sample before the jump. If it
  /// jumped back, the repeated times belong to the newer piece.
  func sequence(at microseconds: Double) -> Double {
    guard let index = pieces.lastIndex(where: { $0.microseconds <= microseconds }) ?? pieces.indices.first
    else { return 0 }
    let piece = pieces[index]
    let sequence = Double(piece.sequence) + (microseconds - piece.microseconds) * piece.rateHertz / 1e6
    guard index + 1 < pieces.count else { return Self.held(sequence) }
    return Self.held(Swift.min(sequence, Double(pieces[index + 1].sequence)))
  }

  /// Clamps a value to ±10^18, which is beyond every sample but can still be represented as an integer.
  ///
  /// This is necessary because rates and times are untrusted.
  private static func held(_ value: Double) -> Double { Swift.max(-1e18, Swift.min(1e18, value)) }
}

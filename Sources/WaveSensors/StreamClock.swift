import WaveWire

/// When the samples of one group were made, in server time.
///
/// Where nothing was told of a moment, the piece nearest to it goes on.
struct StreamClock: Equatable, Sendable {
  /// Pieces kept; the oldest go first.
  private static let pieceLimit = 256

  private struct Piece: Equatable {
    var sequence: Int64
    var microseconds: Int64
    var rateHertz: Double
  }

  private var pieces: [Piece] = []

  /// Whether anything is known.
  var isEmpty: Bool { pieces.isEmpty }

  /// Takes what the server says; what is told again replaces what was told before.
  mutating func receive(_ times: SampleTimes) {
    let piece = Piece(
      sequence: Int64(clamping: times.sequence), microseconds: times.microseconds, rateHertz: times.rateHertz)
    pieces.removeAll { $0.sequence >= piece.sequence }
    if pieces.count == Self.pieceLimit { pieces.removeFirst() }
    pieces.append(piece)
  }

  /// Server time of a sample in microseconds; fractions of samples allowed.
  func microseconds(of sequence: Double) -> Double {
    guard let piece = pieces.last(where: { Double($0.sequence) <= sequence }) ?? pieces.first else {
      return 0
    }
    let time = Double(piece.microseconds) + (sequence - Double(piece.sequence)) * 1e6 / piece.rateHertz
    return Self.held(time)
  }

  /// The sample at a server time, with its fraction.
  ///
  /// Where a clock jumped ahead, the moments between belong to the last sample before; where it jumped back, to the newer piece.
  func sequence(at microseconds: Double) -> Double {
    guard
      let index = pieces.lastIndex(where: { Double($0.microseconds) <= microseconds }) ?? pieces.indices.first
    else { return 0 }
    let piece = pieces[index]
    let sequence =
      Double(piece.sequence) + (microseconds - Double(piece.microseconds)) * piece.rateHertz / 1e6
    guard index + 1 < pieces.count else { return Self.held(sequence) }
    return Self.held(Swift.min(sequence, Double(pieces[index + 1].sequence)))
  }

  /// Far from every sample a number that integers still hold: rates and times come from outside.
  private static func held(_ value: Double) -> Double { Swift.max(-1e18, Swift.min(1e18, value)) }
}

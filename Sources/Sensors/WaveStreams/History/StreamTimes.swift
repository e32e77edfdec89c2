import WaveUnits

/// When samples were taken: a map between sequence numbers and microseconds, in pieces of a steady rate.
///
/// Time never runs back: where a piece runs over the next one's beginning, it stands until there. A value
/// type, for one thread at a time.
public struct StreamTimes: Equatable, Sendable {
  /// A stretch of a steady rate.
  public struct Piece: Equatable, Sendable {
    /// Its first sample.
    public var sequence: UInt64
    /// When that was taken, in microseconds of whatever clock the map is of.
    public var microseconds: Double
    /// Samples in a second, from there on.
    public var rateHertz: Double

    /// Describes a stretch.
    public init(sequence: UInt64, microseconds: Double, rateHertz: Double) {
      self.sequence = sequence
      self.microseconds = microseconds
      self.rateHertz = rateHertz
    }
  }

  /// Pieces that are kept; beyond, the two oldest become one, which keeps their ends.
  public static let pieceLimit = 256

  /// The pieces, by their numbers.
  public private(set) var pieces: [Piece] = []

  /// Begins without pieces.
  public init() { pieces.reserveCapacity(Self.pieceLimit + 1) }

  /// Says when samples were taken from one on.
  ///
  /// A piece whose first sample lies before the newest one's is passed over, and so is one whose time or rate
  /// is none; one of the same first sample takes its place. A time before the newest piece's becomes that
  /// piece's.
  /// - Parameters:
  ///   - sequence: The first sample that it holds for.
  ///   - microseconds: When that one was taken.
  ///   - rateHertz: Samples in a second from there on, above zero.
  /// - Complexity: O(1), no allocation; O(pieces) where the oldest are merged.
  public mutating func add(from sequence: UInt64, microseconds: Double, rateHertz: Double) {
    guard microseconds.isFinite, rateHertz.isFinite, rateHertz > 0 else { return }
    if let newest = pieces.last {
      guard sequence >= newest.sequence else { return }
      if sequence == newest.sequence { pieces.removeLast() }
    }
    let floor = pieces.last?.microseconds ?? -.infinity
    pieces.append(
      Piece(
        sequence: sequence, microseconds: Swift.max(microseconds, floor), rateHertz: rateHertz))
    if pieces.count > Self.pieceLimit { mergeOldest() }
  }

  /// When a sample was taken; nil without pieces.
  ///
  /// Before the first piece, as that piece would have it.
  ///
  /// - Complexity: O(log pieces), no allocation.
  public func microseconds(of sequence: UInt64) -> Double? {
    guard !pieces.isEmpty else { return nil }
    let index = Swift.max(0, count { $0.sequence <= sequence } - 1)
    let piece = pieces[index]
    let distance =
      sequence >= piece.sequence ? Double(sequence - piece.sequence) : -Double(piece.sequence - sequence)
    let time = piece.microseconds + distance * 1e6 / piece.rateHertz
    return index + 1 < pieces.count ? Swift.min(time, pieces[index + 1].microseconds) : time
  }

  /// The sample taken nearest to a time, of the piece that the time falls into; nil without pieces, or where
  /// the time is none.
  ///
  /// Whether that sample has come is not known here.
  /// - Complexity: O(log pieces), no allocation.
  public func sequence(at microseconds: Double) -> UInt64? {
    guard !pieces.isEmpty, microseconds.isFinite else { return nil }
    let index = Swift.max(0, count { $0.microseconds <= microseconds } - 1)
    let piece = pieces[index]
    let distance = ((microseconds - piece.microseconds) * piece.rateHertz / 1e6).rounded()
    let last = index + 1 < pieces.count ? pieces[index + 1].sequence - 1 : .max
    if distance < 0 {
      return -distance < Double(piece.sequence) ? piece.sequence - UInt64(saturating: -distance) : 0
    }
    guard distance < Double(last - piece.sequence) else { return last }
    return piece.sequence + UInt64(saturating: distance)
  }

  /// Pieces of which something holds, which those that come first do.
  private func count(while holds: (Piece) -> Bool) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(pieces[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func mergeOldest() {
    let (first, third) = (pieces[0], pieces[2])
    let span = third.microseconds - first.microseconds
    if span > 0 { pieces[0].rateHertz = Double(third.sequence - first.sequence) * 1e6 / span }
    pieces.remove(at: 1)
  }
}

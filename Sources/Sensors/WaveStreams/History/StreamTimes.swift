import WaveUnits

/// The times of samples: a map between sequence numbers and microseconds, in pieces with a steady rate.
///
/// Time never goes back: if a piece would extend beyond the start of the next one, its time stops there. This
/// is a value type, for one thread at a time.
public struct StreamTimes: Equatable, Sendable {
  /// A piece with a steady rate.
  public struct Piece: Equatable, Sendable {
    /// Its first sample.
    public var sequence: UInt64
    /// The time of that sample, in microseconds of the map's clock.
    public var microseconds: Double
    /// The sample rate from there on.
    public var rateHertz: Double

    /// Describes a piece.
    public init(sequence: UInt64, microseconds: Double, rateHertz: Double) {
      self.sequence = sequence
      self.microseconds = microseconds
      self.rateHertz = rateHertz
    }
  }

  /// The maximum number of pieces; beyond it, the two oldest are merged into one with the same ends.
  public static let pieceLimit = 256

  /// The pieces, in order of their sequence numbers.
  public private(set) var pieces: [Piece] = []

  /// A map without pieces.
  public init() { pieces.reserveCapacity(Self.pieceLimit + 1) }

  /// Sets the times of samples from one sample on.
  ///
  /// A piece is ignored if its first sample is before the newest piece's, or if its time or rate is not
  /// valid. A piece with the same first sample replaces the newest one. A time before that of the newest
  /// piece becomes equal to it.
  /// - Parameters:
  ///   - sequence: The first sample to which it applies.
  ///   - microseconds: The time of that sample.
  ///   - rateHertz: The sample rate from there on, above zero.
  /// - Complexity: O(1), no allocation; O(pieces) if the oldest are merged.
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

  /// Returns the time of a sample; nil without pieces.
  ///
  /// Samples before the first piece have times according to that piece.
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

  /// Returns the sample nearest to a time, in the piece that contains the time.
  ///
  /// It is nil without pieces, or if the time is not finite. The sample may not have arrived yet.
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

  /// Returns the number of leading pieces that fulfil a condition; no later piece may fulfil it.
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

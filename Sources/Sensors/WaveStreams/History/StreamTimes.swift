import WaveUnits

/// A piecewise linear mapping between the sequence numbers and the times of samples, in microseconds.
///
/// Time never goes backward: if a piece would extend beyond the start of the next one, its times are limited
/// to that start. This is a value type; use it on one thread at a time.
public struct StreamTimes: Equatable, Sendable {
  /// A piece of the mapping with a constant sample rate.
  public struct Piece: Equatable, Sendable {
    /// The sequence number of the first sample.
    public var sequence: UInt64
    /// The time of the first sample, in microseconds of the mapping's clock.
    public var microseconds: Double
    /// The sample rate from the first sample onward, in hertz.
    public var rateHertz: Double

    /// Creates a piece with the given properties.
    public init(sequence: UInt64, microseconds: Double, rateHertz: Double) {
      self.sequence = sequence
      self.microseconds = microseconds
      self.rateHertz = rateHertz
    }
  }

  /// The maximum number of pieces.
  ///
  /// If it is exceeded, the two oldest are merged into one piece with the same start and end.
  public static let pieceLimit = 256

  /// The pieces, in order of their sequence numbers.
  public private(set) var pieces: [Piece] = []

  /// Creates a mapping without pieces.
  public init() { pieces.reserveCapacity(Self.pieceLimit + 1) }

  /// Sets the times of all samples from a given sample onward.
  ///
  /// A piece is ignored if it starts before the newest piece, or if its time or rate is invalid. A piece with
  /// the same first sample replaces the newest one. If the time is before that of the newest piece, the time
  /// of the newest piece is used instead.
  /// - Parameters:
  ///   - sequence: The sequence number of the first sample.
  ///   - microseconds: The time of the first sample.
  ///   - rateHertz: The sample rate from the first sample on, above zero.
  /// - Complexity: O(1), without allocation; O(pieces) if the oldest pieces are merged.
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

  /// Returns the time of a sample; nil if there are no pieces.
  ///
  /// The first piece is extended to the samples before it.
  ///
  /// - Complexity: O(log pieces), without allocation.
  public func microseconds(of sequence: UInt64) -> Double? {
    guard !pieces.isEmpty else { return nil }
    let index = Swift.max(0, pieces.indices.partitionPoint { pieces[$0].sequence <= sequence } - 1)
    let piece = pieces[index]
    let distance =
      sequence >= piece.sequence ? Double(sequence - piece.sequence) : -Double(piece.sequence - sequence)
    let time = piece.microseconds + distance * 1e6 / piece.rateHertz
    return index + 1 < pieces.count ? Swift.min(time, pieces[index + 1].microseconds) : time
  }

  /// Returns the sequence number of the sample nearest to a time, in the piece that contains the time.
  ///
  /// Returns nil if there are no pieces, or the time is not finite. The sample need not have arrived yet.
  /// - Complexity: O(log pieces), without allocation.
  public func sequence(at microseconds: Double) -> UInt64? {
    guard !pieces.isEmpty, microseconds.isFinite else { return nil }
    let index = Swift.max(0, pieces.indices.partitionPoint { pieces[$0].microseconds <= microseconds } - 1)
    let piece = pieces[index]
    let distance = ((microseconds - piece.microseconds) * piece.rateHertz / 1e6).rounded()
    let last = index + 1 < pieces.count ? pieces[index + 1].sequence - 1 : .max
    if distance < 0 {
      return -distance < Double(piece.sequence) ? piece.sequence - UInt64(saturating: -distance) : 0
    }
    guard distance < Double(last - piece.sequence) else { return last }
    return piece.sequence + UInt64(saturating: distance)
  }

  private mutating func mergeOldest() {
    let (first, third) = (pieces[0], pieces[2])
    let span = third.microseconds - first.microseconds
    if span > 0 { pieces[0].rateHertz = Double(third.sequence - first.sequence) * 1e6 / span }
    pieces.remove(at: 1)
  }
}

/// The finest column that any client shows of a source, and the time at which the source is informed.
///
/// A finer column is passed on immediately, a coarser one only after some time, so that a pinch or a reloaded
/// page does not make the source switch back and forth.
struct ResolutionRequest: Sendable {
  /// The time for which a coarser request must last.
  static let patienceMicroseconds: Int64 = 4_000_000

  /// The last request to the source; infinity if no client watches.
  private(set) var stepHertz = Double.infinity
  private var coarserSince: Int64?

  init() {}

  /// Records the finest column that is shown now.
  /// - Returns: The request to the source, if there is a new one.
  mutating func settle(on finest: Double, at now: Int64) -> Double? {
    guard finest > stepHertz else {
      coarserSince = nil
      guard finest < stepHertz else { return nil }
      stepHertz = finest
      return finest
    }
    let since = coarserSince ?? now
    coarserSince = since
    guard now - since >= Self.patienceMicroseconds else { return nil }
    coarserSince = nil
    stepHertz = finest
    return finest
  }
}

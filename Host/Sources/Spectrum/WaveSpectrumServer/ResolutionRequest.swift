/// The finest column that any client shows of a source, and the decision when to inform the source.
///
/// A finer column is passed on immediately, a coarser one only after some time, so that pinching or reloading
/// a page does not make the source switch back and forth.
struct ResolutionRequest: Sendable {
  /// The time for which a coarser request must persist, in microseconds.
  static let patienceMicroseconds: Int64 = 4_000_000

  /// The last request to the source; infinity if no client is watching.
  private(set) var stepHertz = Double.infinity
  private var coarserSince: Int64?

  init() {}

  /// Updates the finest column that is currently shown.
  /// - Returns: The request to send to the source; nil if there is no new one.
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

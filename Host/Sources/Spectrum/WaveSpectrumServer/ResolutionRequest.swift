/// Tracks the width of the narrowest column in which any client shows a source, and decides when to request
/// that resolution from the source.
///
/// A narrower column is requested immediately. A wider one is requested only after some time, so that
/// pinching or reloading a page does not make the source switch back and forth.
struct ResolutionRequest: Sendable {
  /// The time, in microseconds, after which a wider column is requested.
  static let patienceMicroseconds: Int64 = 4_000_000

  /// The column width last requested from the source, in hertz; infinity if no client is watching.
  private(set) var stepHertz = Double.infinity
  private var coarserSince: Int64?

  /// Updates the width of the narrowest column currently shown, in hertz.
  /// - Returns: The width to request from the source; nil if there is no new request.
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

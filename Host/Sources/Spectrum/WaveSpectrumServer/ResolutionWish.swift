/// The finest column that any client shows of a source, and when the source is to hear of it.
///
/// Finer is told at once, coarser only after a while, so that a pinch or a page that is opened anew does not
/// make the source change back and forth.
struct ResolutionWish: Sendable {
  /// How long a coarser wish must last.
  static let patienceMicroseconds: Int64 = 4_000_000

  /// What the source was told last; infinity while nobody looks.
  private(set) var stepHertz = Double.infinity
  private var coarserSince: Int64?

  init() {}

  /// Takes note of the finest column shown now.
  /// - Returns: What to tell the source, if anything.
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

/// Decides who steers a source that several clients watch.
///
/// The first that asks something of the source has the control, until it leaves, another takes it, or it has not touched
/// anything for a while. It knows no clock.
struct SteeringDesk<Client: Hashable & Sendable>: Sendable {
  /// How long the control outlasts the last touch.
  static var holdMicroseconds: Int64 { 30_000_000 }

  /// Who steers.
  private(set) var holder: Client?
  private var lastTouch: Int64 = 0

  init() {}

  /// Takes note of a wish for the source.
  /// - Returns: Whether it is to be performed.
  mutating func admits(_ client: Client, at now: Int64) -> Bool {
    expire(at: now)
    guard holder == nil || holder == client else { return false }
    take(client, at: now)
    return true
  }

  /// Gives the control to a client, whoever had it.
  mutating func take(_ client: Client, at now: Int64) {
    holder = client
    lastTouch = now
  }

  /// A client is gone.
  mutating func leave(_ client: Client) { if holder == client { holder = nil } }

  /// Frees the control where its holder has not touched anything for long.
  mutating func expire(at now: Int64) { if now - lastTouch >= Self.holdMicroseconds { holder = nil } }
}

/// The finest column that any client shows of a source, and when the source is to hear of it.
///
/// Finer is told at once, coarser only after a while, so that a pinch or a page that is opened anew does not make the
/// source change back and forth.
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

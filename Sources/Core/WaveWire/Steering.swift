/// Who steers a source that several clients may watch (tag 76).
public struct Steering: Equatable, Sendable {
  /// Who it is that tunes, seeks and sets.
  public enum State: UInt8, Equatable, Sendable {
    /// Nobody: the first client that does has the control.
    case free = 0
    /// The client that is told.
    case you = 1
    /// Another client; what this one asks of the source is not done.
    case another = 2
  }

  /// Which source.
  public var source: UInt16 = 0
  /// Who steers it.
  public var state: State = .free
  /// Clients that show the source now, the one that is told included.
  public var viewers: UInt16 = 0
  /// Whether the client that is told may only look: nothing that it asks of the source is done.
  public var isViewOnly: Bool = false
  /// Whether the client was let in by the pairing of its device, which can be ended.
  public var isPaired: Bool = false

  /// Says who steers.
  public init(source: UInt16, state: State, viewers: UInt16, isViewOnly: Bool = false, isPaired: Bool = false)
  {
    self.source = source
    self.state = state
    self.viewers = viewers
    self.isViewOnly = isViewOnly
    self.isPaired = isPaired
  }
}

extension Steering: Payload {
  package static let tag: UInt16 = 76

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.choice(&state)
    coder.integer(&viewers)
    guard coder.hasMore(true) else { return }
    var flags: UInt8 = (isViewOnly ? 1 : 0) | (isPaired ? 2 : 0)
    coder.integer(&flags)
    isViewOnly = flags & 1 != 0
    isPaired = flags & 2 != 0
  }
}

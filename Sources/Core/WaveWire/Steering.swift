/// A message that reports which of several clients controls a source (tag 76).
public struct Steering: Equatable, Sendable {
  /// The client that is allowed to tune, seek and change settings.
  public enum State: UInt8, Equatable, Sendable {
    /// No client: the first client that sends a command gets control.
    case free = 0
    /// The client that receives this message.
    case you = 1
    /// A different client, so commands of the receiving client are ignored.
    case another = 2
  }

  /// The number that identifies the source.
  public var source: UInt16 = 0
  /// The client that controls the source.
  public var state: State = .free
  /// The number of clients that currently show the source, including the one that receives this message.
  public var viewers: UInt16 = 0
  /// Whether the client that receives this message can only watch, in which case its commands are ignored.
  public var isViewOnly: Bool = false
  /// Whether the client was admitted because its device is paired; the pairing can be revoked.
  public var isPaired: Bool = false

  /// Creates a message that reports which client controls a source.
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
  @usableFromInline package static let tag: UInt16 = 76

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
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

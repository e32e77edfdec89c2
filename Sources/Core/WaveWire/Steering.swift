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
  public var source: UInt16
  /// Who steers it.
  public var state: State
  /// Clients that show the source now, the one that is told included.
  public var viewers: UInt16
  /// Whether the client that is told may only look: nothing that it asks of the source is done.
  public var isViewOnly: Bool
  /// Whether the client was let in by the pairing of its device, which can be ended.
  public var isPaired: Bool

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
  static let tag: UInt16 = 76

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(state.rawValue)
    bytes.append(littleEndian: viewers)
    bytes.append((isViewOnly ? 1 : 0) | (isPaired ? 2 : 0))
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let stateByte = cursor.position
    guard let state = State(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: stateByte) }
    let viewers: UInt16 = try cursor.integer(bytes)
    let flags: UInt8 = cursor.position < cursor.end ? try cursor.integer(bytes) : 0
    self.init(
      source: source, state: state, viewers: viewers, isViewOnly: flags & 1 != 0, isPaired: flags & 2 != 0)
  }
}

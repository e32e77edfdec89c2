public import WaveWire

/// The first message of a client of Home (tag 56).
public struct HomeHello: Equatable, Sendable {
  /// The client's protocol version, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates the first message with a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The sources whose thumbnails a client shows (tag 57); it replaces the previous message.
///
/// A hidden page watches none. The server sends the thumbnails of the first sources first.
public struct WatchThumbnails: Equatable, Sendable {
  /// The number of columns on the screen, 1 to `WireLimits.thumbnailColumns`.
  public var columns: UInt8 = 1
  /// The identifiers of the sources, at most `WireLimits.watchedThumbnails`.
  public var identifiers: [UInt32] = []

  /// Creates a message that watches sources.
  public init(columns: UInt8, identifiers: [UInt32]) {
    self.columns = columns
    self.identifiers = identifiers
  }
}

extension HomeHello: Payload {
  @usableFromInline package static let tag: UInt16 = 56

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&version) }
}

extension WatchThumbnails: Payload {
  @usableFromInline package static let tag: UInt16 = 57

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&columns)
    coder.require((1...WireLimits.thumbnailColumns).contains(Int(columns)), at: start)
    let count = coder.count(identifiers.count, as: UInt8.self, limit: WireLimits.watchedThumbnails)
    coder.integers(&identifiers, count: count)
  }
}

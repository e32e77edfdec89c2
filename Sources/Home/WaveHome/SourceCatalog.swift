import WaveHomeWire

/// The server's sources as last received, without a list that is incomplete.
struct SourceCatalog: Equatable, Sendable {
  /// The sources, in the server's order.
  private(set) var sources: [ListedSource] = []
  /// Whether a complete list has been received.
  private(set) var isKnown = false
  private var incoming: [ListedSource] = []

  /// Receives a part of the list.
  ///
  /// Parts that do not follow the previous one are ignored.
  ///
  /// - Returns: Whether the list has changed.
  mutating func receive(_ part: SourceList) -> Bool {
    if part.first == 0 { incoming = [] }
    guard Int(part.first) == incoming.count else { return false }
    incoming += part.sources
    guard incoming.count == Int(part.total) else { return false }
    let isChanged = !isKnown || incoming != sources
    (sources, isKnown) = (incoming, true)
    incoming = []
    return isChanged
  }

  /// Returns the source with an identifier, or nil if it is not listed.
  func source(_ identifier: UInt32) -> ListedSource? { sources.first { $0.identifier == identifier } }
}

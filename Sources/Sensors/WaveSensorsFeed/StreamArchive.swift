public import WaveSensorsWire

/// What a server keeps of one source of streams, group by group.
public struct StreamArchive: Sendable {
  /// The groups in the order of the source.
  public var groups: [StreamGroup]
  /// Counts up when the groups are others than before.
  public private(set) var layout = 0

  /// Keeps groups.
  public init(groups: [StreamGroup]) { self.groups = groups }

  /// Takes other groups in place of those that were.
  public mutating func replace(by groups: [StreamGroup]) {
    self.groups = groups
    layout += 1
  }

  /// Changes whenever something of the past is to be shown anew.
  public var generation: Int { groups.reduce(layout << 16) { $0 &+ $1.generation } }

  /// Samples of each channel that came, summed over groups.
  public var receivedCount: UInt64 { groups.reduce(0) { $0 &+ $1.receivedCount } }
  /// Samples of each channel that never came, summed over groups.
  public var missingCount: UInt64 { groups.reduce(0) { $0 &+ $1.missingCount } }
  /// Bytes that samples and blocks take.
  public var byteCount: Int { groups.reduce(0) { $0 + $1.byteCount } }

  /// All pieces of the times of all groups.
  public func times(source: UInt16) -> [SampleTimes] {
    groups.indices.flatMap { groups[$0].times(after: 0, source: source, group: UInt8(clamping: $0)) }
  }
}

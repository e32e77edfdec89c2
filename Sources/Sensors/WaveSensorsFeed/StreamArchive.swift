public import WaveSensorsWire

/// The stored samples of one source of streams, by group.
public struct StreamArchive: Sendable {
  /// The groups of channels, in the order of the source's description.
  public var groups: [StreamGroup]
  /// A number that increases whenever the groups are replaced.
  public private(set) var layout = 0

  /// Creates an archive of the given groups.
  public init(groups: [StreamGroup]) { self.groups = groups }

  /// Replaces all groups.
  public mutating func replace(by groups: [StreamGroup]) {
    self.groups = groups
    layout += 1
  }

  /// A number that changes whenever past data must be sent again.
  public var generation: Int { groups.reduce(layout << 16) { $0 &+ $1.generation } }

  /// The number of received frames, summed over the groups; a frame has one sample of each channel in its
  /// group.
  public var receivedCount: UInt64 { groups.reduce(0) { $0 &+ $1.receivedCount } }
  /// The number of missing frames, summed over the groups.
  public var missingCount: UInt64 { groups.reduce(0) { $0 &+ $1.missingCount } }
  /// The memory used by samples and blocks, in bytes.
  public var byteCount: Int { groups.reduce(0) { $0 + $1.byteCount } }

  /// Returns the number of a group's first channel, counted across all groups.
  func firstChannel(of group: Int) -> Int { groups[..<group].reduce(0) { $0 + $1.channelCount } }

  /// Returns the group of a channel and its place in the group; nil if there is no such channel.
  func place(of channel: Int) -> (group: Int, place: Int)? {
    groups.indices.first { channel < firstChannel(of: $0 + 1) }.map { ($0, channel - firstChannel(of: $0)) }
  }

  /// Returns all pieces of the sample times of all groups.
  public func times(source: UInt16) -> [SampleTimes] {
    groups.indices.flatMap { groups[$0].times(after: 0, source: source, group: UInt8(clamping: $0)) }
  }
}

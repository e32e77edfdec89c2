/// A remark about samples, made by a person or a program.
public struct StoreAnnotation: Equatable, Sendable {
  /// The identifier; a later annotation with the same identifier replaces this one.
  public var identifier: UInt32
  /// The index of the group that contains the annotated samples.
  public var group: Int
  /// The index of the channel in its group, or nil for the whole group.
  public var channel: Int?
  /// The sequence number of the first annotated sample in the stored, unfiltered data.
  public var sequence: UInt64
  /// The number of annotated samples, or 0 for an instant.
  public var count: UInt64
  /// The delay of the display filters in samples when the annotation was made; `sequence` already accounts
  /// for it.
  public var delaySamples: Double
  /// The time at which the annotation was made, in microseconds since 1970, or nil if unknown.
  public var microseconds: Int64?
  /// Whether this annotation removes the earlier annotation with the same identifier.
  public var isRemoved: Bool
  /// A short text in UTF-8.
  public var label: [UInt8]
  /// A longer text in UTF-8.
  public var comment: [UInt8]

  /// Creates an annotation.
  public init(
    identifier: UInt32, group: Int, channel: Int? = nil, sequence: UInt64, count: UInt64 = 0,
    delaySamples: Double = 0, microseconds: Int64? = nil, isRemoved: Bool = false, label: [UInt8],
    comment: [UInt8] = []
  ) {
    self.identifier = identifier
    self.group = group
    self.channel = channel
    self.sequence = sequence
    self.count = count
    self.delaySamples = delaySamples
    self.microseconds = microseconds
    self.isRemoved = isRemoved
    self.label = label
    self.comment = comment
  }
}

extension StoreAnnotation: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&identifier)
    coder.integer(&group, as: UInt16.self)
    coder.channel(&channel)
    coder.integer(&sequence)
    coder.integer(&count)
    coder.double(&delaySamples)
    coder.time(&microseconds)
    isRemoved = coder.flags(UInt64.self, [isRemoved])[0]
    coder.text(&label)
    coder.text(&comment)
  }
}

/// What somebody, or a program, remarked about samples.
public struct StoreAnnotation: Equatable, Sendable {
  /// Whose it is: a later annotation of the same identifier takes its place.
  public var identifier: UInt32
  /// Number of the group.
  public var group: Int
  /// Number of the channel; nil for all of the group.
  public var channel: Int?
  /// The first sample that it is about, as stored: before filters.
  public var sequence: UInt64
  /// How many samples it is about; 0 for an instant.
  public var count: UInt64
  /// By how many samples the filters delayed what was seen when it was made; `sequence` has been corrected by
  /// it.
  public var delaySamples: Double
  /// When it was made, in microseconds since 1970; nil where that is not known.
  public var microseconds: Int64?
  /// Whether it takes away the one of the same identifier.
  public var isRemoved: Bool
  /// A short text, UTF-8.
  public var label: [UInt8]
  /// A longer one, UTF-8.
  public var comment: [UInt8]

  /// Describes a remark.
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

  func write(to bytes: inout [UInt8]) {
    bytes.append(little: identifier)
    bytes.append(little: UInt16(truncatingIfNeeded: group))
    bytes.append(little: channel.storedChannel)
    bytes.append(little: sequence)
    bytes.append(little: count)
    bytes.append(little: delaySamples)
    bytes.append(little: microseconds.storedTime)
    bytes.append(little: UInt64(isRemoved ? 1 : 0))
    bytes.append(text: label)
    bytes.append(text: comment)
  }

  init(_ cursor: inout StoreCursor) throws(StoreError) {
    identifier = try cursor.integer(UInt32.self)
    group = Int(try cursor.integer(UInt16.self))
    channel = Int?(storedChannel: try cursor.integer(UInt16.self))
    sequence = try cursor.integer(UInt64.self)
    count = try cursor.integer(UInt64.self)
    delaySamples = try cursor.double()
    microseconds = Int64?(storedTime: try cursor.integer(Int64.self))
    isRemoved = try cursor.integer(UInt64.self) & 1 == 1
    label = try cursor.text()
    comment = try cursor.text()
  }
}

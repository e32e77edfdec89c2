/// An error that occurs when reading, writing or continuing a store.
public enum StoreError: Error, Equatable, Sendable {
  /// The file does not begin with the signature of a store.
  case notStore
  /// The store has an unknown version.
  case unknownVersion(UInt16)
  /// The header's checksum is wrong, or the file ends within the header.
  case damagedHeader
  /// A record's checksum is wrong, or the record is misplaced.
  case damagedRecord(place: UInt64)
  /// A record's checksum is correct, but its contents are invalid.
  case malformedRecord(place: UInt64)
  /// The bytes at an offset could not be read.
  case unreadable(place: UInt64)
  /// The number of groups would exceed the limit.
  case tooManyGroups(limit: Int)
  /// A group has no channels, or too many.
  case badChannelCount(count: Int, limit: Int)
  /// The chunk exponent is not in 0 ... 16, or a chunk would contain too many samples.
  case badChunk(exponent: Int, limit: Int)
  /// The sample rate is negative, infinite or NaN.
  case badRate
  /// A name, unit or other text is too long.
  case textTooLong(byteCount: Int, limit: Int)
  /// A note has too many items.
  case tooManyItems(count: Int, limit: Int)
  /// The group does not exist.
  case unknownGroup(Int)
  /// The channels do not exist, or the number of samples does not match them.
  case wrongChannels(expected: Int, found: Int)
  /// A sequence number would exceed the limit.
  case beyondSequenceLimit
  /// A request exceeds the maximum size of a single result.
  case rangeTooLong(limit: Int)
  /// A level is not in 0 ... 61.
  case badLevel(Int)
  /// The kind of a program-defined record is below 256, which is reserved for the store format.
  case reservedKind(UInt16)
  /// A payload exceeds the limit of a record.
  case payloadTooLong(byteCount: Int, limit: Int)
}

#if !hasFeature(Embedded)
  extension StoreError: CustomStringConvertible {
    /// A one-line description of the error and how to fix it.
    public var description: String {
      switch self {
      case .notStore: "is not a Waveglass recording. Pick another file"
      case .unknownVersion(let version):
        "version \(version) of the format, but this program reads \(StoreFormat.version). Update Waveglass"
      case .damagedHeader: "byte 0: the header is damaged. Copy the file again"
      case .damagedRecord(let place):
        "byte \(place): a record is damaged, and its content is missing. Copy the file again"
      case .malformedRecord(let place):
        "byte \(place): a record is not valid. Record again, or copy the file again"
      case .unreadable(let place): "byte \(place): could not be read. Check the disk"
      case .tooManyGroups(let limit): "more than \(limit) groups. Record in several files"
      case .badChannelCount(let count, let limit):
        "\(count) channels in a group, not 1 to \(limit). Record in several groups"
      case .badChunk(let exponent, let limit):
        "chunks of 2^\(exponent) frames have more than \(limit) samples, or none. Make them shorter"
      case .badRate: "the sample rate is negative or not a number. Give samples per second, or 0"
      case .textTooLong(let count, let limit): "a text of \(count) bytes; the limit is \(limit). Shorten it"
      case .tooManyItems(let count, let limit):
        "\(count) parts of a note; the limit is \(limit). Leave some out"
      case .unknownGroup(let group): "there is no group \(group). Describe it first"
      case .wrongChannels(let expected, let found):
        "samples of \(found) channels instead of \(expected). Give all channels of the group"
      case .beyondSequenceLimit: "sequence numbers beyond 2^62. Count from a lower number"
      case .rangeTooLong(let limit): "more than \(limit) values requested at once. Request fewer"
      case .badLevel(let level): "level \(level) is not 0 to 61. Choose another"
      case .reservedKind(let kind): "kind \(kind) is reserved for the format. Use 256 or above"
      case .payloadTooLong(let count, let limit):
        "a record of \(count) bytes; the limit is \(limit). Split it"
      }
    }
  }
#endif

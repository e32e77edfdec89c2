/// Why a store cannot be read or written on.
public enum StoreError: Error, Equatable, Sendable {
  /// The first bytes are not those of a store.
  case notStore
  /// It is of another version.
  case unknownVersion(UInt16)
  /// The header's checksum is wrong, or the file ends in it.
  case damagedHeader
  /// A record's checksum is wrong, or it is not where it should be.
  case damagedRecord(place: UInt64)
  /// A record's checksum is right and its content cannot be.
  case malformedRecord(place: UInt64)
  /// The bytes at a place could not be read.
  case unreadable(place: UInt64)
  /// No more groups fit.
  case tooManyGroups(limit: Int)
  /// A group has no channels, or too many.
  case badChannelCount(count: Int, limit: Int)
  /// Chunks would have too many samples, or their length is not within 0 ... 16.
  case badChunk(exponent: Int, limit: Int)
  /// A rate is negative or no number.
  case badRate
  /// A text is too long.
  case textTooLong(byteCount: Int, limit: Int)
  /// A note has too many parts.
  case tooManyItems(count: Int, limit: Int)
  /// There is no such group.
  case unknownGroup(Int)
  /// There are no such channels, or samples are not of as many.
  case wrongChannels(expected: Int, found: Int)
  /// Numbers end before these frames do.
  case beyondSequenceLimit
  /// More was asked for at once than is given.
  case rangeTooLong(limit: Int)
  /// Levels are 0 ... 61.
  case badLevel(Int)
  /// A program's own records are of kinds from 256 on.
  case reservedKind(UInt16)
  /// A record does not hold as much.
  case payloadTooLong(byteCount: Int, limit: Int)
}

#if !hasFeature(Embedded)
  extension StoreError: CustomStringConvertible {
    /// What is wrong, where, and what to do, in one line.
    public var description: String {
      switch self {
      case .notStore: "is not a Waveglass recording. Pick another file"
      case .unknownVersion(let version):
        "version \(version) of the format, and this program reads \(StoreFormat.version). Update Waveglass"
      case .damagedHeader: "byte 0: the header is damaged. Copy the file again"
      case .damagedRecord(let place):
        "byte \(place): a record is damaged, and what it held is missing. Copy the file again"
      case .malformedRecord(let place):
        "byte \(place): a record says what cannot be. Record again, or copy the file again"
      case .unreadable(let place): "byte \(place): could not be read. Check the disk"
      case .tooManyGroups(let limit): "more than \(limit) groups. Record in several files"
      case .badChannelCount(let count, let limit):
        "\(count) channels in a group, of 1 to \(limit). Record in several groups"
      case .badChunk(let exponent, let limit):
        "chunks of 2^\(exponent) frames have more than \(limit) samples, or none. Make them shorter"
      case .badRate: "the sample rate is negative or no number. Give samples in a second, or 0"
      case .textTooLong(let count, let limit): "a text of \(count) bytes, of \(limit) at most. Shorten it"
      case .tooManyItems(let count, let limit):
        "\(count) parts of a note, of \(limit) at most. Leave some out"
      case .unknownGroup(let group): "there is no group \(group). Describe it first"
      case .wrongChannels(let expected, let found):
        "samples of \(found) channels where \(expected) are. Give all channels of the group"
      case .beyondSequenceLimit: "sequence numbers beyond 2^62. Count from a lower number"
      case .rangeTooLong(let limit): "more than \(limit) values asked for at once. Ask in parts"
      case .badLevel(let level): "level \(level), of 0 to 61. Ask for another"
      case .reservedKind(let kind): "kind \(kind) is the format's own. Take one from 256 on"
      case .payloadTooLong(let count, let limit):
        "a record of \(count) bytes, of \(limit) at most. Make several of it"
      }
    }
  }
#endif

/// What a store is made of: its version, its limits, and the kinds of its records.
///
/// Documentation/store.md has every byte.
public enum StoreFormat {
  /// The version that is written; the one of a file must be the same.
  public static let version: UInt16 = 1
  /// Bytes before the first record.
  public static let headerByteCount = 32
  /// Bytes before a record's payload.
  public static let recordHeaderByteCount = 32
  /// Groups that a store may have.
  public static let groupLimit = 64
  /// Channels that a group may have.
  public static let channelLimit = 1024
  /// The longest chunk is 2 to this power of frames.
  public static let chunkExponentLimit = 16
  /// Samples that a chunk may have, all channels together.
  public static let chunkSampleLimit = 1 << 20
  /// Bytes that a text may have.
  public static let textLimit = 1024
  /// Filters, or channels of a view, that a note may have.
  public static let itemLimit = 4096
  /// Bytes that a payload may have.
  public static let payloadLimit = 1 << 24
  /// Sequence numbers end here.
  public static let sequenceLimit: UInt64 = 1 << 62

  /// Whether a file begins as a store does.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= magic.count && Array(bytes[..<magic.count]) == magic
  }

  /// The file's first bytes: what is not text, and tells when line ends were changed.
  static let magic: [UInt8] = [0x89, 0x57, 0x47, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Every record's first bytes: `WREC`.
  static let mark: UInt32 = 0x4345_5257
  /// Entries of a summary.
  static let summaryEntries = 64
}

/// What a record holds.
enum StoreRecordKind: UInt16 {
  case group = 1
  case samples = 2
  case summary = 3
  case times = 4
  case view = 5
  case filters = 6
  case annotation = 7
  case checkpoint = 8
}

/// The constants of the store format: its version and its limits.
///
/// Documentation/store.md describes every byte.
public enum StoreFormat {
  /// The version that is written, and the only version that can be read.
  public static let version: UInt16 = 1
  /// The number of bytes in the file header, before the first record.
  public static let headerByteCount = 32
  /// The number of bytes in a record's header, before its payload.
  public static let recordHeaderByteCount = 32
  /// The maximum number of groups in a store.
  public static let groupLimit = 64
  /// The maximum number of channels in a group.
  public static let channelLimit = 1024
  /// The maximum exponent of the chunk length: a chunk contains 2^exponent frames.
  public static let chunkExponentLimit = 16
  /// The maximum number of samples in a chunk, across all channels.
  public static let chunkSampleLimit = 1 << 20
  /// The maximum number of bytes in a name, unit or other text.
  public static let textLimit = 1024
  /// The maximum number of filters in a note, or of channels in a view.
  public static let itemLimit = 4096
  /// The maximum number of bytes in a payload.
  public static let payloadLimit = 1 << 24
  /// The upper limit of sequence numbers.
  public static let sequenceLimit: UInt64 = 1 << 62

  /// Returns whether bytes begin with the signature of a store.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= magic.count && Array(bytes[..<magic.count]) == magic
  }

  /// The file's first bytes, which are not text and reveal whether line endings were converted.
  static let magic: [UInt8] = [0x89, 0x57, 0x47, 0x53, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The first bytes of every record: `WREC`.
  static let mark: UInt32 = 0x4345_5257
  /// The number of blocks that a summary record covers.
  static let summaryEntries = 64
}

/// The kind of a record.
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

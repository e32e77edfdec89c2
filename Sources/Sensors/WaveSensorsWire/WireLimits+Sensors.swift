public import WaveWire

extension WireLimits {
  /// Channels of a source of streams.
  public static let channels = 256
  /// Groups of channels of one rate.
  public static let streamGroups = 32
  /// The highest level of blocks: 2^24 samples, 4.7 hours at 1 kHz.
  public static let streamLevel = 24
  /// Bytes in a channel's name.
  public static let channelLabel = 64
  /// Bytes in a channel's unit.
  public static let channelUnit = 16
  /// Bytes in a mark's text.
  public static let markText = 120
  /// Marks in a list: as many as fit into a message with the longest texts.
  public static let marks = 480
  /// Streams of a source that users have made of others.
  public static let mixtures = 8
}

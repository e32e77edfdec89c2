public import WaveWire

extension WireLimits {
  /// The maximum number of channels of a source of streams.
  public static let channels = 256
  /// The maximum number of groups of channels with one rate.
  public static let streamGroups = 32
  /// The highest level of blocks: 2^24 samples, 4.7 hours at 1 kHz.
  public static let streamLevel = 24
  /// The maximum number of bytes in a channel's label.
  public static let channelLabel = 64
  /// The maximum number of bytes in a channel's unit.
  public static let channelUnit = 16
  /// The maximum number of bytes in a mark's text.
  public static let markText = 120
  /// The maximum number of marks in a list: the number that fits into a message with the longest texts.
  public static let marks = 480
  /// The maximum number of streams of a source that users have derived.
  public static let mixtures = 8
}

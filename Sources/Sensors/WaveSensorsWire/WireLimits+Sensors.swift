public import WaveWire

extension WireLimits {
  /// The maximum number of channels of a source of streams.
  public static let channels = 256
  /// The maximum number of channel groups, each with one sample rate.
  public static let streamGroups = 32
  /// The highest level, whose blocks contain 2^24 samples: 4.7 hours at 1 kHz.
  public static let streamLevel = 24
  /// The maximum length of a channel's label in bytes.
  public static let channelLabel = 64
  /// The maximum length of a channel's unit in bytes.
  public static let channelUnit = 16
  /// The maximum length of a mark's text in bytes.
  public static let markText = 120
  /// The maximum number of marks in a list.
  ///
  /// They all fit into one message, even if their texts have the maximum length.
  public static let marks = 480
  /// The maximum number of derived streams of a source.
  public static let mixtures = 8
}

public import WaveWire

extension WireLimits {
  /// The maximum number of sources in the list of a server.
  public static let listedSources = 4096
  /// The maximum number of sources in a message.
  public static let listedSourcesPerMessage = 64
  /// The maximum number of bytes in a source's name, description or state.
  public static let sourceText = 192
  /// The maximum number of thumbnails that a client can watch.
  public static let watchedThumbnails = 24
  /// The maximum number of columns in a thumbnail.
  public static let thumbnailColumns = 160
  /// The maximum number of lanes in a thumbnail of lanes, and of rows in a map.
  public static let thumbnailRows = 64
  /// The maximum number of bytes of pixels or levels in a thumbnail.
  public static let thumbnailBytes = 4800
}

/// A source of street map images for pages that show terrain.
///
/// Pages request the images from this server, so they need no connection to another site.
public struct StreetMap: Sendable {
  /// An image as the source sent it: the encoded bytes and the media type.
  public typealias Picture = (bytes: [UInt8], contentType: String)

  /// A Web Mercator tile, whose columns are counted from the west and rows from the north.
  public struct Tile: Hashable, Sendable {
    /// The zoom level; each level has twice as many tiles across the world as the previous one.
    public var zoom: Int
    /// The column, counted from the west.
    public var column: Int
    /// The row, counted from the north.
    public var row: Int
  }

  /// The attribution that must be shown beside the images.
  public var attribution: String
  /// The highest available zoom level.
  public var zoom: Int
  /// The function that returns the image of a tile, or nil if it is not available.
  public var picture: @Sendable (Tile) async -> Picture?

  /// Creates a source of images.
  public init(attribution: String, zoom: Int, picture: @escaping @Sendable (Tile) async -> Picture?) {
    self.attribution = attribution
    self.zoom = zoom
    self.picture = picture
  }
}

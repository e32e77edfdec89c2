/// Where pictures of streets come from, for pages that show terrain.
///
/// Pages ask the server for them, so that they need no other site, and one that is offline need not.
public struct StreetMap: Sendable {
  /// A picture as it came.
  public struct Picture: Sendable {
    /// Its bytes.
    public var bytes: [UInt8]
    /// Its media type.
    public var contentType: String

    /// Holds a picture.
    public init(bytes: [UInt8], contentType: String) {
      self.bytes = bytes
      self.contentType = contentType
    }
  }

  /// Which picture: a tile of Web Mercator, numbered from the west and from the north.
  public struct Tile: Hashable, Sendable {
    /// Each zoom has twice as many tiles across the world as the one before.
    public var zoom: Int
    /// From the west.
    public var column: Int
    /// From the north.
    public var row: Int
  }

  /// Whose the pictures are, as it must be shown beside them.
  public var attribution: String
  /// The finest zoom that there is.
  public var zoom: Int
  /// Gets a picture; nil where it cannot be had.
  public var picture: @Sendable (Tile) async -> Picture?

  /// Describes where they come from.
  public init(attribution: String, zoom: Int, picture: @escaping @Sendable (Tile) async -> Picture?) {
    self.attribution = attribution
    self.zoom = zoom
    self.picture = picture
  }
}

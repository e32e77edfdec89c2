/// A regular grid of posts, assembled from tiles, over which a map is computed.
public struct TerrainPatch: Latticed, Equatable, Sendable {
  /// The state of a post.
  public enum Post: UInt8, BitwiseCopyable, Sendable {
    /// No tile contains the post.
    case absent
    /// A tile contains the post but has no height for it; the height is filled in from its surroundings.
    case void
    /// The height of the post is known.
    case known
  }

  /// The places of the posts.
  public let lattice: PostLattice
  /// The heights in metres above mean sea level, row by row from the north, and from the west in each row.
  public internal(set) var heights: [Float]
  /// The state of each post.
  public internal(set) var posts: [Post]
  /// The number of heights that were filled in.
  public internal(set) var voidCount = 0
  /// The number of posts that no tile contains.
  public internal(set) var absentCount = 0
  /// The heights of the surface model where it has values, otherwise the heights of the ground with clutter;
  /// empty if no model covers the patch.
  ///
  /// Rays are obstructed by these heights or by the ground, whichever is higher.
  public internal(set) var surfaceHeights: [Float] = []
  /// The number of posts at which a surface model has a value.
  public internal(set) var surfacedCount = 0
}

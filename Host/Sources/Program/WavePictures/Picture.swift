internal import CCairo

/// Pixels.
public struct Picture: Equatable, Sendable {
  /// Most pixels along a side.
  public static let sideLimit = 16_384

  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes R, G, B, A in memory, row after row from the top; colours are multiplied by their opacity.
  public let pixels: [UInt32]

  /// Copies the pixels of a surface.
  init(_ surface: Surface) {
    width = surface.width
    height = surface.height
    pixels = surface.pixels
  }

  /// Reads a PNG file.
  /// - Parameter path: Where it is.
  /// - Throws: `reading` where there is no such file, it is no PNG, or it is larger than `sideLimit`.
  public init(path: String) throws(PictureError) {
    self.init(try Surface(path: path))
  }
}

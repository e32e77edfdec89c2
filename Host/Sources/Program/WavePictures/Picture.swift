internal import CCairo

/// An image of pixels.
public struct Picture: Equatable, Sendable {
  /// Maximum number of pixels along a side.
  public static let sideLimit = 16_384

  /// Number of pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Bytes R, G, B, A in memory, row by row from the top; colours are multiplied by their opacity.
  public let pixels: [UInt32]

  /// Copies the pixels of a surface.
  init(_ surface: Surface) {
    width = surface.width
    height = surface.height
    pixels = surface.pixels
  }

  /// Reads a PNG file.
  /// - Parameter path: The file's path.
  /// - Throws: `reading` if the file does not exist, is not a PNG, or is larger than `sideLimit`.
  public init(path: String) throws(PictureError) {
    self.init(try Surface(path: path))
  }
}

internal import CCairo

/// A raster image.
public struct Picture: Equatable, Sendable {
  /// The maximum number of pixels along a side.
  public static let sideLimit = 16_384

  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels row by row from the top, each as bytes R, G, B, A with premultiplied alpha.
  public let pixels: [UInt32]

  /// Creates a picture from the pixels of a surface.
  init(_ surface: Surface) {
    width = surface.width
    height = surface.height
    pixels = surface.pixels
  }

  /// Creates a picture from a PNG file.
  /// - Parameter path: The file's path.
  /// - Throws: `reading` if the file does not exist, is not a PNG, or is larger than `sideLimit`.
  public init(path: String) throws(PictureError) { self.init(try Surface(path: path)) }
}

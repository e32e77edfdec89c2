public import WaveDisplay
import WaveUnits

/// Renders the scene of a draw list as a picture, with Cairo.
public enum PicturePlayer {
  /// Returns a picture of a scene on a transparent background.
  /// - Parameter scene: The scene that a draw list has produced.
  /// - Returns: The picture, with one pixel per device pixel of the scene.
  /// - Throws: `size` if the scene is empty or too large, `drawing` if Cairo fails.
  public static func picture(of scene: DrawScene) throws(PictureError) -> Picture {
    Picture(try surface(of: scene))
  }

  /// Renders a scene as a PNG file.
  /// - Parameters:
  ///   - scene: The scene that a draw list has produced.
  ///   - path: The path of the file to write; an existing file is replaced.
  /// - Throws: `size` if the scene is empty or too large, `drawing` if Cairo fails, `writing` if the file
  ///   cannot be written.
  public static func png(of scene: DrawScene, path: String) throws(PictureError) {
    try surface(of: scene).write(path: path)
  }

  /// Returns the widths of the characters used on axes, in the font used for pictures.
  /// - Returns: The advance widths with which a view model lays out labels.
  /// - Throws: `drawing` if Cairo fails.
  public static func advances() throws(PictureError) -> TextAdvances {
    let canvas = try Canvas(Surface(width: 1, height: 1))
    func table(isBold: Bool) -> [Float] {
      let size: Float = 256
      canvas.select(TextStyle(size: size, isBold: isBold))
      return "\(TextAdvances.characters)".map { Float(canvas.advance(String($0))) / size }
    }
    return TextAdvances(regular: table(isBold: false), bold: table(isBold: true))
  }

  private static func surface(of scene: DrawScene) throws(PictureError) -> Surface {
    let limit = Float(Picture.sideLimit)
    guard scene.width >= 1, scene.height >= 1, scene.width <= limit, scene.height <= limit else {
      throw .size(width: scene.width, height: scene.height)
    }
    let surface = try Surface(width: Int(saturating: scene.width), height: Int(saturating: scene.height))
    try Canvas(surface).draw(scene)
    return surface
  }
}

/// The reason why a picture cannot be drawn, read or written.
public enum PictureError: Error, Equatable, Sendable {
  /// The scene is empty or larger than `Picture.sideLimit`.
  case size(width: Float, height: Float)
  /// Cairo failed, usually for lack of memory.
  case drawing(reason: String)
  /// A file cannot be written.
  case writing(path: String, reason: String)
  /// A file is not a readable PNG.
  case reading(path: String, reason: String)
}

extension PictureError: CustomStringConvertible {
  /// A one-line description of the error.
  public var description: String {
    switch self {
    case .size(let width, let height):
      "a picture of \(width) by \(height) pixels cannot be drawn: each side must be 1 to \(Picture.sideLimit)"
    case .drawing(let reason): "the picture cannot be drawn: \(reason)"
    case .writing(let path, let reason): "\(path) cannot be written: \(reason)"
    case .reading(let path, let reason): "\(path) cannot be read as PNG: \(reason)"
    }
  }
}

/// A step of saving a file for the user, part by part.
public enum FileEffect: Equatable, Sendable {
  /// Use this name for the next file.
  case name([UInt8])
  /// Append these bytes to the file; after the last ones, save the file.
  case save([UInt8], isLast: Bool)
  /// Discard the bytes of the file.
  case forget
}

/// A step in saving a file for the user, chunk by chunk.
public enum FileEffect: Equatable, Sendable {
  /// Use this name for the next file.
  case name([UInt8])
  /// Append these bytes to the file; if they are the last, save the file.
  case save([UInt8], isLast: Bool)
  /// Discard the bytes appended so far.
  case forget
}

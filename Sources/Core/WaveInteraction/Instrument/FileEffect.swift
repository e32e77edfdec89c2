/// A file that the user keeps, part by part.
public enum FileEffect: Equatable, Sendable {
  /// The name of the next file.
  case name([UInt8])
  /// Append these bytes to those before; after the last ones the user keeps all of them as a file.
  case save([UInt8], isLast: Bool)
  /// Forget the bytes that were to be kept.
  case forget
}

/// The reason why bytes are not a message; positions count from the start of the bytes given to the reader.
public enum WireError: Error, Equatable, Sendable {
  /// The bytes end inside a message, which needs `needed` more at `byte`.
  case truncated(byte: Int, needed: Int)
  /// A length at `byte` exceeds its limit.
  case tooLong(byte: Int, length: Int, limit: Int)
  /// A field at `byte` has a value that the protocol does not allow.
  case invalid(byte: Int)
}

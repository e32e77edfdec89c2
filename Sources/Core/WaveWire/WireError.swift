/// An error in the bytes of a message; offsets count from the start of the bytes given to the reader.
public enum WireError: Error, Equatable, Sendable {
  /// The bytes end at `byte` inside a message that needs `needed` more.
  case truncated(byte: Int, needed: Int)
  /// A length at `byte` exceeds its limit.
  case tooLong(byte: Int, length: Int, limit: Int)
  /// A field at `byte` has a value that the protocol does not allow.
  case invalid(byte: Int)
}

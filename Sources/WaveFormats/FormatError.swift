/// Why bytes are not what they should be; says where, and what to do.
public enum FormatError: Error, Equatable, Sendable {
  /// There are no data at all.
  case empty
  /// The data end inside a record that began at `byte`, line `line`.
  case truncated(byte: Int, line: Int)
}

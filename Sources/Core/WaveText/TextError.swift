/// Why a JSON text or an archive is not what it should be; says where, and what to do.
///
/// Bytes and lines are counted as a person counts in an editor: bytes from 0, lines from 1.
public enum TextError: Error, Equatable, Sendable {
  /// There are no data at all.
  case empty
  /// A JSON text is wrong.
  case json(JSONFault, byte: Int, line: Int)
  /// A tar archive is wrong in the block at `byte`.
  case tar(TarFault, byte: Int64)
}

#if !hasFeature(Embedded)
  extension TextError: CustomStringConvertible {
    /// What is wrong, where, and what to do, in one line.
    public var description: String {
      switch self {
      case .empty: "the file is empty. Record again, or pick another file"
      case .json(let fault, let byte, let line): "line \(line), byte \(byte): \(fault)"
      case .tar(let fault, let byte): "byte \(byte): \(fault)"
      }
    }
  }
#endif

/// A fault in a JSON text or an archive, with its location.
///
/// Bytes are counted from 0, and lines from 1, as in editors.
public enum TextError: Error, Equatable, Sendable {
  /// The input is empty.
  case empty
  /// A JSON text is invalid.
  case json(JSONFault, byte: Int, line: Int)
  /// A tar archive is invalid in the block at `byte`.
  case tar(TarFault, byte: Int64)
}

#if !hasFeature(Embedded)
  extension TextError: CustomStringConvertible {
    /// A one-line description of the fault, its location and how to fix it.
    public var description: String {
      switch self {
      case .empty: "the file is empty. Record again, or pick another file"
      case .json(let fault, let byte, let line): "line \(line), byte \(byte): \(fault)"
      case .tar(let fault, let byte): "byte \(byte): \(fault)"
      }
    }
  }
#endif

import WaveText

/// An error in a terrain file, a path profile, measured points or an antenna file, with its position and a
/// way to fix it.
///
/// Bytes are counted from 0, and lines from 1, as in editors.
public enum TerrainFormatError: Error, Equatable, Sendable {
  /// The input is empty.
  case empty
  /// A terrain file is invalid at `byte`, counted after unpacking gzip or zip.
  case terrain(TerrainFault, byte: Int)
  /// The table of a path profile is invalid at `line`.
  case profile(ProfileFault, line: Int)
  /// A file of measured points is invalid at `line`.
  case measured(MeasuredFault, line: Int)
  /// An antenna file is invalid at `line`.
  case antenna(AntennaFault, line: Int)
}

#if !hasFeature(Embedded)
  extension TerrainFormatError: CustomStringConvertible {
    /// A one-line message that states the problem, its position and how to fix it.
    public var description: String {
      switch self {
      case .empty: "\(TextError.empty)"
      case .terrain(let fault, let byte): "byte \(byte): \(fault)"
      case .profile(let fault, let line): "line \(line): \(fault)"
      case .measured(let fault, let line): "line \(line): \(fault)"
      case .antenna(let fault, let line): "line \(line): \(fault)"
      }
    }
  }
#endif

import WaveText

/// An error in a file of terrain, a profile, points or an antenna, with its position and a remedy.
///
/// Bytes are counted from 0, and lines from 1, as in editors.
public enum TerrainFormatError: Error, Equatable, Sendable {
  /// The input is empty.
  case empty
  /// A file of terrain is wrong at `byte`, counted after unpacking gzip or zip.
  case terrain(TerrainFault, byte: Int)
  /// The table of a path's profile is wrong in a line.
  case profile(ProfileFault, line: Int)
  /// A file of measured points is wrong in a line.
  case measured(MeasuredFault, line: Int)
  /// A file of an antenna is wrong in a line.
  case antenna(AntennaFault, line: Int)
}

#if !hasFeature(Embedded)
  extension TerrainFormatError: CustomStringConvertible {
    /// The error, its position and the remedy, in one line.
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

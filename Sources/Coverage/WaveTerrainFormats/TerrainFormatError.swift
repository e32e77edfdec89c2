import WaveText

/// Why a file of terrain, a profile, points or an antenna is not what it should be; says where, and what to do.
///
/// Bytes and lines are counted as a person counts in an editor: bytes from 0, lines from 1.
public enum TerrainFormatError: Error, Equatable, Sendable {
  /// There are no data at all.
  case empty
  /// A file of terrain is wrong at `byte`, counted behind gzip or zip.
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
    /// What is wrong, where, and what to do, in one line.
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

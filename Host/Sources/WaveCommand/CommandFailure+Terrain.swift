import WaveFormats
import WavePropagation
import WaveTerrain

extension CommandFailure {
  /// Why terrain cannot be read, kept or fetched.
  init(_ error: TerrainFileError) {
    switch error {
    case .file(let error): self.init(error)
    default: self.init(code: Self.code(error), message: error.description)
    }
  }

  private static func code(_ error: TerrainFileError) -> Code {
    switch error {
    case .template, .unknownEnding: .usage
    case .noGDAL, .refused, .cut, .cancelled: .unavailable
    case .notReachable: .noHost
    case .tooManyFiles: .noInput
    default: .data
    }
  }

  /// Why a loss cannot be computed.
  init(_ error: PropagationError) { self.init(code: .data, message: error.description) }

  /// Why there is no ground.
  init(_ error: TerrainError) { self.init(code: .data, message: error.description) }
}

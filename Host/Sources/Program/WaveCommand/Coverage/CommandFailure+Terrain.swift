import WavePropagation
import WaveTerrain

extension CommandFailure {
  /// Creates a failure from a terrain file error.
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

  /// Creates a failure from an error in a path loss computation.
  init(_ error: PropagationError) { self.init(code: .data, message: error.description) }

  /// Creates a failure for a coverage plan whose map cannot be computed.
  ///
  /// If a quantity is out of range, the message states the valid range.
  init(ofMap error: PropagationError, code: Code) {
    guard case .impossible(let quantity) = error, let range = Self.range(ofMap: quantity) else {
      self.init(code: code, message: error.description)
      return
    }
    self.init(code: code, message: "\(quantity) is out of range: a map supports \(range)")
  }

  /// Returns a description of the range that `CoveragePlan.check()` accepts for a quantity.
  private static func range(ofMap quantity: LinkQuantity) -> String? {
    switch quantity {
    case .frequency: "1 MHz to 100 GHz"
    case .radius: "up to 1000 km"
    case .transmitterHeight, .receiverHeight: "heights above 0 m and up to 10000 m above ground"
    case .latitude: "places between 85° south and 85° north"
    default: nil
    }
  }

  /// Creates a failure from an error that occurred while ground heights were read from tiles.
  init(_ error: TerrainError) { self.init(code: .data, message: error.description) }
}

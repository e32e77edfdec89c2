import WavePropagation
import WaveTerrain
import WaveTerrainFormats

extension TerrainFileError: CommandError {
  var exitCode: CommandFailure.Code {
    switch self {
    case .file(let error): error.exitCode
    case .template, .unknownEnding: .usage
    case .noGDAL, .refused, .cut, .cancelled: .unavailable
    case .notReachable: .noHost
    case .tooManyFiles: .noInput
    default: .data
    }
  }
}

extension TerrainError: CommandError {
  var exitCode: CommandFailure.Code { .data }
}

extension PropagationError: CommandError {
  var exitCode: CommandFailure.Code { .data }
}

extension TerrainFormatError {
  /// Returns the value of an expression that reads a file, or throws its error as a failure.
  static func asFailure<Value>(
    ofFile path: String, _ value: @autoclosure () throws(Self) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(Self) { return try value() } catch { throw CommandFailure(.data, "\(path): \(error)") }
  }
}

extension CommandFailure {
  /// Creates a failure for a coverage plan whose map cannot be computed.
  ///
  /// If a quantity is out of range, the message states the valid range.
  init(ofMap error: PropagationError, code: Code) {
    guard case .impossible(let quantity) = error, let range = Self.range(ofMap: quantity) else {
      self.init(code, error.description)
      return
    }
    self.init(code, "\(quantity) is out of range: a map supports \(range)")
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
}

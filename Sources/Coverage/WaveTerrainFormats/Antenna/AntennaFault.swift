/// An error in an antenna file.
public enum AntennaFault: Error, Equatable, Sendable {
  /// A numeric field of an antenna file.
  public enum Field: Equatable, Sendable {
    case gain, angle, attenuation, strength, angleCount, rotation, tilt
  }

  /// A cut through the pattern.
  public enum Cut: Equatable, Sendable {
    case horizontal, vertical
  }

  /// A number is malformed, or out of range.
  case malformed(Field)
  /// An angle is not greater than the previous one, or more than a full turn from the first.
  case notAscending
  /// A row does not consist of an angle and a value.
  case wrongColumns
  /// A cut is missing.
  case missing(Cut)
  /// A cut occurs twice.
  case repeated(Cut)
  /// A cut has fewer angles than the file states.
  case tooFewAngles(expected: Int, found: Int)
  /// A cut has more angles than the limit.
  case tooManyAngles(limit: Int)
}

#if !hasFeature(Embedded)
  extension AntennaFault: CustomStringConvertible {
    /// A one-line message that states the problem and how to fix it.
    public var description: String {
      switch self {
      case .malformed(let field): "\(field.name). Correct the line"
      case .notAscending:
        "the angle is not above that of the line before. Put angles in order, over one turn"
      case .wrongColumns: "not an angle and a value. Correct or delete the line"
      case .missing(let cut): "there is no \(cut.name) pattern. Fetch the file again, or use another one"
      case .repeated(let cut): "a second \(cut.name) pattern begins here. Delete one of them"
      case .tooFewAngles(let expected, let found):
        "the pattern ends after \(found) of \(expected) angles. The file was cut off; fetch it again"
      case .tooManyAngles(let limit): "more than \(limit) angles. Leave some out"
      }
    }
  }

  extension AntennaFault.Field {
    fileprivate var name: String {
      switch self {
      case .gain: "the gain is not a number of dBd or dBi"
      case .angle: "the angle is not a number of degrees in its range"
      case .attenuation: "the attenuation is not a number from 0 to 200 dB"
      case .strength: "the field strength is not a number from 0 to 1"
      case .angleCount: "not a number of angles"
      case .rotation: "the rotation is not a number of degrees"
      case .tilt: "the tilt and its azimuth are not two numbers of degrees"
      }
    }
  }

  extension AntennaFault.Cut {
    fileprivate var name: String {
      switch self {
      case .horizontal: "horizontal"
      case .vertical: "vertical"
      }
    }
  }
#endif

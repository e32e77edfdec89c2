import WavePropagation
public import WaveUnits

/// Transmitters of a scene beside the one that is selected.
extension CoverageScene {
  /// What is a transmitter's own; all else of it is that of the selected one.
  public struct Other: Equatable, Sendable {
    /// Where it stands.
    public var place: Coordinate
    /// Frequency, Hz.
    public var frequencyHertz: Double
    /// Radius, m.
    public var radiusMeters: Double
    /// Its antenna above ground, m.
    public var heightMeters: Double
    /// What it radiates, dBm.
    public var radiatedDecibelMilliwatts: Double

    /// Takes all of it.
    public init(
      place: Coordinate, frequencyHertz: Double, radiusMeters: Double, heightMeters: Double,
      radiatedDecibelMilliwatts: Double
    ) {
      self.place = place
      self.frequencyHertz = frequencyHertz
      self.radiusMeters = radiusMeters
      self.heightMeters = heightMeters
      self.radiatedDecibelMilliwatts = radiatedDecibelMilliwatts
    }
  }

  /// What is shown of all transmitters together.
  public enum Together: CaseIterable, Sendable {
    /// The strongest level.
    case strongest
    /// Whose it is.
    case server
    /// How many levels are enough.
    case overlap

    var word: StaticString {
      switch self {
      case .strongest: "strongest"
      case .server: "server"
      case .overlap: "overlap"
      }
    }
  }

  /// Others at most.
  public static let otherLimit = CoverageSite.limit - 1

  func appendOthers(to text: inout TextWriter) {
    for other in others.prefix(Self.otherLimit) {
      Self.append("&also=", other.place.latitudeDegrees, 7, to: &text)
      Self.append(",", other.place.longitudeDegrees, 7, to: &text)
      Self.append(",", other.frequencyHertz / 1e6, 6, to: &text)
      Self.append(",", other.radiusMeters / 1000, 3, to: &text)
      Self.append(",", other.heightMeters, 3, to: &text)
      Self.append(",", other.radiatedDecibelMilliwatts, 2, to: &text)
    }
    guard selectedIndex > 0, selectedIndex <= others.count else { return }
    text.append("&letter=")
    text.append(ascii: CoverageSite.letter(selectedIndex))
  }

  /// Another transmitter of six numbers; nil where one of them cannot be.
  static func other(_ numbers: [Double]) -> Other? {
    let place = Coordinate(latitudeDegrees: numbers[0], longitudeDegrees: numbers[1])
    guard place.isPlace, megahertz.contains(numbers[2]), kilometers.contains(numbers[3]),
      antennaMeters.contains(numbers[4]), radiated.contains(numbers[5])
    else { return nil }
    return Other(
      place: place, frequencyHertz: numbers[2] * 1e6, radiusMeters: numbers[3] * 1000,
      heightMeters: numbers[4], radiatedDecibelMilliwatts: numbers[5])
  }

  /// The number of the transmitter that a letter stands for.
  static func index(ofLetter value: [UInt8]) -> Int? {
    guard value.count == 1 else { return nil }
    return (0..<CoverageSite.limit).first { CoverageSite.letter($0) == value[0] }
  }

  /// What is to be computed of another transmitter.
  ///
  /// - Parameters:
  ///   - other: The transmitter.
  ///   - plan: That of the selected one.
  /// - Returns: The plan.
  /// - Throws: `PropagationError` where the model cannot have its numbers.
  static func plan(of other: Other, from plan: CoveragePlan) throws(PropagationError) -> CoveragePlan {
    var next = plan
    next.transmitter = other.place
    next.frequencyHertz = other.frequencyHertz
    next.radiusMeters = other.radiusMeters
    next.transmitterHeightMeters = other.heightMeters
    try next.check()
    return next
  }
}

public import WavePropagation
import WaveText

/// An antenna as described by a file.
public struct AntennaFile: Equatable, Sendable {
  /// The maximum number of angles in a cut.
  public static let angleLimit = 36_000

  /// The radiation pattern.
  public var pattern: AntennaPattern
  /// The antenna's name in the file; empty if there is none.
  public var name: [UInt8] = []
  /// The frequency of the pattern, in Hz; nil if the file does not state it.
  public var frequencyHertz: Double?
  /// The direction in which the antenna points, in degrees clockwise from north; 0 if the file does not state
  /// it.
  public var bearingDegrees = 0.0
  /// The mechanical downtilt of the antenna, in degrees; 0 if the file does not state it.
  public var tiltDegrees = 0.0
  /// The direction of the tilt, in degrees clockwise from north; nil for the direction in which the antenna
  /// points.
  public var tiltBearingDegrees: Double?

  /// Creates an antenna with a pattern and default values.
  public init(pattern: AntennaPattern) { self.pattern = pattern }
}

/// The rows of a cut that have been read so far.
struct CutRows {
  let scale: AntennaCut.Scale
  let range: ClosedRange<Double>
  private var degrees: [Double] = []
  private var values: [Double] = []
  /// The number of rows read, including a last row that repeats the first.
  private(set) var count = 0

  init(_ scale: AntennaCut.Scale, angles range: ClosedRange<Double>) {
    (self.scale, self.range) = (scale, range)
  }

  /// Parses an angle and its value, and appends them to the cut.
  mutating func add(_ bytes: Span<UInt8>, _ row: Range<Int>, line: Int) throws(TerrainFormatError) {
    var fields = TextFields(row)
    guard let first = fields.next(bytes), let second = fields.next(bytes), fields.next(bytes) == nil else {
      throw .antenna(.wrongColumns, line: line)
    }
    guard let angle = ASCIINumber.double(bytes, first), range.contains(angle) else {
      throw .antenna(.malformed(.angle), line: line)
    }
    let limit = scale == .decibels ? 200.0 : 1
    guard let value = ASCIINumber.double(bytes, second), value >= 0, value <= limit else {
      throw .antenna(.malformed(scale == .decibels ? .attenuation : .strength), line: line)
    }
    guard count < AntennaFile.angleLimit else {
      throw .antenna(.tooManyAngles(limit: AntennaFile.angleLimit), line: line)
    }
    if let last = degrees.last, let first = degrees.first {
      guard angle > last, angle - first <= 360 else { throw .antenna(.notAscending, line: line) }
      count += 1
      // After a full turn, the last row repeats the first.
      if angle - first == 360 { return }
    } else {
      count += 1
    }
    degrees.append(angle)
    values.append(value)
  }

  /// Returns the cut, or nil if there are no rows.
  func cut(isClosed: Bool) -> AntennaCut? {
    AntennaCut(degrees: degrees, values: values, scale: scale, isClosed: isClosed)
  }
}

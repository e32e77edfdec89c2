public import WavePropagation
import WaveText

/// An antenna as files tell of it.
public struct AntennaFile: Equatable, Sendable {
  /// Angles of a cut at most.
  public static let angleLimit = 36_000

  /// How it radiates.
  public var pattern: AntennaPattern
  /// What it is called, as the file has it; empty where it is not told.
  public var name: [UInt8] = []
  /// The frequency that the pattern is of, Hz; nil where the file does not tell one.
  public var frequencyHertz: Double?
  /// Where it looks, degrees clockwise from north, as far as the file tells.
  public var bearingDegrees = 0.0
  /// By how much it is tilted downwards as a whole, as far as the file tells.
  public var tiltDegrees = 0.0
  /// Towards where, degrees clockwise from north; nil where it is where the antenna looks.
  public var tiltBearingDegrees: Double?

  /// Takes a pattern of which nothing else is known.
  public init(pattern: AntennaPattern) { self.pattern = pattern }
}

/// The rows of a cut as they are read.
struct CutRows {
  let scale: AntennaCut.Scale
  let range: ClosedRange<Double>
  private var degrees: [Double] = []
  private var values: [Double] = []
  /// Rows that were read, a last one that repeats the first among them.
  private(set) var count = 0

  init(_ scale: AntennaCut.Scale, angles range: ClosedRange<Double>) {
    (self.scale, self.range) = (scale, range)
  }

  /// Reads an angle and what stands there.
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
      // A whole turn is where it began.
      if angle - first == 360 { return }
    } else {
      count += 1
    }
    degrees.append(angle)
    values.append(value)
  }

  /// The cut, if there are rows.
  func cut(isClosed: Bool) -> AntennaCut? {
    AntennaCut(degrees: degrees, values: values, scale: scale, isClosed: isClosed)
  }
}

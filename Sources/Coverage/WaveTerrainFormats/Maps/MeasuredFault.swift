/// An error in a file of measured points.
public enum MeasuredFault: Error, Equatable, Sendable {
  /// A value of a measured point.
  public enum Part: Equatable, Sendable {
    case latitude, longitude, level
  }

  /// The file exceeds the limit in bytes.
  case tooLong(limit: Int)
  /// The file has more points than the limit.
  case tooManyPoints(limit: Int)
  /// A line exceeds the limit in bytes.
  case lineTooLong(limit: Int)
  /// No line names the columns of a position, and none begins with two numbers that could be a position.
  case noColumns
  /// A value in a row or an element is invalid or out of range.
  case malformed(Part)
  /// A row ends before the cell with this value.
  case missing(Part)
  /// A GPX file ends within an element or a tag.
  case unfinished
  /// The file has no points.
  case noPoints
}

#if !hasFeature(Embedded)
  extension MeasuredFault: CustomStringConvertible {
    /// A one-line message that states the problem and how to fix it.
    public var description: String {
      switch self {
      case .tooLong(let limit): "the file is longer than \(limit >> 20) MiB. Split it"
      case .tooManyPoints(let limit): "more than \(limit) points. Split the file"
      case .lineTooLong(let limit): "longer than \(limit) bytes. This is not a table of points"
      case .noColumns:
        "no columns of coordinates. Name them in a first line, such as latitude,longitude,dBm"
      case .malformed(.latitude): "the latitude is not a number from -90 to 90. Correct or delete the line"
      case .malformed(.longitude):
        "the longitude is not a number from -180 to 360. Correct or delete the line"
      case .malformed(.level): "the level is not a number of dBm. Correct it, or leave it empty"
      case .missing(let part):
        """
        no \(part == .latitude ? "latitude" : part == .longitude ? "longitude" : "level"). Complete or \
        delete the line
        """
      case .unfinished: "the file ends here, within an element. It was cut off; export it again"
      case .noPoints:
        "no points. Pick a table with a place in each line, or a GPX file with waypoints or a track"
      }
    }
  }
#endif

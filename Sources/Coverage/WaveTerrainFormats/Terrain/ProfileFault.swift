/// An error in the table of a path profile.
public enum ProfileFault: Error, Equatable, Sendable {
  /// A column of the table.
  public enum Column: Int, Equatable, Sendable {
    case distance = 1, height, clutter, zone
  }

  /// The table has fewer than two points.
  case tooFewPoints(Int)
  /// The table has more points than the limit.
  case tooManyPoints(limit: Int)
  /// A row does not have 2 to 4 columns, or has a different number of columns than the rows before it.
  case wrongColumns(expected: Int?, found: Int)
  /// A cell is not a number, or is out of range.
  case malformed(Column)
  /// The first distance is not 0, or a distance is not greater than the previous one.
  case notAscending
}

#if !hasFeature(Embedded)
  extension ProfileFault: CustomStringConvertible {
    /// A one-line message that states the problem and how to fix it.
    public var description: String {
      switch self {
      case .tooFewPoints(let count): "the table ends after \(count) points. Give at least both ends"
      case .tooManyPoints(let limit): "more than \(limit) points. Give fewer"
      case .wrongColumns(let expected, let found):
        """
        \(found) columns instead of \(expected.map { "\($0)" } ?? "2 to 4"). Give distance in km, height in \
        m, and where known clutter in m and zone
        """
      case .malformed(.distance): "the distance is not a number of km. Correct the line"
      case .malformed(.height):
        "the height is not a valid number of m. Fill the void, or correct the line"
      case .malformed(.clutter): "the clutter is not a number of m. Give 0 where there is none"
      case .malformed(.zone): "the zone is not 1 (sea), 3 (coastal land) or 4 (inland). Correct the line"
      case .notAscending:
        "the distance is not above that of the line before. Begin at 0, and put them in order"
      }
    }
  }
#endif

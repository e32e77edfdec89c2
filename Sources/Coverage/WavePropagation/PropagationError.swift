/// The reason why the loss of a path cannot be computed.
public enum PropagationError: Error, Equatable, Sendable {
  /// A profile has fewer than two points.
  case tooFewPoints(Int)
  /// A profile's lists have different lengths.
  case unequalCounts(distances: Int, others: Int)
  /// A distance is not greater than the previous one, or the first is not 0.
  case notAscending(point: Int)
  /// A height is not a finite number.
  case notFinite(point: Int)
  /// A value that describes the link is out of range.
  case impossible(LinkQuantity)
  /// A map has more samples than the limit.
  case tooManySamples(Int)
}

/// A quantity that describes a link.
public enum LinkQuantity: UInt8, Equatable, Sendable {
  case frequency, transmitterHeight, receiverHeight, timePercent, locationPercent, situationPercent
  case refractivity, ground, distance, latitude, deviation, radius
}

extension LinkQuantity {
  /// Checks that a value is above one limit and below another.
  func check(_ value: Double, above low: Double, below high: Double) throws(PropagationError) {
    guard value > low, value < high else { throw .impossible(self) }
  }
}

#if !hasFeature(Embedded)
  extension PropagationError: CustomStringConvertible {
    /// A one-line message that states the problem, its location and how to fix it.
    public var description: String {
      switch self {
      case .tooFewPoints(let count): "the profile has \(count) points. Give at least both ends"
      case .unequalCounts(let distances, let others):
        """
        the profile has \(distances) distances and \(others) values of another kind. Give one of each for \
        each point
        """
      case .notAscending(let point):
        "point \(point + 1) of the profile is not beyond the one before it. Begin at 0, and put them in order"
      case .notFinite(let point):
        "the height of point \(point + 1) of the profile is not a number. Fill the void, or omit the path"
      case .impossible(let quantity): "\(quantity) is invalid. Give another value"
      case .tooManySamples(let count):
        "a map of \(count) samples is too large for the memory. Choose a smaller radius"
      }
    }
  }

  extension LinkQuantity: CustomStringConvertible {
    /// The name of the quantity.
    public var description: String {
      switch self {
      case .frequency: "the frequency"
      case .transmitterHeight: "the transmitting antenna's height"
      case .receiverHeight: "the receiving antenna's height"
      case .timePercent: "the percentage of time"
      case .locationPercent: "the percentage of places"
      case .situationPercent: "the percentage of situations"
      case .refractivity: "the refractivity"
      case .ground: "the ground's permittivity or conductivity"
      case .distance: "the distance"
      case .latitude: "the latitude"
      case .deviation: "the standard deviation"
      case .radius: "the radius"
      }
    }
  }
#endif

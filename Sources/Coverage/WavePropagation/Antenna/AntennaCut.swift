import WaveUnits

/// How much less than at its best an antenna radiates, along one circle or a part of one.
public struct AntennaCut: Equatable, Sendable {
  /// What stands at an angle; straight lines lie between, of this.
  public enum Scale: Sendable {
    /// Decibels below the most.
    case decibels
    /// The field strength, 1 at the most.
    case field
  }

  /// The attenuation that a field of nothing is taken as, dB.
  public static let deepestDecibels = 100.0

  /// Ascending angles, degrees.
  public let degrees: [Double]
  /// What stands at each.
  public let values: [Double]
  /// What that is.
  public let scale: Scale
  /// Whether the last angle is followed by the first: all of a circle is told.
  public let isClosed: Bool

  /// Takes angles and what stands there; nil where these are no cut, or hold no angle at all.
  ///
  /// - Parameters:
  ///   - degrees: Ascending, and less than 360° from the first to the last.
  ///   - values: As many.
  ///   - scale: What they are.
  ///   - isClosed: Whether the last angle is followed by the first; if not, both ends hold beyond them.
  public init?(degrees: [Double], values: [Double], scale: Scale, isClosed: Bool) {
    guard let first = degrees.first, let last = degrees.last, degrees.count == values.count,
      last - first < 360, first.magnitude <= 360, last.magnitude <= 720,
      values.allSatisfy({ $0 >= 0 && $0 <= 1000 })
    else { return nil }
    for index in degrees.indices.dropFirst() where !(degrees[index] > degrees[index - 1]) { return nil }
    self.degrees = degrees
    self.values = values
    self.scale = scale
    self.isClosed = isClosed
  }

  /// A cut that is the same everywhere.
  public static let uniform = AntennaCut()

  private init() { (degrees, values, scale, isClosed) = ([0], [0], .decibels, true) }

  /// The attenuation towards an angle.
  ///
  /// - Parameter angle: Degrees; whole turns more or less make no difference where the cut is closed.
  /// - Returns: Decibels, 0 or more, and no more than `deepestDecibels` where fields are told.
  /// - Complexity: O(log angles), no allocation.
  public func attenuation(atDegrees angle: Double) -> Double {
    let value = value(atDegrees: angle)
    switch scale {
    case .decibels: return value
    case .field:
      return value > 1e-5 ? Swift.max(0, -20 * Logarithm.decimal(value)) : Self.deepestDecibels
    }
  }

  private func value(atDegrees angle: Double) -> Double {
    let count = degrees.count
    guard count > 1, angle.isFinite else { return values[0] }
    var angle = angle
    if isClosed {
      angle = (angle - degrees[0]).remainder(dividingBy: 360)
      angle = degrees[0] + (angle < 0 ? angle + 360 : angle)
    }
    if angle <= degrees[0] { return values[0] }
    if angle >= degrees[count - 1] {
      guard isClosed else { return values[count - 1] }
      let part = (angle - degrees[count - 1]) / (degrees[0] + 360 - degrees[count - 1])
      return values[count - 1] + Swift.min(1, part) * (values[0] - values[count - 1])
    }
    // The last angle that is not beyond the one that is asked for.
    var (low, high) = (0, count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if degrees[middle] <= angle { low = middle } else { high = middle }
    }
    let part = (angle - degrees[low]) / (degrees[high] - degrees[low])
    return values[low] + part * (values[high] - values[low])
  }
}

import WaveUnits

/// The attenuation of an antenna relative to its maximum gain, along a circle or an arc.
public struct AntennaCut: Equatable, Sendable {
  /// The quantity that the values express; values are interpolated linearly.
  public enum Scale: Sendable {
    /// Decibels below the maximum.
    case decibels
    /// The field strength relative to the maximum, 0 to 1.
    case field
  }

  /// The attenuation for a field strength of 0, in dB.
  public static let deepestDecibels = 100.0

  /// The angles in degrees, ascending.
  public let degrees: [Double]
  /// The value at each angle.
  public let values: [Double]
  /// The quantity that the values express.
  public let scale: Scale
  /// Whether the cut is a full circle, in which the first angle follows the last.
  public let isClosed: Bool

  /// Creates a cut from angles and values; nil if they are invalid or empty.
  ///
  /// - Parameters:
  ///   - degrees: Ascending angles, spanning less than 360°.
  ///   - values: One value for each angle.
  ///   - scale: The quantity of the values.
  ///   - isClosed: Whether the cut is a full circle; if not, the values at both ends also apply beyond them.
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

  /// A cut without attenuation in any direction.
  public static let uniform = AntennaCut()

  private init() { (degrees, values, scale, isClosed) = ([0], [0], .decibels, true) }

  /// Returns the attenuation at an angle.
  ///
  /// - Parameter angle: The angle in degrees; full turns make no difference if the cut is closed.
  /// - Returns: The attenuation in decibels, 0 or more; at most `deepestDecibels` if the values are field
  ///   strengths.
  /// - Complexity: O(log angles), without allocation.
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
    // Finds the last angle that does not exceed the requested one.
    var (low, high) = (0, count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if degrees[middle] <= angle { low = middle } else { high = middle }
    }
    let part = (angle - degrees[low]) / (degrees[high] - degrees[low])
    return values[low] + part * (values[high] - values[low])
  }
}

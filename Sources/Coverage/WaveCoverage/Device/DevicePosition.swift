import WaveUnits

/// The reason why a device's position is not available.
public enum PositionFault: UInt8, Sendable {
  /// The user or the system denies access.
  case denied = 1
  /// The device cannot determine its position.
  case unavailable = 2
  /// The device did not determine its position in time.
  case late = 3
  /// The page was not loaded over a secure connection.
  case insecure = 4

  /// The error message for the user.
  var text: StaticString {
    switch self {
    case .denied: "This page may not know where the device is. Allow it in the browser\u{2019}s settings."
    case .unavailable: "The device does not know where it is. Type the place in the field above."
    case .late: "The device has not found out where it is in time. Try again under the open sky."
    case .insecure: "Positions are told to secure pages only: have it served with --lan, or over https."
    }
  }
}

/// The state of the device's position.
enum DevicePosition: Equatable, Sendable {
  /// The position was not requested, or is not available.
  case unknown
  /// The position has been requested.
  case awaited
  /// The position is known with an accuracy in metres.
  case known(meters: Double)

  /// The uncertainty of a position, in metres, above which the user is warned.
  static let wellKnownMeters = 100.0

  /// Marks the position as requested.
  ///
  /// - Returns: Whether to send the request; false if one is already pending.
  mutating func ask() -> Bool {
    defer { self = .awaited }
    return self != .awaited
  }

  /// Handles a failure to determine the position.
  ///
  /// - Returns: Whether the position had been requested.
  mutating func fail() -> Bool {
    guard self == .awaited else { return false }
    self = .unknown
    return true
  }

  /// Receives the position; the state becomes `unknown` if the position or its accuracy is invalid.
  ///
  /// - Returns: Whether the position had been requested.
  mutating func receive(_ place: Coordinate, accuracyMeters accuracy: Double) -> Bool {
    guard self == .awaited else { return false }
    self = place.isPlace && accuracy >= 0 && accuracy < 1e7 ? .known(meters: accuracy) : .unknown
    return true
  }
}

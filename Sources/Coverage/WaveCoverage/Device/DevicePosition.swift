import WaveUnits

/// Why a device does not say where it is.
public enum PositionFault: UInt8, Sendable {
  /// The user, or the system, does not allow it.
  case denied = 1
  /// It cannot find out.
  case unavailable = 2
  /// It has not found out in time.
  case late = 3
  /// Pages that are not secure may not know.
  case insecure = 4

  /// What is said of it.
  var text: StaticString {
    switch self {
    case .denied: "This page may not know where the device is. Allow it in the browser\u{2019}s settings."
    case .unavailable: "The device does not know where it is. Type the place in the field above."
    case .late: "The device has not found out where it is in time. Try again under the open sky."
    case .insecure: "Positions are told to secure pages only: have it served with --lan, or over https."
    }
  }
}

/// The position of the device.
enum DevicePosition: Equatable, Sendable {
  /// It was not asked for, or could not be had.
  case unknown
  /// The device has been asked.
  case awaited
  /// It is known to so many metres.
  case known(meters: Double)

  /// Less well known than this, it is said to be, m.
  static let wellKnownMeters = 100.0

  /// Asks for the position.
  ///
  /// - Returns: Whether the device is to be asked: not where it has been already.
  mutating func ask() -> Bool {
    defer { self = .awaited }
    return self != .awaited
  }

  /// The device does not say where it is.
  ///
  /// - Returns: Whether it was asked.
  mutating func fail() -> Bool {
    guard self == .awaited else { return false }
    self = .unknown
    return true
  }

  /// The device says where it is; a place that cannot be, or an uncertainty, leaves its position unknown.
  ///
  /// - Returns: Whether it was asked.
  mutating func receive(_ place: Coordinate, accuracyMeters accuracy: Double) -> Bool {
    guard self == .awaited else { return false }
    self = place.isPlace && accuracy >= 0 && accuracy < 1e7 ? .known(meters: accuracy) : .unknown
    return true
  }
}

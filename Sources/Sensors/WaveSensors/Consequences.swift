/// The consequences of a change to the view.
struct Consequences: OptionSet, Sendable {
  let rawValue: UInt8
  /// The server must send different data.
  static let view = Consequences(rawValue: 1)
  /// The status text has changed.
  static let status = Consequences(rawValue: 2)
  /// The view expects samples again, for example after a pause.
  static let listening = Consequences(rawValue: 4)
  /// The view shows live data, so any inertial scrolling away from it must stop.
  static let live = Consequences(rawValue: 8)
  /// The duration that fits on the paper has changed.
  static let time = Consequences(rawValue: 16)
  /// The user is about to hold a card against the screen, so the drawer must close.
  static let card = Consequences(rawValue: 32)
  /// The number of points per millimetre has been calibrated, and must be stored on this device.
  static let measured = Consequences(rawValue: 64)
}

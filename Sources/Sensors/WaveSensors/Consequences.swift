/// What follows from a change of what is seen.
struct Consequences: OptionSet, Sendable {
  let rawValue: UInt8
  /// The server has to send something else.
  static let view = Consequences(rawValue: 1)
  /// What is said of the state has changed.
  static let status = Consequences(rawValue: 2)
  /// Samples are expected from now on.
  static let listening = Consequences(rawValue: 4)
  /// Now is now: what glides would carry the picture away from it.
  static let live = Consequences(rawValue: 8)
  /// Another stretch of time fits on the paper.
  static let time = Consequences(rawValue: 16)
  /// A card is laid on the screen, which has to be free.
  static let card = Consequences(rawValue: 32)
  /// The size of a millimetre is known, and to be kept on this device.
  static let measured = Consequences(rawValue: 64)
}

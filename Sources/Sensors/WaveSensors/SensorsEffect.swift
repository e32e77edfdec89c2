/// A request that only the sensors instrument makes to the program that shows it.
public enum SensorsEffect: Equatable, Sendable {
  /// The key of the size of a millimetre, in points.
  static let millimetreKey: UInt8 = 0

  /// Store a number on this device; `restore(key:value:at:)` passes it back when the page opens again.
  case keep(key: UInt8, value: Double)
}

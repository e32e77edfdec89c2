/// A request that only the Sensors instrument makes to its host program.
public enum SensorsEffect: Equatable, Sendable {
  /// The key under which the number of points per millimetre is stored.
  static let millimetreKey: UInt8 = 0

  /// Stores a value on this device; `restore(key:value:at:)` passes it back when the page is opened again.
  case keep(key: UInt8, value: Double)
}

/// A request that only the sensors instrument makes to the program that shows it.
public enum SensorsEffect: Equatable, Sendable {
  /// Store a number on this device; `restore(key:value:at:)` passes it back when the page opens again.
  case keep(key: UInt8, value: Double)
}

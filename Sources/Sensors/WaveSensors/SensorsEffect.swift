/// What the sensors instrument wants done outside, beside what every instrument does.
public enum SensorsEffect: Equatable, Sendable {
  /// Keep a number on this device; `restore(key:value:at:)` brings it back when the page is opened again.
  case keep(key: UInt8, value: Double)
}

/// The permissions of a device.
public enum Role: String, CaseIterable, Sendable {
  /// May only watch.
  case viewer
  /// May watch and control sources.
  case control

  /// Whether the device may control sources.
  public var mayControl: Bool { self == .control }
}

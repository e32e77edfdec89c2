/// The permissions of a device.
public enum Role: String, CaseIterable, Sendable {
  /// The device can watch but not control sources.
  case viewer
  /// The device can watch and control sources.
  case control

  /// Whether a device with this role can control sources.
  public var mayControl: Bool { self == .control }
}

/// What a device may do.
public enum Role: String, CaseIterable, Sendable {
  /// Look, and nothing else.
  case viewer
  /// Look, and tell sources what to do.
  case control

  /// Whether sources do what the device asks.
  public var mayControl: Bool { self == .control }
}

/// Why a source cannot be opened or read: what failed, where, and what to do about it.
public struct DeviceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  public var what: String
  /// Where: a path, a parameter, a line and byte; empty where it is plain.
  public var place: String
  /// What to do.
  public var advice: String

  /// Describes a failure.
  public init(what: String, place: String, advice: String) {
    self.what = what
    self.place = place
    self.advice = advice
  }

  /// All three in one line.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + what + (advice.isEmpty ? "" : ". " + advice)
  }
}

/// A line that says something by the way, and goes by itself: it stands where it moves nothing.
public struct Toast: Equatable, Sendable {
  /// How long it stands, in microseconds.
  public static let microseconds: Int64 = 6_000_000

  /// What it says, in UTF-8.
  public let text: [UInt8]
  /// When it goes, in the client's time.
  public let endsAt: Int64

  /// Says something from now on.
  public init(_ text: [UInt8], at now: Int64) {
    self.text = text
    endsAt = now + Self.microseconds
  }
}

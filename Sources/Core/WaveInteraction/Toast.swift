/// A short message that disappears by itself, and is drawn where it moves nothing else.
public struct Toast: Equatable, Sendable {
  /// The time for which it is shown, in microseconds.
  public static let microseconds: Int64 = 6_000_000

  /// The message, in UTF-8.
  public let text: [UInt8]
  /// When it disappears, in the client's time.
  public let endsAt: Int64

  /// A message that is shown from now on.
  public init(_ text: [UInt8], at now: Int64) {
    self.text = text
    endsAt = now + Self.microseconds
  }
}

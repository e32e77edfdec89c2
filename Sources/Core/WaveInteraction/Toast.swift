/// A short message that disappears by itself and does not displace other elements.
public struct Toast: Equatable, Sendable {
  /// The time for which a toast is shown, in microseconds.
  public static let microseconds: Int64 = 6_000_000

  /// The message, in UTF-8.
  public let text: [UInt8]
  /// The client time at which the toast disappears.
  public let endsAt: Int64

  /// Creates a message that is shown from `now` on.
  public init(_ text: [UInt8], at now: Int64) {
    self.text = text
    endsAt = now + Self.microseconds
  }
}

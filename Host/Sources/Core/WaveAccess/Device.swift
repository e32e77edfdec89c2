/// A paired browser.
public struct Device: Equatable, Sendable {
  /// The identifier in files and sockets: eight hexadecimal digits, never changed.
  public let id: String
  /// The name for people; unique.
  public var name: String
  /// The role, which determines its permissions.
  public var role: Role
  /// The time at which it was paired, in seconds since 1970.
  public let createdSeconds: Int64
  /// The time at which it was last seen, in seconds since 1970.
  public var seenSeconds: Int64
  /// The digest of its token.
  public let token: SecretDigest

  /// Describes a device.
  public init(
    id: String, name: String, role: Role, createdSeconds: Int64, seenSeconds: Int64, token: SecretDigest
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.createdSeconds = createdSeconds
    self.seenSeconds = seenSeconds
    self.token = token
  }
}

/// The secret in a browser's cookie: 256 bits as 64 hexadecimal digits.
public struct DeviceToken: Sendable {
  /// The digits.
  public let text: [UInt8]

  /// Creates an unpredictable token.
  public init(using random: inout some RandomNumberGenerator) {
    text = Hexadecimal.text(RandomBytes.make(32, using: &random))
  }

  /// Reads a token from a cookie; nil if the text cannot be one.
  public init?(text: [UInt8]) {
    guard text.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
    self.text = text
  }

  /// The digest to store instead of the token.
  public var digest: SecretDigest { SecretDigest(of: text) }
}

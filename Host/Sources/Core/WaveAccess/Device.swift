/// A paired browser.
public struct Device: Equatable, Sendable {
  /// The permanent identifier, used in files and for sockets: eight hexadecimal digits.
  public let id: String
  /// The display name, unique among the paired devices.
  public var name: String
  /// The role, which determines the device's permissions.
  public var role: Role
  /// The time at which the device was paired, in seconds since 1970.
  public let createdSeconds: Int64
  /// The time at which the device was last seen, in seconds since 1970.
  public var seenSeconds: Int64
  /// The digest of the device's token.
  public let token: SecretDigest
}

/// The secret in a browser's cookie: 256 bits as 64 hexadecimal digits.
public struct DeviceToken: Sendable {
  /// The hexadecimal digits, in ASCII.
  public let text: [UInt8]

  /// Creates a random token.
  public init(using random: inout some RandomNumberGenerator) {
    text = Hexadecimal.text(RandomBytes.make(32, using: &random))
  }

  /// Creates a token from a cookie's value, or returns nil if it is not 64 lowercase hexadecimal digits.
  public init?(text: [UInt8]) {
    guard text.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
    self.text = text
  }

  /// The digest to store instead of the token.
  public var digest: SecretDigest { SecretDigest(of: text) }
}

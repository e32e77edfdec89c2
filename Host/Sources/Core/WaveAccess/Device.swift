/// A browser that was paired.
public struct Device: Equatable, Sendable {
  /// What it is called in files and sockets: eight hexadecimal digits, never changed.
  public let id: String
  /// What people call it; unique.
  public var name: String
  /// What it may do.
  public var role: Role
  /// When it was paired, in seconds since 1970.
  public let createdSeconds: Int64
  /// When it was last seen, in seconds since 1970.
  public var seenSeconds: Int64
  /// What is kept of its token.
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

/// The secret that a browser keeps in its cookie: 256 bits as 64 hexadecimal digits.
public struct DeviceToken: Sendable {
  /// Its digits.
  public let text: [UInt8]

  /// Makes one that nobody can foresee.
  public init(using random: inout some RandomNumberGenerator) {
    text = Hexadecimal.text(RandomBytes.make(32, using: &random))
  }

  /// Reads one as a cookie holds it; nil for what cannot be one.
  public init?(text: [UInt8]) {
    guard text.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
    self.text = text
  }

  /// What is kept of it.
  public var digest: SecretDigest { SecretDigest(of: text) }
}

/// A stored invitation, which admits one device and contains only digests of its codes.
public struct Invitation: Equatable, Sendable {
  /// The state of an invitation.
  public enum State: String, Sendable {
    /// The invitation can be used until it expires.
    case open
    /// A device has used the invitation.
    case used
    /// Too many wrong codes were typed; only the code in the pairing link is still valid.
    case guessed
    /// A newer invitation has replaced this one.
    case replaced
  }

  /// The validity period of an invitation, in seconds.
  public static let validSeconds: Int64 = 600

  /// The identifier, which is not secret.
  public let id: String
  /// The digest of the code in the pairing link.
  let link: SecretDigest
  /// The digest of the code that users type.
  let typed: SecretDigest
  /// The role of the device; if nil, the first device gets control and later ones become viewers.
  public let role: Role?
  /// The name of the device; nil to use the one that the device proposes.
  public let name: String?
  /// The time at which the invitation was created, in seconds since 1970.
  public let createdSeconds: Int64
  /// The current state of the invitation.
  public internal(set) var state: State
  /// The number of wrong codes typed since the invitation was created.
  var wrongCount: Int

  /// Returns whether the invitation has expired, or the clock was set back to a time more than `validSeconds`
  /// before the invitation was created.
  public func isExpired(at now: Int64) -> Bool {
    now - createdSeconds >= Self.validSeconds || now < createdSeconds - Self.validSeconds
  }
}

/// The two forms of a pairing code, which admits one device.
public struct PairingCodes: Equatable, Sendable {
  /// The identifier of the invitation, which is not secret.
  public let id: String
  /// The code in the pairing link: 26 characters, 128 bits.
  public let link: [UInt8]
  /// The code that users type: 8 characters, 40 bits.
  public let typed: [UInt8]

  /// The code that users type, in readable form: four characters, a hyphen, four characters.
  public var shown: String {
    String(decoding: typed.prefix(4) + [UInt8(ascii: "-")] + typed.dropFirst(4), as: UTF8.self)
  }

  /// Returns an address with the code in its fragment, which browsers do not send to the server.
  ///
  /// - Parameter base: The page's address, which ends in a slash.
  /// - Returns: The address.
  public func address(at base: String) -> String { base + "#pair=" + String(decoding: link, as: UTF8.self) }

  init(using random: inout some RandomNumberGenerator) {
    id = String(decoding: Hexadecimal.text(RandomBytes.make(4, using: &random)), as: UTF8.self)
    link = CrockfordBase32.encode(RandomBytes.make(16, using: &random))
    typed = CrockfordBase32.encode(RandomBytes.make(5, using: &random))
  }
}

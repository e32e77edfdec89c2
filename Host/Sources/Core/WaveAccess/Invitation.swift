/// A code that lets one device in, as it is kept: without the code.
public struct Invitation: Equatable, Sendable {
  /// What became of it.
  public enum State: String, Sendable {
    /// It can be used until it expires.
    case open
    /// A device has used it.
    case used
    /// Its typed code was guessed at too often; the one in the address still holds.
    case guessed
    /// A newer one took its place.
    case replaced
  }

  /// How long it is valid.
  public static let validSeconds: Int64 = 600

  /// What it is called; no secret.
  public let id: String
  /// The code in the address.
  let link: SecretDigest
  /// The code to type.
  let typed: SecretDigest
  /// What the device will be allowed; nil lets the first device control and later ones look.
  public let role: Role?
  /// What the device will be called; nil lets it say.
  public let name: String?
  /// When it was made, in seconds since 1970.
  public let createdSeconds: Int64
  /// What became of it.
  public internal(set) var state: State
  /// Wrong codes that were typed since it was made.
  var wrongCount: Int

  /// Whether its time is over, or has not come: a clock that was set back makes no code last longer.
  public func isExpired(at now: Int64) -> Bool {
    now - createdSeconds >= Self.validSeconds || now < createdSeconds - Self.validSeconds
  }
}

/// The two forms of one code, which lets one device in.
public struct PairingCodes: Equatable, Sendable {
  /// What the invitation is called; no secret.
  public let id: String
  /// For the address: 26 characters, 128 bits.
  public let link: [UInt8]
  /// To be typed: 8 characters, 40 bits.
  public let typed: [UInt8]

  /// The typed code as people read it: four characters, a hyphen, four characters.
  public var shown: String {
    String(decoding: typed.prefix(4) + [UInt8(ascii: "-")] + typed.dropFirst(4), as: UTF8.self)
  }

  /// An address that hands the code over in its fragment, which browsers keep to themselves.
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

import Crypto

/// The SHA-256 digest of a secret, stored instead of the secret itself.
///
/// Two digests are compared in constant time.
public struct SecretDigest: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Creates the digest of a secret.
  public init(of secret: [UInt8]) { bytes = Array(SHA256.hash(data: secret)) }

  /// Creates a digest from 64 lowercase hexadecimal digits, or returns nil if the text is invalid.
  public init?(hex: [UInt8]) {
    guard let bytes = Hexadecimal.bytes(hex), bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }

  /// The digest as 64 lowercase hexadecimal digits.
  public var hex: [UInt8] { Hexadecimal.text(bytes) }

  /// Returns whether two digests are equal, in constant time.
  public static func == (one: SecretDigest, other: SecretDigest) -> Bool {
    var difference: UInt8 = 0
    for (a, b) in zip(one.bytes, other.bytes) { difference |= a ^ b }
    return difference == 0
  }

  /// Feeds the digest into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Conversions between bytes and lowercase hexadecimal digits.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Returns the bytes that pairs of lowercase digits encode, or nil if the text is invalid.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0, text.count <= 1024 else { return nil }
    let values = text.compactMap { digits.firstIndex(of: $0) }
    guard values.count == text.count else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// A generator of random bytes.
enum RandomBytes {
  static func make(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}

import Crypto

/// The SHA-256 digest of a secret, which is stored instead of it.
///
/// Comparing two digests needs the same time wherever they differ.
public struct SecretDigest: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Computes the digest of a secret.
  public init(of secret: [UInt8]) { bytes = Array(SHA256.hash(data: secret)) }

  /// Reads 64 hexadecimal digits; nil for anything else.
  public init?(hex: [UInt8]) {
    guard let bytes = Hexadecimal.bytes(hex), bytes.count == SHA256.byteCount else { return nil }
    self.bytes = bytes
  }

  /// 64 hexadecimal digits.
  public var hex: [UInt8] { Hexadecimal.text(bytes) }

  /// Whether both are digests of the same secret.
  public static func == (one: SecretDigest, other: SecretDigest) -> Bool {
    var difference: UInt8 = 0
    for (a, b) in zip(one.bytes, other.bytes) { difference |= a ^ b }
    return difference == 0
  }

  /// Feeds the digest into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Bytes as lowercase hexadecimal digits.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Reads pairs of lowercase digits; nil for anything else.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0, text.count <= 1024 else { return nil }
    let values = text.compactMap { digits.firstIndex(of: $0) }
    guard values.count == text.count else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// Creates unpredictable bytes.
enum RandomBytes {
  static func make(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}

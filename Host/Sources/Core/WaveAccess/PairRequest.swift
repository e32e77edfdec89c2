import WaveText

/// The body of a pairing request: `{"code": "K7QM-3XRT"}`.
public struct PairRequest: Equatable, Sendable {
  /// The maximum length of a body, in bytes.
  public static let byteLimit = 1024
  /// The maximum length of a code in bytes, including hyphens and spaces.
  public static let codeBytesLimit = 64

  /// The code as received: printable ASCII.
  public let code: [UInt8]

  /// Creates a request from a body, or returns nil if the body is invalid.
  public init?(body: [UInt8]) {
    guard body.count <= Self.byteLimit, let value = try? JSONReader.read(body),
      case .object(let members) = value,
      members.count == 1, case .string(let code)? = value.member("code"),
      (1...Self.codeBytesLimit).contains(code.count), code.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    self.code = code
  }
}

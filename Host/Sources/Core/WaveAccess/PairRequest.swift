import WaveText

/// The body of a request to be paired: `{"code": "K7QM-3XRT"}`.
public struct PairRequest: Equatable, Sendable {
  /// Bytes at most.
  public static let byteLimit = 1024
  /// Bytes of a code at most, hyphens and spaces included.
  public static let codeBytesLimit = 64

  /// The code as it came: printable ASCII.
  public let code: [UInt8]

  /// Reads a body; nil where it is not that.
  public init?(body: [UInt8]) {
    guard body.count <= Self.byteLimit, let value = try? JSONReader.read(body),
      case .object(let members) = value,
      members.count == 1, case .string(let code)? = value.member("code"),
      (1...Self.codeBytesLimit).contains(code.count), code.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    self.code = code
  }
}

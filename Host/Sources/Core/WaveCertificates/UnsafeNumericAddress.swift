import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An address in the form of a certificate: 4 bytes, or 16.
public struct NumericAddress: Hashable, Sendable, CustomStringConvertible {
  /// Most significant byte first.
  public let bytes: [UInt8]

  /// Creates an address from 4 or 16 bytes; nil for any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads an address in the usual notation, without brackets or zone; nil if it is not valid.
  public init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let family = bytes.count == 16 ? AF_INET6 : AF_INET
    let isRead = bytes.withUnsafeMutableBytes { inet_pton(family, text, $0.baseAddress) == 1 }
    guard isRead else { return nil }
    self.bytes = bytes
  }

  init?(_ address: SocketAddress) {
    guard let text = address.ipAddress else { return nil }
    self.init(String(text.prefix { $0 != "%" }))
  }

  /// Whether only this machine can use it.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// The usual notation, without brackets.
  public var description: String {
    (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress ?? ""
  }
}

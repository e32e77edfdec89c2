import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An IP address in binary form, as in certificates: 4 bytes for IPv4, 16 for IPv6.
public struct NumericAddress: Hashable, Sendable, CustomStringConvertible {
  /// The bytes of the address, most significant first.
  public let bytes: [UInt8]

  /// Creates an address from 4 or 16 bytes, or returns nil for any other count.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Creates an address from its usual notation, without brackets or zone, or returns nil if the text is
  /// invalid.
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

  /// Whether the address is a loopback address, which only this machine can reach.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// The address in its usual notation, without brackets.
  public var description: String {
    (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress ?? ""
  }
}

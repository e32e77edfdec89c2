/// A key for counting requests by client: an IPv4 address, or the /64 prefix of an IPv6 address, since each
/// household usually has its own prefix.
public struct AddressKey: Hashable, Sendable {
  private let network: UInt64
  private let isVersion6: Bool
  /// Whether the address is a loopback address.
  public let isLoopback: Bool

  /// Creates a key from an address in network byte order.
  ///
  /// - Parameter bytes: 4 bytes for IPv4, or 16 for IPv6, of which the first 8 are used; an IPv4-mapped IPv6
  ///   address counts as IPv4. Any other length means an unknown address, which does not count as loopback.
  public init(bytes: [UInt8]) {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    let address = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    isVersion6 = address.count == 16
    network = address.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    switch address.count {
    case 4: isLoopback = address[0] == 127
    case 16: isLoopback = address.dropLast().allSatisfy { $0 == 0 } && address[15] == 1
    default: isLoopback = false
    }
  }
}

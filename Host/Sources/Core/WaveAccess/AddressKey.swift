/// Whom requests are counted for: an IPv4 address, or the network of an IPv6 address, which one household has
/// whole.
public struct AddressKey: Hashable, Sendable {
  private let network: UInt64
  private let isVersion6: Bool
  /// Whether it is this machine itself.
  public let isLoopback: Bool

  /// Takes an address in the network's order.
  ///
  /// - Parameter bytes: 4 bytes of IPv4, or 16 of IPv6, of which the first 8 count; an IPv4 address in IPv6
  ///   is that IPv4 address. Anything else is an address that is not known, and not this machine.
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

/// A range of addresses with a common prefix.
struct AddressRange: Sendable {
  let base: [UInt8]
  let mask: [UInt8]

  /// Creates a range, or returns nil if the text is not an address.
  ///
  /// - Parameters:
  ///   - text: The first address in the range.
  ///   - bitCount: The length of the common prefix in bits.
  init?(_ text: String, bitCount: Int) {
    guard let address = NumericAddress(text) else { return nil }
    base = address.bytes
    mask = base.indices.map { index in
      UInt8(truncatingIfNeeded: 0xFF00 >> min(8, max(0, bitCount - 8 * index)))
    }
  }

  /// The range as written in a certificate's name constraint: the address, followed by its mask.
  var octets: [UInt8] { base + mask }

  /// Returns whether an address is in the range given by a name constraint's octets.
  static func contains(_ octets: some Collection<UInt8>, _ address: NumericAddress) -> Bool {
    let octets = Array(octets)
    let count = address.bytes.count
    guard octets.count == 2 * count else { return false }
    return address.bytes.indices.allSatisfy { address.bytes[$0] & octets[count + $0] == octets[$0] }
  }

  /// The ranges that public servers do not use: loopback, link-local, private (RFC 1918, RFC 4193), and the
  /// range shared by providers and VPNs (RFC 6598).
  static let local: [AddressRange] = [
    ("127.0.0.0", 8), ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("169.254.0.0", 16),
    ("100.64.0.0", 10), ("::1", 128), ("fc00::", 7), ("fe80::", 10),
  ].compactMap { AddressRange($0.0, bitCount: $0.1) }
}

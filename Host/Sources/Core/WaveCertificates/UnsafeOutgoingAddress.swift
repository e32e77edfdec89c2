import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension NumericAddress {
  /// The IPv4 address from which this machine reaches other networks; nil if there is no route.
  ///
  /// If there are several networks, such as container bridges, it is the address of the default route. No
  /// packet is sent.
  public static var outgoing: NumericAddress? {
    #if canImport(Glibc)
      let datagrams = Int32(SOCK_DGRAM.rawValue)
    #else
      let datagrams = SOCK_DGRAM
    #endif
    let descriptor = socket(AF_INET, datagrams, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // An address reserved for documentation (RFC 5737) is sufficient, since only the route to it matters.
    guard case .v4(let far)? = try? SocketAddress(ipAddress: "192.0.2.1", port: 9) else { return nil }
    var address = far.address
    var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard connect(descriptor, address, byteCount) == 0, getsockname(descriptor, address, &byteCount) == 0
        else { return nil }
        return NumericAddress(SocketAddress(UnsafeRawPointer(address).load(as: sockaddr_in.self)))
      }
    }
  }
}

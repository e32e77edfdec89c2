import NIOCore
import WaveCertificates

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Addresses to listen on: one for connections from this machine only, and one for connections from all
/// machines.
public enum ListeningAddress {
  /// The IPv4 loopback address.
  public static let loopback = "127.0.0.1"

  /// The wildcard address: IPv6 and IPv4, or IPv4 only if the system has no IPv6.
  public static var everywhere: String {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET6, stream, 0)
    guard descriptor >= 0 else { return "0.0.0.0" }
    close(descriptor)
    // The server resolves the address in the same way. This fails if no interface has an IPv6 address, as in
    // many containers.
    return (try? SocketAddress.makeAddressResolvingHost("::", port: 0)) == nil ? "0.0.0.0" : "::"
  }

  /// Returns whether an address is a loopback address.
  ///
  /// - Parameter host: A name or a numeric address, without brackets.
  /// - Returns: True for `localhost`, 127.0.0.0/8 and ::1; other names are not resolved.
  public static func isLoopback(_ host: String) -> Bool {
    host.lowercased() == "localhost" || NumericAddress(host)?.isLoopback == true
  }
}

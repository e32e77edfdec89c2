import NIOCore
import WaveCertificates

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Addresses on which a server listens: those that only this machine can reach, and those that others can
/// reach too.
public enum ListeningAddress {
  /// The address of the loopback.
  public static let loopback = "127.0.0.1"

  /// Every address of this machine: both IPv6 and IPv4, or only IPv4 if the system has no IPv6.
  public static var everywhere: String {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET6, stream, 0)
    guard descriptor >= 0 else { return "0.0.0.0" }
    close(descriptor)
    // The same look-up as the server's: if no interface has such an address, as in many containers, it fails.
    return (try? SocketAddress.makeAddressResolvingHost("::", port: 0)) == nil ? "0.0.0.0" : "::"
  }

  /// Whether an address belongs to the loopback.
  ///
  /// - Parameter host: A name or a numeric address, without brackets.
  /// - Returns: True for `localhost`, 127.0.0.0/8 and ::1; other names are not resolved.
  public static func isLoopback(_ host: String) -> Bool {
    host.lowercased() == "localhost" || NumericAddress(host)?.isLoopback == true
  }
}

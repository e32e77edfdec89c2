import NIOCore
import WaveCertificates

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Addresses to listen on: those that only this machine reaches, and those that others reach too.
public enum ListeningAddress {
  /// The loopback.
  public static let loopback = "127.0.0.1"

  /// Every address of this machine: of IPv6 and IPv4, or of IPv4 alone where the system has no IPv6.
  public static var everywhere: String {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET6, stream, 0)
    guard descriptor >= 0 else { return "0.0.0.0" }
    close(descriptor)
    // As the server will do it: where no interface has such an address, as in many containers, none is found.
    return (try? SocketAddress.makeAddressResolvingHost("::", port: 0)) == nil ? "0.0.0.0" : "::"
  }

  /// Whether an address is the loopback's.
  ///
  /// - Parameter host: A name or a numeric address, without brackets.
  /// - Returns: True for `localhost`, 127.0.0.0/8 and ::1; of other names it is not known.
  public static func isLoopback(_ host: String) -> Bool {
    host.lowercased() == "localhost" || NumericAddress(host)?.isLoopback == true
  }
}

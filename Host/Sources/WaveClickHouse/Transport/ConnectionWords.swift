import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a connection failed, as people say it.
enum ConnectionWords {
  /// Puts an error of the network's into words.
  static func words(for error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      if let failure = error.connectionErrors.first { return words(for: failure.error) }
      return "no host has that name"
    case let error as IOError where error.errnoCode == ECONNREFUSED: return "nobody listens there"
    case let error as IOError where error.errnoCode == EHOSTUNREACH || error.errnoCode == ENETUNREACH:
      return "there is no way to it"
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      return "the connection was broken off"
    case ChannelError.connectTimeout: return "it does not answer"
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: return ofTLS("\(error)")
    case let error as HTTPClientError where error == .connectTimeout: return "it does not answer"
    case let error as HTTPClientError where error == .remoteConnectionClosed:
      return "the connection was broken off"
    default: return "\(error)"
    }
  }

  private static func ofTLS(_ text: String) -> String {
    if text.contains("WRONG_VERSION_NUMBER") { return "what answers there does not speak TLS" }
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return "this machine does not trust its certificate" }
    if text.contains("validateHostname") || text.contains("failedToValidateHostname") {
      return "its certificate is for another host"
    }
    return "TLS could not be agreed on"
  }
}

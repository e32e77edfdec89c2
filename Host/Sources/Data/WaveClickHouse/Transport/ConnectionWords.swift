import AsyncHTTPClient
import NIOSSL
import WaveSystem

/// Plain-language explanations of connection errors.
enum ConnectionWords {
  /// Returns an explanation of a network, TLS or HTTP error.
  static func words(for error: any Error) -> String {
    switch error {
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: ofTLS("\(error)")
    case let error as HTTPClientError where error == .connectTimeout: "it does not answer"
    case let error as HTTPClientError where error == .remoteConnectionClosed: "the connection was broken off"
    default: ConnectionFailure.words(for: error)
    }
  }

  private static func ofTLS(_ text: String) -> String {
    if text.contains("WRONG_VERSION_NUMBER") { return "the server there does not speak TLS" }
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return "this machine does not trust its certificate" }
    if text.contains("validateHostname") || text.contains("failedToValidateHostname") {
      return "its certificate is for another host"
    }
    return "TLS negotiation failed"
  }
}

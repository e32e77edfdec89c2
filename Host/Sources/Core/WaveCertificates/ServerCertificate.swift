public import Foundation
import NIOCore
public import NIOSSL
import SwiftASN1
import X509

/// A server's certificate with its chain and key.
public struct ServerCertificate: Sendable {
  /// The server's own certificate, followed by its issuers without the root.
  let chain: [Certificate]
  let key: Certificate.PrivateKey

  /// The DNS names in the certificate, in lower case; a leading `*.` matches one label.
  public let names: [String]
  /// The IP addresses in the certificate.
  public let addresses: [NumericAddress]
  /// The names and addresses in the form of a Host header, with IPv6 addresses in brackets.
  public let hosts: [String]

  /// The time from which the certificate is valid.
  public var notBefore: Date { chain[0].notValidBefore }
  /// The time until which the certificate is valid.
  public var notAfter: Date { chain[0].notValidAfter }

  init(chain: [Certificate], key: Certificate.PrivateKey) throws(CertificateError) {
    guard let own = chain.first else { throw .failed("the chain is empty") }
    self.chain = chain
    self.key = key
    var names: [String] = []
    var addresses: [NumericAddress] = []
    for name in (try? own.extensions.subjectAlternativeNames) ?? SubjectAlternativeNames() {
      switch name {
      case .dnsName(let name): names.append(name.lowercased())
      case .ipAddress(let octets):
        if let address = NumericAddress(bytes: Array(octets.bytes)) { addresses.append(address) }
      default: break
      }
    }
    self.names = names
    self.addresses = addresses
    hosts = names + addresses.map(Self.host)
  }

  private static func host(_ address: NumericAddress) -> String {
    address.bytes.count == 4 ? address.description : "[\(address)]"
  }

  /// Returns whether the certificate is due for renewal: at most a third of its lifetime remains.
  public func isDue(at now: Date) -> Bool {
    notAfter.timeIntervalSince(now) * 3 <= notAfter.timeIntervalSince(notBefore)
  }

  /// The host name or address at which other machines can open the page.
  ///
  /// This is the address from which this machine reaches other networks, if the certificate includes it;
  /// otherwise a name that other machines may be able to resolve.
  public var host: String {
    if let address = NumericAddress.outgoing, addresses.contains(address) { return Self.host(address) }
    let proper = names.filter { $0 != "localhost" && !$0.hasPrefix("*") }
    if let name = proper.first(where: { $0.contains(".") }) ?? proper.first { return name }
    if let address = addresses.first(where: { !$0.isLoopback }) { return Self.host(address) }
    // A wildcard is not an address, so this machine's name replaces its asterisk.
    let first = hosts.first ?? "localhost"
    guard first.hasPrefix("*") else { return first }
    return String(ProcessInfo.processInfo.hostName.lowercased().prefix { $0 != "." }) + first.dropFirst()
  }

  /// Returns the TLS context for new connections: TLS 1.3, and TLS 1.2 only with forward secrecy and
  /// authenticated encryption.
  ///
  /// - Throws: `CertificateError.failed` if the TLS library does not accept the certificate or the key.
  public func context() throws(CertificateError) -> NIOSSLContext {
    do {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try chain.map { certificate in
          var serializer = DER.Serializer()
          try serializer.serialize(certificate)
          return .certificate(try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))
        },
        privateKey: .privateKey(
          try NIOSSLPrivateKey(bytes: Array(key.serializeAsPEM().pemString.utf8), format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
      configuration.applicationProtocols = ["http/1.1"]
      // HTTP and WebSocket mark their own ends, so there is no need to wait for the peer's closing alert.
      configuration.shutdownTimeout = .milliseconds(300)
      return try NIOSSLContext(configuration: configuration)
    } catch { throw .failed("\(error)") }
  }
}

public import Foundation
import NIOCore
public import NIOSSL
import SwiftASN1
import X509

/// A server's certificate with its chain and key.
public struct ServerCertificate: Sendable {
  /// The server's own certificate first, then its issuers, without the root.
  let chain: [Certificate]
  let key: Certificate.PrivateKey

  /// The DNS names of the certificate, in lower case; `*.` at the start stands for one label.
  public let names: [String]
  /// The addresses of the certificate.
  public let addresses: [NumericAddress]
  /// Names and addresses in the form of a Host header: IPv6 in brackets.
  public let hosts: [String]

  /// The time from which it is valid.
  public var notBefore: Date { chain[0].notValidBefore }
  /// The time until which it is valid.
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

  /// Whether it is due for renewal: at most a third of its lifetime remains.
  public func isDue(at now: Date) -> Bool {
    notAfter.timeIntervalSince(now) * 3 <= notAfter.timeIntervalSince(notBefore)
  }

  /// The host under which other machines open the page.
  ///
  /// It is the address that this machine has towards others; otherwise a name that others may resolve.
  public var host: String {
    if let address = NumericAddress.outgoing, addresses.contains(address) { return Self.host(address) }
    let proper = names.filter { $0 != "localhost" && !$0.hasPrefix("*") }
    if let name = proper.first(where: { $0.contains(".") }) ?? proper.first { return name }
    if let address = addresses.first(where: { !$0.isLoopback }) { return Self.host(address) }
    // A bare wildcard would match any machine, so this machine's name replaces it.
    let first = hosts.first ?? "localhost"
    guard first.hasPrefix("*") else { return first }
    return String(ProcessInfo.processInfo.hostName.lowercased().prefix { $0 != "." }) + first.dropFirst()
  }

  /// The TLS context for new connections: TLS 1.2 and 1.3, for 1.2 only with forward secrecy and
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
    } catch {
      throw .failed("\(error)")
    }
  }
}

public import Foundation
import NIOCore
public import NIOSSL
import SwiftASN1
import X509

/// A certificate with its chain and key, ready to serve with.
public struct ServerCertificate: Sendable {
  /// The server's own certificate first, then who signed it, without the root.
  let chain: [Certificate]
  let key: Certificate.PrivateKey

  /// DNS names that it is for, in lower case; `*.` at the start stands for one label.
  public let names: [String]
  /// Addresses that it is for.
  public let addresses: [NumericAddress]
  /// Names and addresses as they stand in a Host header: IPv6 in brackets.
  public let hosts: [String]

  /// When it begins to be valid.
  public var notBefore: Date { chain[0].notValidBefore }
  /// When it ends to be valid.
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

  /// Whether it is time for the next one: a third of its life is left, or less.
  public func isDue(at now: Date) -> Bool {
    notAfter.timeIntervalSince(now) * 3 <= notAfter.timeIntervalSince(notBefore)
  }

  /// What others open it by, as it stands in an address.
  ///
  /// It is the address that this machine has towards others, else a name that others may know.
  public var host: String {
    if let address = NumericAddress.outgoing, addresses.contains(address) { return Self.host(address) }
    let proper = names.filter { $0 != "localhost" && !$0.hasPrefix("*") }
    if let name = proper.first(where: { $0.contains(".") }) ?? proper.first { return name }
    if let address = addresses.first(where: { !$0.isLoopback }) { return Self.host(address) }
    // A star alone stands for this machine as well as for any other.
    let first = hosts.first ?? "localhost"
    guard first.hasPrefix("*") else { return first }
    return String(ProcessInfo.processInfo.hostName.lowercased().prefix { $0 != "." }) + first.dropFirst()
  }

  /// What new connections are served with: TLS 1.2 and 1.3, and of 1.2 only what keeps the past secret and is
  /// authenticated.
  ///
  /// - Throws: `CertificateError.failed` where the TLS library does not take the certificate or the key.
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
      // HTTP and WebSocket say themselves where they end: who does not answer the goodbye is not waited for.
      configuration.shutdownTimeout = .milliseconds(300)
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .failed("\(error)")
    }
  }
}

public import Foundation
import SwiftASN1
import WaveSystem
import X509

extension ServerCertificate {
  /// The maximum size of a certificate or key file, in bytes.
  private static let fileBytesLimit = 1 << 20
  /// The maximum number of certificates in a chain.
  private static let chainLimit = 16

  /// Creates a certificate from a file with its chain and a file with its key, and checks that browsers can
  /// accept the certificate.
  ///
  /// - Parameters:
  ///   - certificatePath: The path of a PEM file with the server's own certificate first. A root at the end
  ///     is not sent to clients.
  ///   - keyPath: The path of a PEM file with the key, without a passphrase.
  ///   - now: The time at which the chain must be valid.
  /// - Throws: `CertificateError`.
  public init(certificatePath: String, keyPath: String, at now: Date) throws(CertificateError) {
    let chain = try Self.chain(path: certificatePath)
    let key = try Self.key(path: keyPath)
    guard chain[0].publicKey == key.publicKey else {
      throw .keyDoesNotFit(certificate: certificatePath, key: keyPath)
    }
    for (index, certificate) in chain.enumerated() {
      if certificate.notValidAfter < now {
        throw .expired(path: certificatePath, since: certificate.notValidAfter)
      }
      if certificate.notValidBefore > now {
        throw .notYetValid(path: certificatePath, until: certificate.notValidBefore)
      }
      guard index > 0 else { continue }
      let before = chain[index - 1]
      guard before.issuer == certificate.subject,
        certificate.publicKey.isValidSignature(before.signature, for: before)
      else { throw .chainBroken(path: certificatePath, position: index + 1) }
    }
    let isRooted = chain.count > 1 && chain.last.map { $0.issuer == $0.subject } == true
    try self.init(chain: isRooted ? chain.dropLast() : chain, key: key)
    guard !names.isEmpty || !addresses.isEmpty else { throw .noNames(path: certificatePath) }
  }

  private static func chain(path: String) throws(CertificateError) -> [Certificate] {
    let documents = try documents(path: path, orElse: .noCertificate(path: path))
    guard documents.count <= chainLimit else { throw .tooManyCertificates(path: path, limit: chainLimit) }
    let certificates = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
    guard !certificates.isEmpty, let chain = try? certificates.map(Certificate.init(pemDocument:)) else {
      throw .noCertificate(path: path)
    }
    return chain
  }

  private static func key(path: String) throws(CertificateError) -> Certificate.PrivateKey {
    let text = try text(path: path)
    if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
      throw .keyLocked(path: path)
    }
    // `openssl ecparam -genkey` writes the curve's parameters before the key.
    let document = try documents(path: path, orElse: .noKey(path: path))
      .first { $0.discriminator.hasSuffix("PRIVATE KEY") }
    guard let document, let key = try? Certificate.PrivateKey(pemDocument: document) else {
      throw .noKey(path: path)
    }
    return key
  }

  private static func documents(
    path: String, orElse failure: CertificateError
  ) throws(CertificateError) -> [PEMDocument] {
    let text = try text(path: path)
    guard let documents = try? PEMDocument.parseMultiple(pemString: text) else { throw failure }
    return documents
  }

  private static func text(path: String) throws(CertificateError) -> String {
    let bytes = try CertificateError.converting(
      CertificateError.file, ReadOnlyFile(path: path).content(limit: fileBytesLimit))
    return String(decoding: bytes, as: UTF8.self)
  }
}

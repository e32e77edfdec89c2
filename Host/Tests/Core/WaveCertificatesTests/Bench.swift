import Crypto
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

@testable import WaveCertificates

/// A machine, a day, and a folder that is gone with its last user.
final class Bench {
  static let day = 86_400.0

  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let host = HostNames(
    machine: "Lab", addresses: ["127.0.0.1", "192.168.1.5", "fd00::5"].compactMap(NumericAddress.init))
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, _ name: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  func write(_ chain: [Certificate], _ name: String) throws -> String {
    try write(chain.map { try $0.serializeAsPEM().pemString }.joined(separator: "\n"), name)
  }

  func write(_ key: Certificate.PrivateKey, _ name: String) throws -> String {
    try write(key.serializeAsPEM().pemString, name)
  }

  /// A certificate for any names, wherever an authority's own rules would not allow them.
  func certificate(
    of authority: LocalAuthority, names: [GeneralName], key: Certificate.PrivateKey
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: .init(), publicKey: key.publicKey, notValidBefore: now,
      notValidAfter: now + Bench.day, issuer: authority.issuer.subject,
      subject: try DistinguishedName { CommonName("x") }, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        if !names.isEmpty { SubjectAlternativeNames(names) }
        AuthorityKeyIdentifier(
          keyIdentifier: try authority.issuer.extensions.subjectKeyIdentifier?.keyIdentifier)
      }, issuerPrivateKey: authority.key)
  }

  /// What an independent verifier of RFC 5280 says, which trusts the root alone.
  static func accepts(
    _ leaf: Certificate, of authority: LocalAuthority, name: String? = nil, address: String? = nil,
    at time: Date
  ) async -> Bool {
    var verifier = Verifier(rootCertificates: CertificateStore([authority.root])) {
      RFC5280Policy(fixedExpiryValidationTime: time)
      ServerIdentityPolicy(serverHostname: name, serverIP: address)
    }
    let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore([authority.issuer]))
    if case .validCertificate = result { return true }
    return false
  }
}

import Crypto
public import Foundation
import SwiftASN1
public import WaveSystem
import X509

extension LocalAuthority {
  /// The name of the file that contains the root certificate, the issuer certificate and the issuer's key.
  ///
  /// If the file is removed, devices must trust a new authority.
  public static let fileName = "authority.pem"

  /// Opens this machine's authority, creating it if it does not exist.
  ///
  /// - Parameters:
  ///   - state: The folder in which the authority is stored.
  ///   - host: The names for which a new authority can issue certificates.
  ///   - now: The time at which the authority must be valid.
  /// - Returns: The authority, and whether it is new.
  /// - Throws: `CertificateError`; an unusable file is not changed.
  public static func open(
    in state: StateDirectory, for host: HostNames, at now: Date
  ) throws(CertificateError) -> (authority: LocalAuthority, isNew: Bool) {
    let path = state.path(of: fileName)
    if let bytes = try CertificateError.converting(CertificateError.file, state.read(fileName)) {
      return (try LocalAuthority(pem: bytes, path: path, at: now), false)
    }
    let made = try LocalAuthority(for: host, at: now)
    let pem = try made.pem()
    // Two processes that start at the same time use the authority that was stored first.
    let kept = try CertificateError.converting(
      CertificateError.file,
      state.exclusively { () throws(FileError) in
        if let bytes = try state.read(fileName) { return bytes }
        try state.write(pem, to: fileName)
        return pem
      })
    return kept == pem ? (made, true) : (try LocalAuthority(pem: kept, path: path, at: now), false)
  }

  /// Reads this machine's authority, without creating one.
  ///
  /// - Parameters:
  ///   - state: The folder in which the authority is stored.
  ///   - now: The time at which the authority must be valid.
  /// - Returns: The authority.
  /// - Throws: `CertificateError`, also if no authority exists.
  public static func kept(in state: StateDirectory, at now: Date) throws(CertificateError) -> LocalAuthority {
    let path = state.path(of: fileName)
    guard let bytes = try CertificateError.converting(CertificateError.file, state.read(fileName)) else {
      throw .file(FileError(path: path, cause: .notFound))
    }
    return try LocalAuthority(pem: bytes, path: path, at: now)
  }

  /// The root certificate in DER format, for import into devices.
  public var rootBytes: [UInt8] {
    var serializer = DER.Serializer()
    // This cannot fail: the certificate has been parsed or signed before, so it can be serialized.
    try? serializer.serialize(root)
    return serializer.serializedBytes
  }

  /// The root certificate's SHA-256 fingerprint as devices show it: pairs of hexadecimal digits separated by
  /// colons.
  public var fingerprint: String {
    SHA256.hash(data: rootBytes).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  init(pem: [UInt8], path: String, at now: Date) throws(CertificateError) {
    guard let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: pem, as: UTF8.self)),
      documents.count == 3,
      let root = try? Certificate(pemDocument: documents[0]),
      let issuer = try? Certificate(pemDocument: documents[1]),
      let key = try? Certificate.PrivateKey(pemDocument: documents[2]),
      issuer.publicKey == key.publicKey, issuer.issuer == root.subject,
      root.publicKey.isValidSignature(issuer.signature, for: issuer)
    else { throw .authorityDamaged(path: path) }
    self.init(root: root, issuer: issuer, key: key)
    guard now < notAfter else { throw .authorityExpired(path: path, since: notAfter) }
  }

  func pem() throws(CertificateError) -> [UInt8] {
    do {
      let documents = [try root.serializeAsPEM(), try issuer.serializeAsPEM(), try key.serializeAsPEM()]
      return Array((documents.map(\.pemString).joined(separator: "\n") + "\n").utf8)
    } catch { throw .failed("\(error)") }
  }
}

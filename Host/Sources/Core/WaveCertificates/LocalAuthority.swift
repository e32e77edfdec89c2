import Crypto
public import Foundation
import SwiftASN1
import X509

/// A certificate authority for this machine only, which users can install as trusted.
///
/// It consists of a root certificate, which devices trust and whose key is discarded after signing, and an
/// issuer certificate, whose key is stored. Both are constrained to this machine's names and to addresses
/// that no public server uses (RFC 5280, 4.2.1.10). Apple's verifier ignores the constraints of a root that
/// the user trusts but honours those of an issuer, so even with a stolen key, no device accepts certificates
/// for other sites.
public struct LocalAuthority: Sendable {
  /// The lifetime of an authority, in days.
  static let lifeDays = 3650.0
  /// The maximum lifetime of a server's certificate, in days; Apple's limit is 825 days, or 398 for public
  /// authorities.
  static let leafDays = 397.0
  /// The maximum number of seconds by which a device's clock can be behind.
  private static let slackSeconds = 3600.0
  private static let daySeconds = 86_400.0

  let root: Certificate
  let issuer: Certificate
  let key: Certificate.PrivateKey
}

extension LocalAuthority {
  /// Creates an authority for a machine.
  ///
  /// - Parameters:
  ///   - host: The names for which, with their subdomains, the authority can issue certificates.
  ///   - now: The current time; validity begins an hour earlier.
  /// - Throws: `CertificateError.failed`.
  public init(for host: HostNames, at now: Date) throws(CertificateError) {
    let begin = now - Self.slackSeconds
    let end = begin + Self.lifeDays * Self.daySeconds
    let machine = host.names.first { $0 != "localhost" } ?? "this machine"
    let constraints = NameConstraints(
      permittedDNSDomains: host.names,
      permittedIPRanges: AddressRange.local.map { ASN1OctetString(contentBytes: $0.octets[...]) })
    let rootKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    do {
      let rootName = try DistinguishedName {
        CommonName("Waveglass on \(machine)")
        OrganizationName("Waveglass")
      }
      let issuerName = try DistinguishedName {
        CommonName("Waveglass on \(machine), issuer")
        OrganizationName("Waveglass")
      }
      let rootIdentifier = SubjectKeyIdentifier(hash: rootKey.publicKey)
      let root = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: rootKey.publicKey,
        notValidBefore: begin, notValidAfter: end, issuer: rootName, subject: rootName,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          Critical(constraints)
          rootIdentifier
        }, issuerPrivateKey: rootKey)
      let issuer = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
        notValidBefore: begin, notValidAfter: end, issuer: rootName, subject: issuerName,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          try ExtendedKeyUsage([.serverAuth])
          Critical(constraints)
          SubjectKeyIdentifier(hash: key.publicKey)
          AuthorityKeyIdentifier(keyIdentifier: rootIdentifier.keyIdentifier)
        }, issuerPrivateKey: rootKey)
      self.init(root: root, issuer: issuer, key: key)
    } catch { throw .failed("\(error)") }
  }

  /// The time at which the authority expires; devices must then trust a new authority.
  public var notAfter: Date { min(root.notValidAfter, issuer.notValidAfter) }

  /// Returns the subset of a machine's names and addresses for which the authority can issue certificates.
  public func covered(of host: HostNames) -> HostNames {
    let constraints = try? issuer.extensions.nameConstraints
    let domains = constraints.map { Array($0.permittedDNSDomains) } ?? []
    let ranges = constraints.map { $0.permittedIPRanges.map { Array($0.bytes) } } ?? []
    return HostNames(
      names: host.names.filter { name in domains.contains { name == $0 || name.hasSuffix("." + $0) } },
      addresses: host.addresses.filter { address in ranges.contains { AddressRange.contains($0, address) } })
  }

  /// Issues a certificate with a new key.
  ///
  /// The certificate contains the machine's names and addresses that the authority covers.
  ///
  /// - Throws: `CertificateError.failed`.
  public func issue(to host: HostNames, at now: Date) throws(CertificateError) -> ServerCertificate {
    let host = covered(of: host)
    let begin = now - Self.slackSeconds
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let names =
      host.names.map { GeneralName.dnsName($0) }
      + host.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
    do {
      let leaf = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
        notValidBefore: begin, notValidAfter: min(begin + Self.leafDays * Self.daySeconds, notAfter),
        issuer: issuer.subject,
        subject: try DistinguishedName { CommonName(host.names.first { $0 != "localhost" } ?? "localhost") },
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          try ExtendedKeyUsage([.serverAuth])
          SubjectAlternativeNames(names)
          SubjectKeyIdentifier(hash: key.publicKey)
          AuthorityKeyIdentifier(keyIdentifier: try issuer.extensions.subjectKeyIdentifier?.keyIdentifier)
        }, issuerPrivateKey: self.key)
      return try ServerCertificate(chain: [leaf, issuer], key: key)
    } catch let error as CertificateError {
      throw error
    } catch { throw .failed("\(error)") }
  }
}

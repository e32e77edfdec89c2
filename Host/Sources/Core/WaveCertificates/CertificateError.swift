public import Foundation
public import WaveSystem

/// The reason why no usable certificate is available; its description names the file and suggests a remedy.
public enum CertificateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file cannot be read or written.
  case file(FileError)
  /// A file contains no certificate, or a damaged one.
  case noCertificate(path: String)
  /// A file contains more certificates than the limit for a chain allows.
  case tooManyCertificates(path: String, limit: Int)
  /// A file contains no private key, or one that is damaged or of a type that browsers do not accept.
  case noKey(path: String)
  /// The key is protected by a passphrase.
  case keyLocked(path: String)
  /// The key does not belong to the first certificate.
  case keyDoesNotFit(certificate: String, key: String)
  /// The certificate at `position` in the chain, counting from 1, did not sign the one before it.
  case chainBroken(path: String, position: Int)
  /// A certificate in the chain is no longer valid.
  case expired(path: String, since: Date)
  /// A certificate in the chain is not yet valid.
  case notYetValid(path: String, until: Date)
  /// The certificate's subject alternative names contain no DNS name or IP address.
  case noNames(path: String)
  /// The file that contains the local authority is damaged.
  case authorityDamaged(path: String)
  /// The local authority has expired.
  case authorityExpired(path: String, since: Date)
  /// Any other error, as described by the system.
  case failed(String)

  /// A one-line description of the error.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .noCertificate(let path):
      """
      \(path): contains no readable PEM certificate. Give the chain, with the server's own certificate first
      """
    case .tooManyCertificates(let path, let limit):
      "\(path): contains more than \(limit) certificates. Give only this server's chain"
    case .noKey(let path):
      """
      \(path): contains no usable PEM private key. Give the certificate's key: ECDSA, RSA or Ed25519
      """
    case .keyLocked(let path):
      "\(path): the key needs a passphrase. Decrypt a copy: openssl pkey -in \(path) -out unlocked.key"
    case .keyDoesNotFit(let certificate, let key):
      """
      \(key): is not the key of the first certificate in \(certificate). Give a matching pair, with the \
      server's own certificate first
      """
    case .chainBroken(let path, let position):
      """
      \(path): certificate \(position) did not sign the one before it. Put them in order: the server's, then \
      its issuers
      """
    case .expired(let path, let since): "\(path): expired on \(Self.day(since)). Renew it"
    case .notYetValid(let path, let until):
      "\(path): is not valid until \(Self.day(until)). Check this machine's clock"
    case .noNames(let path):
      "\(path): has no subject alternative name, which browsers require. Have it reissued"
    case .authorityDamaged(let path):
      "\(path): is damaged. Remove it to create a new authority, which devices must then trust"
    case .authorityExpired(let path, let since):
      """
      \(path): the authority expired on \(Self.day(since)). Remove it to create a new one, which devices \
      must then trust
      """
    case .failed(let reason): "the certificate cannot be used: \(reason)"
    }
  }

  private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

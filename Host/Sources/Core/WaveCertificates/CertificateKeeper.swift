public import Foundation
public import NIOSSL
import Synchronization

/// An object that provides the certificate for new connections and replaces it before it expires.
public final class CertificateKeeper: Sendable {
  /// The result of checking whether a new certificate is due.
  public enum Outcome: Equatable, Sendable {
    /// The certificate is unchanged.
    case kept
    /// New connections use a new certificate.
    case replaced
    /// A new certificate is due but could not be obtained; the old one remains in use.
    case failed(CertificateError)
  }

  /// A closure that returns the certificate to replace the current one, or nil to keep the current one.
  private let next: @Sendable (ServerCertificate?, Date) throws(CertificateError) -> ServerCertificate?
  private let held: Mutex<(certificate: ServerCertificate, context: NIOSSLContext)>

  private init(
    at now: Date,
    next: @escaping @Sendable (ServerCertificate?, Date) throws(CertificateError) -> ServerCertificate?
  ) throws(CertificateError) {
    guard let certificate = try next(nil, now) else { throw .failed("no certificate is available") }
    self.next = next
    held = Mutex((certificate, try certificate.context()))
  }

  /// Creates a keeper of certificates that this machine's own authority issues.
  ///
  /// - Parameters:
  ///   - authority: The authority that issues them.
  ///   - host: A closure that returns the names and addresses of the machine; called at each check.
  ///   - now: The time at which the first certificate must be valid.
  /// - Throws: `CertificateError.failed`.
  public convenience init(
    authority: LocalAuthority, host: @escaping @Sendable () -> HostNames = HostNames.current, at now: Date
  ) throws(CertificateError) {
    try self.init(at: now) { (present, now) throws(CertificateError) in
      let wanted = authority.covered(of: host())
      if let present, !present.isDue(at: now), Set(present.names) == Set(wanted.names),
        Set(present.addresses) == Set(wanted.addresses)
      {
        return nil
      }
      return try authority.issue(to: wanted, at: now)
    }
  }

  /// Creates a keeper of the user's own certificate, which is replaced when its files change.
  ///
  /// - Parameters:
  ///   - certificatePath: The path of a PEM file with the server's own certificate first.
  ///   - keyPath: The path of a PEM file with the key.
  ///   - now: The time at which the certificate must be valid.
  /// - Throws: `CertificateError`.
  public convenience init(certificatePath: String, keyPath: String, at now: Date) throws(CertificateError) {
    try self.init(at: now) { (present, now) throws(CertificateError) in
      let read = try ServerCertificate(certificatePath: certificatePath, keyPath: keyPath, at: now)
      return present?.chain == read.chain ? nil : read
    }
  }

  /// The certificate in use.
  public var certificate: ServerCertificate { held.withLock { $0.certificate } }

  /// The TLS context for the next connection.
  public var context: NIOSSLContext { held.withLock { $0.context } }

  /// Replaces the certificate if a new one is due; open connections are not affected.
  public func renewIfDue(at now: Date) -> Outcome {
    do throws(CertificateError) {
      guard let certificate = try next(certificate, now) else { return .kept }
      let context = try certificate.context()
      held.withLock { $0 = (certificate, context) }
      return .replaced
    } catch { return .failed(error) }
  }
}

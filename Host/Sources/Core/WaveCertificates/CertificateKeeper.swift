public import Foundation
public import NIOSSL
import Synchronization

/// Holds the certificate that new connections are served with, and sees to it that there is always a good
/// one.
public final class CertificateKeeper: Sendable {
  /// What looking after the certificate came to.
  public enum Outcome: Equatable, Sendable {
    /// It is as it was.
    case kept
    /// New connections are served with another.
    case replaced
    /// There should be another and is none; the old one goes on.
    case failed(CertificateError)
  }

  private struct Held {
    var certificate: ServerCertificate
    var context: NIOSSLContext
  }

  /// Gives the certificate to use instead of a present one; nil where that goes on.
  private let next: @Sendable (ServerCertificate?, Date) throws(CertificateError) -> ServerCertificate?
  private let held: Mutex<Held>

  private init(
    at now: Date,
    next: @escaping @Sendable (ServerCertificate?, Date) throws(CertificateError) -> ServerCertificate?
  ) throws(CertificateError) {
    guard let certificate = try next(nil, now) else { throw .failed("there is no certificate") }
    self.next = next
    held = Mutex(Held(certificate: certificate, context: try certificate.context()))
  }

  /// Serves with certificates of this machine's own authority.
  ///
  /// - Parameters:
  ///   - authority: Who issues them.
  ///   - host: What the machine is reached by, asked anew each time.
  ///   - now: When the first has to be valid.
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

  /// Serves with the user's own certificate, and with its successor once the files have changed.
  ///
  /// - Parameters:
  ///   - certificatePath: PEM, the server's own certificate first.
  ///   - keyPath: PEM.
  ///   - now: When it has to be valid.
  /// - Throws: `CertificateError`.
  public convenience init(certificatePath: String, keyPath: String, at now: Date) throws(CertificateError) {
    try self.init(at: now) { (present, now) throws(CertificateError) in
      let read = try ServerCertificate(certificatePath: certificatePath, keyPath: keyPath, at: now)
      return present?.chain == read.chain ? nil : read
    }
  }

  /// The certificate that is served now.
  public var certificate: ServerCertificate { held.withLock { $0.certificate } }

  /// What the next connection is served with.
  public var context: NIOSSLContext { held.withLock { $0.context } }

  /// Replaces the certificate where it is time to; connections that are open go on.
  public func look(at now: Date) -> Outcome {
    do throws(CertificateError) {
      guard let certificate = try next(certificate, now) else { return .kept }
      let context = try certificate.context()
      held.withLock { $0 = Held(certificate: certificate, context: context) }
      return .replaced
    } catch {
      return .failed(error)
    }
  }
}

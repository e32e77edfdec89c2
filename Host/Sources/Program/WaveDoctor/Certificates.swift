public import Foundation
public import WaveCertificates
import WaveSystem

/// Checks whether certificates are valid, when they expire, and which of this machine's names they cover.
public struct Certificates: Check {
  private let state: String?
  private let files: (certificate: String, key: String)?
  private let host: HostNames
  private let now: Date

  /// Creates a check of this machine's own authority, or of the user's own certificate.
  ///
  /// - Parameters:
  ///   - state: The folder of the authority; nil if unknown.
  ///   - files: The user's own certificate and its key; nil to check the authority.
  ///   - host: The names and addresses of this machine.
  ///   - now: The time at which the certificates are checked.
  public init(
    state: String?, files: (certificate: String, key: String)?, host: HostNames = .current(),
    at now: Date = Date()
  ) {
    self.state = state
    self.files = files
    self.host = host
    self.now = now
  }

  /// Returns findings about the certificates.
  public func findings() -> [Finding] {
    do throws(CertificateError) {
      if let files {
        return checkExpiry(
          try ServerCertificate(certificatePath: files.certificate, keyPath: files.key, at: now))
      }
      return try own()
    } catch { return [failure(error)] }
  }

  private func checkExpiry(_ certificate: ServerCertificate) -> [Finding] {
    let end = Self.day(certificate.notAfter)
    var findings = [Finding.ok("certificate", "valid until \(end)")]
    if certificate.notAfter.timeIntervalSince(now) < 30 * 86_400 {
      findings = [
        .warning(
          "certificate", "expires on \(end)",
          fix:
            """
            have its issuer renew it, and replace the old one with it; a running server loads it within ten \
            seconds
            """)
      ]
    }
    let names = certificate.hosts.joined(separator: ", ")
    let isFound =
      host.addresses.contains { !$0.isLoopback && certificate.addresses.contains($0) }
      || host.names.contains { $0 != "localhost" && certificate.isFor($0) }
    if isFound { return findings + [.ok("names", "it is for \(names)")] }
    return findings + [
      .warning(
        "names", "it is for \(names), but this machine has none of these names",
        fix:
          """
          open the page by one of its names, which DNS must resolve to this machine; or have it issued for \
          this machine's name
          """)
    ]
  }

  private func own() throws(CertificateError) -> [Finding] {
    guard let state, FileManager.default.fileExists(atPath: state + "/" + LocalAuthority.fileName) else {
      return [.ok("certificate", "none yet; serve --lan creates this machine's own authority")]
    }
    let directory = try CertificateError.converting(CertificateError.file, StateDirectory(path: state))
    let authority = try LocalAuthority.kept(in: directory, at: now)
    let path = state + "/" + LocalAuthority.fileName
    let covered = authority.covered(of: host)
    var findings: [Finding] = []
    let end = Self.day(authority.notAfter)
    if authority.notAfter.timeIntervalSince(now) < 90 * 86_400 {
      findings.append(
        .warning(
          "certificate", "this machine's authority expires on \(end)",
          fix: "rm \(quoted(path)), then let devices trust the new one"))
    } else {
      findings.append(
        .ok(
          "certificate",
          """
          this machine's authority is valid until \(end); a device trusts it after a visit to the page that \
          serve --lan shows, fingerprint \(authority.fingerprint)
          """))
    }
    let others = host.names.filter { !covered.names.contains($0) }
    let outside = host.addresses.filter { !covered.addresses.contains($0) }
    if !others.isEmpty {
      findings.append(
        .warning(
          "names",
          """
          the authority is not valid for \(others.joined(separator: ", ")): this machine had another name \
          when it was created
          """,
          fix: "open the page by an address; or rm \(quoted(path)), then let devices trust the new one"))
    } else {
      let names = (covered.names + covered.addresses.map(\.description)).joined(separator: ", ")
      findings.append(.ok("names", "the authority is valid for \(names)"))
    }
    if !outside.isEmpty {
      findings.append(
        .ok(
          "addresses",
          """
          not for \(outside.map(\.description).joined(separator: ", ")), which may belong to others on the \
          internet
          """))
    }
    return findings
  }

  private func failure(_ error: CertificateError) -> Finding {
    let explanation = Explanation(sentences: error.description)
    let fix =
      switch error {
      case .authorityExpired(let path, _), .authorityDamaged(let path):
        "rm \(quoted(path)): serve --lan creates a new authority, which devices must then trust"
      case .expired: "have its issuer renew it, and replace the old one with it; or leave out --tls-cert"
      default: explanation.advice.isEmpty ? "give another pair of files" : explanation.advice
      }
    return .problem("certificate", explanation.what, fix: fix)
  }

  private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

extension ServerCertificate {
  /// Returns whether the certificate is valid for a name; an asterisk matches one label.
  func isFor(_ name: String) -> Bool {
    names.contains { pattern in
      guard pattern.hasPrefix("*.") else { return pattern == name }
      return name.firstIndex(of: ".").map { name[$0...] == pattern.dropFirst() } ?? false
    }
  }
}

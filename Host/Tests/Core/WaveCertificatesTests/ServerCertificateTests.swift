import Crypto
import Foundation
import Testing
import WaveSystem
import X509

@testable import WaveCertificates

@Suite struct ServerCertificateTests {
  private let bench: Bench
  private let authority: LocalAuthority
  private let own: ServerCertificate

  init() throws {
    bench = try Bench()
    authority = try LocalAuthority(for: bench.host, at: bench.now)
    own = try authority.issue(to: bench.host, at: bench.now)
  }

  private func read(_ certificate: String, _ key: String, at now: Date? = nil) throws -> ServerCertificate {
    try ServerCertificate(certificatePath: certificate, keyPath: key, at: now ?? bench.now)
  }

  @Test func takesAChainWithAndWithoutItsRoot() throws {
    let key = try bench.write(own.key, "key.pem")
    let chain = try read(try bench.write(own.chain, "chain.pem"), key)
    #expect(chain.chain == own.chain)
    #expect(chain.names == ["localhost", "lab", "lab.local"])
    #expect(chain.addresses.map(\.description) == ["127.0.0.1", "192.168.1.5", "fd00::5"])
    #expect(try read(try bench.write(own.chain + [authority.root], "all.pem"), key).chain == own.chain)
    _ = try chain.context()
  }

  @Test func takesEveryKindOfKeyThatBrowsersTake() throws {
    let keys: [Certificate.PrivateKey] = [
      .init(P256.Signing.PrivateKey()), .init(P384.Signing.PrivateKey()),
      .init(Curve25519.Signing.PrivateKey()),
    ]
    for (index, key) in keys.enumerated() {
      let leaf = try bench.certificate(of: authority, names: [.dnsName("lab")], key: key)
      let read = try read(
        try bench.write([leaf, authority.issuer], "\(index).crt"), try bench.write(key, "\(index).key"),
        at: bench.now + 1)
      _ = try read.context()
    }
  }

  @Test func refusesAKeyOfAnother() throws {
    let chain = try bench.write(own.chain, "chain.pem")
    let key = try bench.write(Certificate.PrivateKey(P256.Signing.PrivateKey()), "key.pem")
    #expect(throws: CertificateError.keyDoesNotFit(certificate: chain, key: key)) { try read(chain, key) }
    let turned = try bench.write(Array(own.chain.reversed()), "turned.pem")
    let right = try bench.write(own.key, "right.pem")
    #expect(throws: CertificateError.keyDoesNotFit(certificate: turned, key: right)) {
      try read(turned, right)
    }
  }

  @Test func refusesWhatIsNoPEM() throws {
    let chain = try bench.write(own.chain, "chain.pem")
    let key = try bench.write(own.key, "key.pem")
    let text = try String(contentsOfFile: chain, encoding: .utf8)
    let broken = [
      "", "hello", String(text.dropLast(40)), text.replacingOccurrences(of: "MII", with: "!!!"),
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ]
    for (index, text) in broken.enumerated() {
      let path = try bench.write(text, "broken\(index).pem")
      #expect(throws: CertificateError.noCertificate(path: path)) { try read(path, key) }
      #expect(throws: CertificateError.noKey(path: path)) { try read(chain, path) }
    }
    // Each in the other's place.
    #expect(throws: CertificateError.noCertificate(path: key)) { try read(key, key) }
    #expect(throws: CertificateError.noKey(path: chain)) { try read(chain, chain) }
    let missing = bench.folder + "/missing"
    #expect(throws: CertificateError.file(FileError(path: missing, cause: .notFound))) {
      try read(missing, key)
    }
  }

  @Test(arguments: [
    "BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n", "BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n",
  ])
  func saysHowToUnlockAKey(text: String) throws {
    let chain = try bench.write(own.chain, "chain.pem")
    let key = try bench.write("-----" + text, "key.pem")
    #expect(throws: CertificateError.keyLocked(path: key)) { try read(chain, key) }
  }

  @Test func refusesWhatIsNotValidNow() throws {
    let chain = try bench.write(own.chain, "chain.pem")
    let key = try bench.write(own.key, "key.pem")
    #expect(throws: CertificateError.expired(path: chain, since: own.notAfter)) {
      try read(chain, key, at: own.notAfter + 1)
    }
    #expect(throws: CertificateError.notYetValid(path: chain, until: own.notBefore)) {
      try read(chain, key, at: own.notBefore - 1)
    }
    _ = try read(chain, key, at: own.notAfter - 1)
  }

  @Test func refusesABrokenChain() throws {
    let key = try bench.write(own.key, "key.pem")
    let other = try LocalAuthority(for: bench.host, at: bench.now)
    for second in [authority.root, other.issuer] {
      let chain = try bench.write([own.chain[0], second], "chain.pem")
      #expect(throws: CertificateError.chainBroken(path: chain, position: 2)) { try read(chain, key) }
    }
    let long = try bench.write(Array(repeating: own.chain[0], count: 17), "long.pem")
    #expect(throws: CertificateError.tooManyCertificates(path: long, limit: 16)) { try read(long, key) }
  }

  @Test func refusesACertificateWithoutNames() throws {
    let key = try bench.write(own.key, "key.pem")
    let leaf = try bench.certificate(of: authority, names: [], key: own.key)
    let chain = try bench.write([leaf, authority.issuer], "chain.pem")
    #expect(throws: CertificateError.noNames(path: chain)) { try read(chain, key, at: bench.now + 1) }
  }

  @Test func isDueWhenAThirdOfItsLifeIsLeft() {
    let life = own.notAfter.timeIntervalSince(own.notBefore)
    #expect(!own.isDue(at: own.notAfter - life / 3 - 1))
    #expect(own.isDue(at: own.notAfter - life / 3 + 1))
    #expect(own.isDue(at: own.notAfter + 1))
  }
}

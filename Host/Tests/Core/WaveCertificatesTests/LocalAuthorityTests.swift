import Crypto
import Foundation
import SwiftASN1
import Testing
import WaveSystem
import X509

@testable import WaveCertificates

@Suite struct LocalAuthorityTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  @Test func vouchesForItsMachineAndNothingElse() async throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let leaf = try authority.issue(to: bench.host, at: bench.now).chain[0]
    for name in ["localhost", "lab", "lab.local"] {
      #expect(await Bench.accepts(leaf, of: authority, name: name, at: bench.now), "\(name)")
    }
    for address in ["127.0.0.1", "192.168.1.5", "fd00::5"] {
      #expect(await Bench.accepts(leaf, of: authority, address: address, at: bench.now), "\(address)")
    }
    #expect(await !Bench.accepts(leaf, of: authority, name: "bank.example", at: bench.now))
    #expect(await !Bench.accepts(leaf, of: authority, address: "192.168.1.6", at: bench.now))
    let other = try LocalAuthority(for: bench.host, at: bench.now)
    #expect(await !Bench.accepts(leaf, of: other, name: "lab", at: bench.now))
  }

  @Test(arguments: ["bank.example", "lab.example", "xlab", "local"])
  func aStolenKeyVouchesForNoOtherName(name: String) async throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let forged = try bench.certificate(of: authority, names: [.dnsName(name)], key: key)
    #expect(await !Bench.accepts(forged, of: authority, name: name, at: bench.now + 1))
    let own = try bench.certificate(of: authority, names: [.dnsName("x.lab.local")], key: key)
    #expect(await Bench.accepts(own, of: authority, name: "x.lab.local", at: bench.now + 1))
  }

  @Test(arguments: ["8.8.8.8", "172.32.0.1", "2001:db8::1", "100.128.0.1"])
  func aStolenKeyVouchesForNoPublicAddress(text: String) async throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let address = try #require(NumericAddress(text))
    let forged = try bench.certificate(
      of: authority, names: [.ipAddress(ASN1OctetString(contentBytes: address.bytes[...]))],
      key: Certificate.PrivateKey(P256.Signing.PrivateKey()))
    #expect(await !Bench.accepts(forged, of: authority, address: text, at: bench.now + 1))
  }

  @Test func rootAndIssuerAreWhatDevicesAskFor() throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    for certificate in [authority.root, authority.issuer] {
      let constraints = try #require(certificate.extensions[oid: .X509ExtensionID.nameConstraints])
      #expect(constraints.critical)
      #expect(
        try Array(NameConstraints(constraints).permittedDNSDomains) == ["localhost", "lab", "lab.local"])
      #expect(try NameConstraints(constraints).permittedIPRanges.count == AddressRange.local.count)
      #expect(certificate.extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true)
      #expect(try certificate.extensions.keyUsage?.keyCertSign == true)
      #expect(try certificate.extensions.subjectKeyIdentifier != nil)
    }
    #expect(
      try authority.issuer.extensions.authorityKeyIdentifier?.keyIdentifier
        == authority.root.extensions.subjectKeyIdentifier?.keyIdentifier)
    #expect(try authority.issuer.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
    #expect(authority.root.publicKey != authority.issuer.publicKey)
  }

  @Test func aServersCertificateIsWhatDevicesAskFor() throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let certificate = try authority.issue(to: bench.host, at: bench.now)
    let leaf = certificate.chain[0]
    #expect(certificate.chain == [leaf, authority.issuer])
    #expect(leaf.notValidBefore <= bench.now)
    #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) == 397 * Bench.day)
    #expect(try leaf.extensions.extendedKeyUsage?.contains(.serverAuth) == true)
    #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
    #expect(try leaf.extensions.keyUsage == KeyUsage(digitalSignature: true))
    #expect(
      try leaf.extensions.authorityKeyIdentifier?.keyIdentifier
        == authority.issuer.extensions.subjectKeyIdentifier?.keyIdentifier)
    #expect(leaf.publicKey == certificate.key.publicKey)
    #expect(leaf.publicKey != authority.issuer.publicKey)
  }

  @Test func leavesOutWhatItMayNotVouchFor() throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let moved = HostNames(
      machine: "other", addresses: ["8.8.8.8", "10.1.2.3", "2001:db8::1"].compactMap(NumericAddress.init))
    let certificate = try authority.issue(to: moved, at: bench.now)
    #expect(certificate.names == ["localhost"])
    #expect(certificate.addresses.map(\.description) == ["10.1.2.3"])
  }

  @Test func itsLastCertificateEndsWithIt() async throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let late = authority.notAfter - 10 * Bench.day
    let leaf = try authority.issue(to: bench.host, at: late)
    #expect(leaf.notAfter == authority.notAfter)
    #expect(await Bench.accepts(leaf.chain[0], of: authority, name: "lab", at: late))
    #expect(await !Bench.accepts(leaf.chain[0], of: authority, name: "lab", at: late + 11 * Bench.day))
  }

  // MARK: - Files

  @Test func isKeptForTheUserAlone() throws {
    let state = try StateDirectory(path: bench.folder + "/state")
    let (authority, isNew) = try LocalAuthority.open(in: state, for: bench.host, at: bench.now)
    #expect(isNew)
    let path = state.path(of: LocalAuthority.fileName)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = try LocalAuthority.open(in: state, for: bench.host, at: bench.now + Bench.day)
    #expect(!again.isNew)
    #expect(again.authority.fingerprint == authority.fingerprint)
    #expect(again.authority.rootBytes == authority.rootBytes)
    // The root's key has signed twice and is nowhere.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.components(separatedBy: "PRIVATE KEY-----").count == 3)
    #expect(again.authority.key.publicKey == authority.issuer.publicKey)
    state.remove(LocalAuthority.fileName)
    let fresh = try LocalAuthority.open(in: state, for: bench.host, at: bench.now)
    #expect(fresh.isNew && fresh.authority.fingerprint != authority.fingerprint)
  }

  @Test func twoThatStartAtOnceAgree() async throws {
    let state = try StateDirectory(path: bench.folder + "/state")
    let (host, now) = (bench.host, bench.now)
    let prints = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
      for _ in 0..<8 {
        group.addTask {
          let opened = try LocalAuthority.open(in: state, for: host, at: now)
          return (opened.authority.fingerprint, opened.isNew)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(prints.map(\.0)).count == 1)
    #expect(prints.filter(\.1).count == 1)
  }

  @Test func aFileThatCannotBeUsedIsLeftAsItIs() throws {
    let state = try StateDirectory(path: bench.folder + "/state")
    let path = state.path(of: LocalAuthority.fileName)
    let authority = try LocalAuthority.open(in: state, for: bench.host, at: bench.now).authority
    let good = try #require(try state.read(LocalAuthority.fileName))
    #expect(throws: CertificateError.authorityExpired(path: path, since: authority.notAfter)) {
      try LocalAuthority.open(in: state, for: bench.host, at: authority.notAfter)
    }
    let other = try LocalAuthority(for: bench.host, at: bench.now)
    let mixed = LocalAuthority(root: other.root, issuer: authority.issuer, key: authority.key)
    let foreign = LocalAuthority(root: authority.root, issuer: authority.issuer, key: other.key)
    for bad in [[], Array(good.dropLast(60)), [0xFF, 0xFE], try mixed.pem(), try foreign.pem()] {
      try state.write(bad, to: LocalAuthority.fileName)
      #expect(throws: CertificateError.authorityDamaged(path: path)) {
        try LocalAuthority.open(in: state, for: bench.host, at: bench.now)
      }
      #expect(try state.read(LocalAuthority.fileName) == bad)
    }
  }

  @Test func changedBytesNeverTrap() throws {
    let authority = try LocalAuthority(for: bench.host, at: bench.now)
    let good = try authority.pem()
    var seed: UInt64 = 7
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<3 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % bytes.count] = UInt8(truncatingIfNeeded: seed >> 20)
      }
      if let read = try? LocalAuthority(pem: bytes, path: "x", at: bench.now) {
        #expect(read.issuer.publicKey == read.key.publicKey)
      }
    }
  }
}

import Foundation
import Synchronization
import Testing
import X509

@testable import WaveCertificates

@Suite struct CertificateKeeperTests {
  private let bench: Bench
  private let authority: LocalAuthority

  init() throws {
    bench = try Bench()
    authority = try LocalAuthority(for: bench.host, at: bench.now)
  }

  @Test func issuesAnotherInTime() throws {
    let host = bench.host
    let keeper = try CertificateKeeper(authority: authority, host: { host }, at: bench.now)
    let (first, context) = (keeper.certificate, keeper.context)
    #expect(keeper.renewIfDue(at: bench.now + 264 * Bench.day) == .kept)
    #expect(keeper.context === context)
    #expect(keeper.renewIfDue(at: bench.now + 265 * Bench.day) == .replaced)
    #expect(keeper.context !== context)
    #expect(keeper.certificate.notAfter > first.notAfter)
    #expect(keeper.certificate.key.publicKey != first.key.publicKey)
    #expect(keeper.renewIfDue(at: bench.now + 265 * Bench.day) == .kept)
  }

  @Test func followsTheMachinesAddresses() throws {
    let host = Mutex(bench.host)
    let keeper = try CertificateKeeper(authority: authority, host: { host.withLock { $0 } }, at: bench.now)
    host.withLock { $0.addresses.reverse() }
    #expect(keeper.renewIfDue(at: bench.now) == .kept)
    host.withLock { $0.addresses = [NumericAddress("10.0.0.9")].compactMap(\.self) }
    #expect(keeper.renewIfDue(at: bench.now) == .replaced)
    #expect(keeper.certificate.addresses.map(\.description) == ["10.0.0.9"])
    // What it may not vouch for is no reason to issue another.
    host.withLock { $0.names.append("elsewhere.example") }
    #expect(keeper.renewIfDue(at: bench.now) == .kept)
  }

  @Test func followsTheUsersFiles() throws {
    let one = try authority.issue(to: bench.host, at: bench.now)
    let two = try authority.issue(to: bench.host, at: bench.now + Bench.day)
    let chain = try bench.write(one.chain, "chain.pem")
    let key = try bench.write(one.key, "key.pem")
    let keeper = try CertificateKeeper(certificatePath: chain, keyPath: key, at: bench.now)
    #expect(keeper.renewIfDue(at: bench.now) == .kept)
    // Between the one file and the other the pair does not fit: the old one goes on.
    _ = try bench.write(two.chain, "chain.pem")
    #expect(
      keeper.renewIfDue(at: bench.now + Bench.day) == .failed(.keyDoesNotFit(certificate: chain, key: key)))
    #expect(keeper.certificate.chain == one.chain)
    _ = try bench.write(two.key, "key.pem")
    #expect(keeper.renewIfDue(at: bench.now + Bench.day) == .replaced)
    #expect(keeper.certificate.chain == two.chain)
    #expect(
      keeper.renewIfDue(at: two.notAfter + 1) == .failed(.expired(path: chain, since: two.notAfter)))
  }
}

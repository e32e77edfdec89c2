import TestSupport
import Testing

@testable import WaveAccess

/// Codes under a clock turned by hand.
@Suite final class InvitationsTests {
  private var random = SeededGenerator(seed: 7)
  private var invitations = Invitations()

  private func invite(_ role: Role? = nil, replacing: String? = nil, at now: Int64 = 1000) -> PairingCodes {
    invitations.invite(role: role, name: nil, replacing: replacing, at: now, using: &random)
  }

  private func redeem(_ code: [UInt8], at now: Int64 = 1001) -> PairingRefusal? {
    do throws(PairingRefusal) {
      _ = try invitations.redeem(code, at: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func codesAreAsLongAsPromised() {
    let codes = invite()
    #expect(codes.link.count == 26 && codes.typed.count == 8)
    #expect(codes.shown.count == 9)
    #expect(
      codes.address(at: "https://a:1/") == "https://a:1/#pair=" + String(decoding: codes.link, as: UTF8.self))
    var seen: Set<[UInt8]> = []
    for _ in 0..<1000 {
      let next = invite()
      #expect(seen.insert(next.link).inserted && seen.insert(next.typed).inserted)
    }
  }

  @Test func eachLetsOneDeviceIn() throws {
    let codes = invite(.control)
    let taken = try invitations.redeem(codes.link, at: 1001)
    #expect(taken.role == .control)
    #expect(redeem(codes.link) == .used)
    #expect(redeem(codes.typed) == .used)
  }

  @Test func theTypedOneIsTakenAsPeopleTypeIt() {
    let codes = invite()
    #expect(redeem(Array(codes.shown.lowercased().utf8)) == nil)
    #expect(redeem(codes.link) == .used)
  }

  @Test func tenMinutesAreTheEnd() {
    let codes = invite(at: 1000)
    #expect(redeem(codes.link, at: 1600) == .expired)
    #expect(redeem(codes.typed, at: 1600) == .expired)
    #expect(redeem(codes.typed, at: 1599) == nil)
    // A clock that was set back by much makes nothing last longer.
    let late = invite(at: 5000)
    #expect(redeem(late.link, at: 100) == .expired)
  }

  @Test func fiveWrongOnesEndTheTypedCodeOnly() {
    let codes = invite()
    for count in 1...5 {
      #expect(redeem(Array("0000000\(count)".utf8)) == .wrong)
      #expect(invitations.invitation(codes.id)?.state == (count < 5 ? .open : .guessed))
    }
    #expect(redeem(codes.typed) == .expired)
    #expect(redeem(codes.link) == nil)
  }

  @Test func wrongLinksDoNotCount() {
    let codes = invite()
    for count in 0..<50 {
      #expect(redeem(Array("\(count)0000000000000000000000000".utf8.prefix(26))) == .wrong)
    }
    for text in ["", "!", "0000000", "000000000"] { #expect(redeem(Array(text.utf8)) == .wrong) }
    #expect(redeem(codes.typed) == nil)
  }

  @Test func aNewerOneTakesThePlace() {
    let first = invite()
    let second = invite(replacing: first.id)
    #expect(redeem(first.link) == .expired)
    #expect(redeem(second.link) == nil)
    // What was used stays known as used.
    _ = invite(replacing: second.id)
    #expect(redeem(second.link) == .used)
  }

  @Test func sixteenAreRemembered() {
    let codes = (0..<20).map { _ in invite() }
    #expect(invitations.list.count == Invitations.limit)
    #expect(redeem(codes[0].link) == .wrong)
    #expect(redeem(codes[19].link) == nil)
    _ = invite()
    // One that was used goes before those that are open.
    #expect(redeem(codes[19].link) == .wrong)
    #expect(redeem(codes[5].link) == nil)
  }

  @Test func isKeptAsItIs() throws {
    let codes = invite(.viewer)
    _ = invitations.invite(role: nil, name: "Ana \"the\" é\\", at: 2000, using: &random)
    _ = redeem(codes.link)
    let kept = try #require(Invitations(json: invitations.json))
    #expect(kept == invitations)
    for code in [codes.link, codes.typed] {
      #expect(
        !String(decoding: invitations.json, as: UTF8.self).contains(String(decoding: code, as: UTF8.self)))
    }
  }
}

import TestSupport
import Testing

@testable import WaveAccess

@Suite final class DeviceListTests {
  private var random = SeededGenerator(seed: 3)
  private var list = DeviceList()

  private func add(_ name: String, _ role: Role? = nil) -> (device: Device?, token: DeviceToken) {
    let token = DeviceToken(using: &random)
    return (list.add(name: name, role: role, at: 100, token: token, using: &random), token)
  }

  private func remove(_ id: String) -> Bool { list.remove(id: id) }
  private func rename(_ name: String, to next: String) -> Bool { list.rename(name, to: next) }
  private func see(_ id: String, at now: Int64) -> Bool { list.see(id: id, at: now) }

  @Test func theFirstControlsLaterOnesLook() {
    #expect(add("a").device?.role == .control)
    #expect(add("b").device?.role == .viewer)
    #expect(add("c", .control).device?.role == .control)
    var other = DeviceList()
    let token = DeviceToken(using: &random)
    let device = other.add(name: "a", role: .viewer, at: 1, token: token, using: &random)
    #expect(device?.role == .viewer)
  }

  @Test func aTokenIsOfOneDevice() throws {
    let first = add("a")
    let second = add("b")
    #expect(list.device(of: first.token)?.name == "a")
    #expect(list.device(of: second.token)?.name == "b")
    #expect(list.device(of: DeviceToken(using: &random)) == nil)
    #expect(remove(try #require(first.device).id))
    #expect(list.device(of: first.token) == nil)
    #expect(!remove(try #require(first.device).id))
  }

  @Test func namesAreThereOnce() {
    #expect(
      ["iPhone", "iphone", "iPhone", "", "\u{7}"].map { add($0).device?.name } == [
        "iPhone", "iphone 2", "iPhone 3", "Browser", "Browser 2",
      ])
    #expect(rename("IPHONE", to: "Ana"))
    #expect(!rename("nobody", to: "x"))
    #expect(!rename("Ana", to: "browser"))
    #expect(!rename("Ana", to: "\u{202E}"))
    #expect(rename("Ana", to: "ana"))
    #expect(list["ANA"]?.name == "ana")
  }

  @Test func thereIsRoomForAsManyAsSaid() {
    for number in 0..<DeviceList.limit { #expect(add("\(number)").device != nil) }
    #expect(add("one more").device == nil && !list.hasRoom)
  }

  @Test func beingSeenIsWrittenOnceAMinute() throws {
    let id = try #require(add("a").device).id
    #expect(!see(id, at: 159))
    #expect(see(id, at: 160))
    #expect(list[id: id]?.seenSeconds == 160)
    #expect(!see("none", at: 1_000))
  }

  @Test func isKeptAsItIsWithoutTokens() throws {
    let tokens = ["Ana’s \"phone\"", "b\\", "ä"].map { add($0).token }
    _ = list.setRole(.viewer, of: "b\\")
    let text = list.json
    #expect(DeviceList(json: text) == list)
    for token in tokens {
      #expect(!String(decoding: text, as: UTF8.self).contains(String(decoding: token.text, as: UTF8.self)))
    }
  }

  @Test func damageIsNoDevice() {
    _ = add("a")
    _ = add("b")
    let whole = list.json
    for text in ["", "{}", "[]", "{\"devices\": 1}", "{\"devices\": [1]}", "{\"devices\": [{}]}"] {
      #expect(DeviceList(json: Array(text.utf8)) == nil, "\(text)")
    }
    for count in 0..<whole.count { #expect(DeviceList(json: Array(whole.prefix(count))) == nil) }
    // Anything else must not trap, and what it lets in has a digest that stands there.
    for seed in 0..<3000 {
      var random = SeededGenerator(seed: UInt64(seed))
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
      }
      guard let damaged = DeviceList(json: bytes) else { continue }
      for device in damaged.devices {
        #expect(bytes.split(separator: UInt8(ascii: "\"")).contains { Array($0) == device.token.hex })
      }
    }
  }

  @Test func namesArePrintable() {
    #expect(DeviceName.clean("  a\u{1B}[31m \n b ") == "a[31m b")
    #expect(DeviceName.clean("\u{202E}x\u{200B}") == "x")
    #expect(DeviceName.clean("\u{0}\u{7F}\u{85}") == nil)
    #expect(DeviceName.clean(String(repeating: "ä", count: 500))?.count == DeviceName.charactersLimit)
    #expect(DeviceName.clean(String(repeating: "👩‍👩‍👧‍👦", count: 60)).map { $0.utf8.count <= 160 } ?? false)
    #expect(DeviceName.guess(userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)") == "iPhone")
    #expect(DeviceName.guess(userAgent: "Mozilla/5.0 (Linux; Android 14)") == "Android")
    #expect(DeviceName.guess(userAgent: "") == "Browser")
  }
}

import TestSupport
import Testing

@testable import WaveAccess

/// What comes from browsers: the body of a request to be paired, and cookies.
@Suite struct ReaderTests {
  private static func code(_ body: String) -> String? {
    PairRequest(body: Array(body.utf8)).map { String(decoding: $0.code, as: UTF8.self) }
  }

  @Test func readsACode() {
    #expect(Self.code("{\"code\": \"K7QM-3XRT\"}") == "K7QM-3XRT")
    #expect(Self.code(" {\"code\":\"a\"}\n") == "a")
  }

  @Test func readsNothingElse() {
    for body in [
      "", "{}", "[]", "null", "\"K7QM-3XRT\"", "{\"code\": 1}", "{\"code\": \"\"}", "{\"code\": \"a\"",
      "{\"Code\": \"a\"}",
      "{\"code\": \"a\", \"role\": \"control\"}", "{\"code\": \"a\", \"code\": \"b\"}",
      "{\"code\": \"a\\u0000\"}",
      "{\"code\": \"é\"}", "{\"code\": \"\(String(repeating: "a", count: 65))\"}", "{\"code\": [\"a\"]}",
      String(repeating: " ", count: 1020) + "{\"code\": \"a\"}", String(repeating: "[", count: 900),
    ] {
      #expect(Self.code(body) == nil, "\(body)")
    }
  }

  @Test func findsACookie() {
    func value(_ headers: String...) -> String? {
      CookieHeader.value(of: "waveglass", in: headers).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(value("waveglass=abc") == "abc")
    #expect(value("a=b; waveglass=abc; c=d") == "abc")
    #expect(value("a=b;waveglass=\"abc\";c") == "abc")
    #expect(value("a=b", "\twaveglass = abc ") == "abc")
    #expect(value("waveglass=a=b") == "a=b")
    for open in ["\"abc", "abc\"", "\""] { #expect(value("waveglass=\(open)") == open, "\(open)") }
    #expect(value("waveglass=") == "")
    for none in [
      "", ";", "=", "waveglass", "Waveglass=abc", "xwaveglass=abc", "__Host-waveglass=abc",
      "waveglass=abc; waveglass=abc", "a=\"; waveglas=abc",
    ] {
      #expect(value(none) == nil, "\(none)")
    }
    #expect(value("waveglass=a", "waveglass=b") == nil)
    #expect(value(String(repeating: "a", count: 8200) + "; waveglass=a") == nil)
  }

  @Test func aTokenHasItsForm() {
    var random = SeededGenerator(seed: 1)
    let token = DeviceToken(using: &random)
    #expect(token.text.count == 64)
    #expect(DeviceToken(text: token.text)?.digest == token.digest)
    for text in [
      "", String(repeating: "A", count: 64), String(repeating: "a", count: 63),
      String(repeating: "g", count: 64),
    ] {
      #expect(DeviceToken(text: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func nothingTraps() {
    let bodies = ["{\"code\": \"K7QM-3XRT\"}", "{\"code\": \"\\u004b\\n\", \"x\": [1e9, {}]}"]
    let headers = ["a=b; __Host-waveglass=\"0123\"; c", "waveglass=1; waveglass=2;;; =;"]
    for seed in 0..<4000 {
      var random = SeededGenerator(seed: UInt64(seed))
      func mutated(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
          case 2: bytes.insert(contentsOf: bytes[place...], at: place)
          default: if bytes.count > 1 { bytes.remove(at: place) }
          }
        }
        return bytes
      }
      if let request = PairRequest(body: mutated(bodies[seed % 2])) {
        #expect(
          (1...64).contains(request.code.count) && request.code.allSatisfy { (0x20...0x7E).contains($0) })
      }
      let header = String(decoding: mutated(headers[seed % 2]), as: UTF8.self)
      if let value = CookieHeader.value(of: "waveglass", in: [header]) {
        #expect(!value.contains(UInt8(ascii: ";")) && value.count < header.utf8.count)
      }
    }
  }

  @Test func digestsAreThoseOfSHA256() {
    // NIST FIPS 180-4, the example of one block.
    let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(SecretDigest(of: Array("abc".utf8)).hex == Array(hex.utf8))
    #expect(SecretDigest(hex: Array(hex.utf8)) == SecretDigest(of: Array("abc".utf8)))
    #expect(SecretDigest(hex: Array(hex.utf8)) != SecretDigest(of: Array("abd".utf8)))
    #expect(SecretDigest(hex: Array(hex.utf8.dropLast())) == nil)
    #expect(SecretDigest(hex: Array(hex.uppercased().utf8)) == nil)
  }
}

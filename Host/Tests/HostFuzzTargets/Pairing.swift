import FuzzTargets
import WaveAccess

extension FuzzTarget {
  /// What strangers send to be let in: a body, a Cookie header, a code.
  static let pairing = FuzzTarget("pairing", byteLimit: 1200) { bytes throws(Finding) in
    if let request = PairRequest(body: bytes) {
      try require((1...PairRequest.codeBytesLimit).contains(request.code.count), "a code has its length")
      try require(request.code.allSatisfy { (0x20...0x7E).contains($0) }, "a code is printable")
      try require(bytes.count <= PairRequest.byteLimit, "a body has its length")
      if let code = CrockfordBase32.normalize(request.code) {
        try require(code.count <= request.code.count, "no character comes from nowhere")
        try require(CrockfordBase32.normalize(code) == code, "what is normal stays as it is")
      }
    }
    let header = String(decoding: bytes, as: UTF8.self)
    guard let value = CookieHeader.value(of: "waveglass", in: [header]) else { return }
    try require(!value.contains(UInt8(ascii: ";")), "a value ends at a semicolon")
    try require(CookieHeader.value(of: "waveglass", in: [header, header]) == nil, "of two none is taken")
    if let token = DeviceToken(text: value) { try require(token.text == value, "a token is read as it is") }
  }
}

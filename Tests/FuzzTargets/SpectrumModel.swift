import WaveDisplay
import WaveInteraction
import WaveSpectrum
import WaveWire

extension FuzzTarget {
  /// The whole client: what a server sends, mixed with touches, keys, controls and time.
  ///
  /// Each step of the input is a byte for its kind and what belongs to that kind; messages stand as on the wire.
  static let spectrumModel = FuzzTarget("spectrum-model", byteLimit: 400) { bytes throws(Finding) in
    var steps = Steps(bytes: bytes)
    var model = SpectrumModel()
    var list = DrawList()
    var now: Int64 = 1_000_000
    _ = model.handle(.resize(width: 300, height: 400, scale: 1), at: now)
    _ = model.handle(.connection(isOpen: true), at: now)
    while let kind = steps.byte() {
      now += Int64(kind >> 4) * 50_000
      if kind & 15 == 0 {
        _ = model.draw(into: &list, at: now)
        try checkWords(list.words)
      } else {
        guard let intent = steps.intent(kind & 15, at: now) else { return }
        for effect in model.handle(intent, at: now) { try checkEffect(effect) }
      }
      try require(model.band.low < model.band.high && model.band.width.isFinite, "the band is one")
      try require(model.levels.span > 0 && model.levels.top.isFinite, "the levels are a range")
    }
  }

  /// The operations of a frame fill it exactly.
  private static func checkWords(_ words: [UInt32]) throws(Finding) {
    var index = 0
    while index < words.count { index += Int(words[index] >> 8) + 1 }
    try require(index == words.count, "operations fill the list")
  }

  /// What a client sends, a server takes.
  private static func checkEffect(_ effect: Effect) throws(Finding) {
    guard case .send(let message) = effect else { return }
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    var reader = MessageReader(limit: WireLimits.clientMessageBytes)
    let read = Result { () throws(WireError) in try reader.next(in: bytes.span.bytes) }
    guard case .success(.some) = read else { throw Finding("the server can read \(message)") }
  }
}

/// What happens, step by step, read from an input.
private struct Steps {
  let bytes: [UInt8]
  var position = 0

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A coordinate on the screen or a little beyond it.
  private mutating func place() -> Float { Float(byte() ?? 0) * 2 - 20 }

  /// The next step; nil where the input has none.
  mutating func intent(_ kind: UInt8, at now: Int64) -> Intent? {
    guard kind < 9 else { return message() }
    guard let first = byte() else { return nil }
    switch kind {
    case 1, 2:
      let phase = Touch.Phase(rawValue: first & 3) ?? .cancelled
      return .touch(
        Touch(id: Int32(first >> 2 & 3), phase: phase, x: place(), y: place(), microseconds: now))
    case 3: return Key(rawValue: first & 15).map { .key($0, isShifted: first & 16 != 0) }
    case 4: return .control(id: first, value: Int(Int8(bitPattern: byte() ?? 0)))
    case 5:
      let phase = Touch.Phase(rawValue: byte().map { $0 & 3 } ?? 0) ?? .cancelled
      return .controlTouch(id: first, phase: phase, fraction: place() / 200, distance: place())
    case 6: return .controlText(id: first, text: (0..<6).map { _ in byte() ?? 0x30 })
    case 7:
      return .wheel(
        x: place(), y: place(), dx: place() - 200, dy: place() - 200,
        zoom: WheelZoom(rawValue: first % 3) ?? .none)
    default:
      switch first & 3 {
      case 0: return .connection(isOpen: first & 4 == 0)
      case 1: return .visibility(first & 4 == 0)
      case 2: return .appearance(isDark: first & 4 == 0, reducesMotion: first & 8 == 0)
      default:
        return .resize(width: place() * 4, height: place() * 4, scale: 2, insets: Insets(top: 8, bottom: 8))
      }
    }
  }

  private mutating func message() -> Intent? {
    let rest = Array(bytes[position...])
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    guard
      case .success(let message) = Result(catching: { () throws(WireError) in
        try reader.next(in: rest.span.bytes)
      })
    else { return nil }
    position += reader.position
    return message.map { .message($0) }
  }
}

import TestSupport
import WaveDisplay
import WaveInteraction

/// What happens to an instrument, step by step, read from an input.
struct IntentSteps<Message: Sendable> {
  /// What happens in one of them.
  enum Step {
    case intent(ViewIntent)
    case message(Message)
  }

  let bytes: [UInt8]
  /// Reads a message and counts its bytes; nil where there is none.
  let read: ([UInt8]) -> (message: Message, byteCount: Int)?
  var position = 0

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  init(bytes: [UInt8], read: @escaping ([UInt8]) -> (message: Message, byteCount: Int)?) {
    self.bytes = bytes
    self.read = read
  }

  /// A coordinate on the screen or a little beyond it.
  private mutating func place() -> Float { Float(byte() ?? 0) * 2 - 20 }

  /// The next step of an instrument that has these controls; nil where the input has none.
  mutating func step(_ kind: UInt8, with controls: ControlList, at now: Int64) -> Step? {
    kind < 9 ? intent(kind, with: controls, at: now).map { .intent($0) } : message().map { .message($0) }
  }

  /// Does something to a control of the newest list, or opens the drawer where the list has none.
  private func control(_ place: UInt8, of controls: ControlList, _ input: ControlInput) -> ViewIntent {
    let numbers = ListedControl.all(in: controls.bytes).map(\.number).filter { $0 > 0 }
    guard !numbers.isEmpty else { return .press(.handle) }
    return .control(number: numbers[Int(place) % numbers.count], input)
  }

  private mutating func intent(_ kind: UInt8, with controls: ControlList, at now: Int64) -> ViewIntent? {
    guard let first = byte() else { return nil }
    switch kind {
    case 1, 2:
      let phase = Touch.Phase(rawValue: first & 3) ?? .cancelled
      return .touch(
        Touch(id: Int32(first >> 2 & 3), phase: phase, x: place(), y: place(), microseconds: now))
    case 3: return Key(rawValue: first & 15).map { .key($0, isShifted: first & 16 != 0) }
    case 4:
      let value = Int(Int8(bitPattern: byte() ?? 0))
      // Corpora have 20 to 22 for what is around the plot.
      if let control = ShellControl(rawValue: first &- 20) { return .press(control) }
      return control(first, of: controls, .set(value))
    case 5:
      let phase = Touch.Phase(rawValue: byte().map { $0 & 3 } ?? 0) ?? .cancelled
      let (fraction, distance) = (Double(place() / 200), Double(place()))
      return control(first, of: controls, .drag(phase, fraction: fraction, distance: distance))
    case 6: return control(first, of: controls, .text((0..<6).map { _ in byte() ?? 0x30 }))
    case 7:
      return .wheel(
        x: place(), y: place(), dx: place() - 200, dy: place() - 200,
        zoom: WheelZoom(rawValue: first % 4) ?? .none)
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

  private mutating func message() -> Message? {
    guard let (message, byteCount) = read(Array(bytes[position...])), byteCount > 0 else { return nil }
    position += byteCount
    return message
  }
}

extension Instrument {
  /// Does what happens in a step.
  mutating func handle(_ step: IntentSteps<Message>.Step, at now: Int64) -> [Effect] {
    switch step {
    case .intent(let intent): handle(intent, at: now)
    case .message(let message): receive(message, at: now)
    }
  }
}

/// The operations of a frame fill it exactly.
func checkWords(_ words: [UInt32]) throws(Finding) {
  var index = 0
  while index < words.count { index += Int(words[index] >> 8) + 1 }
  try require(index == words.count, "operations fill the list")
}

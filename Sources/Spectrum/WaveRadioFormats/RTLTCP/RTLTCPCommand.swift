/// A client's five-byte command to an rtl_tcp server: a code and a number.
///
/// The server never replies.
public enum RTLTCPCommand: Equatable, Sendable {
  /// Tunes to a frequency in hertz.
  case frequency(UInt32)
  /// Sets the sample rate in hertz; see `RTLTCPRate`.
  case sampleRate(UInt32)
  /// Selects manual or automatic tuner gain.
  case tunerGainMode(isManual: Bool)
  /// Sets the tuner's gain in tenths of a decibel.
  case tunerGain(Int32)
  /// Sets the frequency correction for the crystal, in parts per million.
  case correction(Int32)
  /// Sets the gain of an intermediate-frequency stage, in tenths of a decibel.
  case stageGain(stage: UInt16, Int16)
  /// Turns test mode on or off. In test mode, a counter replaces the samples.
  case testMode(Bool)
  /// Turns the converter's own gain control on or off.
  case converterGainControl(Bool)
  /// Sets direct sampling of the antenna without the tuner: 0 off, 1 the I input, 2 the Q input.
  case directSampling(UInt32)
  /// Turns offset tuning on or off. Offset tuning keeps the oscillator outside the band.
  case offsetTuning(Bool)
  /// Sets the frequency of the converter's crystal in hertz.
  case converterCrystal(UInt32)
  /// Sets the frequency of the tuner's crystal in hertz.
  case tunerCrystal(UInt32)
  /// Selects the tuner's gain by its index in the tuner's list of gains.
  case tunerGainIndex(UInt32)
  /// Turns the power supply through the antenna cable on or off.
  case biasTee(Bool)
  /// A command with an unknown code.
  case other(code: UInt8, UInt32)

  /// The length of a command in bytes.
  public static let byteCount = 5

  /// Creates a command from its code and number; any code is accepted.
  public init(code: UInt8, value: UInt32) {
    let number = Int32(bitPattern: value)
    self =
      switch code {
      case 0x01: .frequency(value)
      case 0x02: .sampleRate(value)
      case 0x03: .tunerGainMode(isManual: value != 0)
      case 0x04: .tunerGain(number)
      case 0x05: .correction(number)
      case 0x06: .stageGain(stage: UInt16(value >> 16), Int16(truncatingIfNeeded: number))
      case 0x07: .testMode(value != 0)
      case 0x08: .converterGainControl(value != 0)
      case 0x09: .directSampling(value)
      case 0x0A: .offsetTuning(value != 0)
      case 0x0B: .converterCrystal(value)
      case 0x0C: .tunerCrystal(value)
      case 0x0D: .tunerGainIndex(value)
      case 0x0E: .biasTee(value != 0)
      default: .other(code: code, value)
      }
  }

  /// The command's code and number.
  public var word: (code: UInt8, value: UInt32) {
    switch self {
    case .frequency(let value): (0x01, value)
    case .sampleRate(let value): (0x02, value)
    case .tunerGainMode(let isManual): (0x03, isManual ? 1 : 0)
    case .tunerGain(let value): (0x04, UInt32(bitPattern: value))
    case .correction(let value): (0x05, UInt32(bitPattern: value))
    case .stageGain(let stage, let value): (0x06, UInt32(stage) << 16 | UInt32(UInt16(bitPattern: value)))
    case .testMode(let isOn): (0x07, isOn ? 1 : 0)
    case .converterGainControl(let isOn): (0x08, isOn ? 1 : 0)
    case .directSampling(let value): (0x09, value)
    case .offsetTuning(let isOn): (0x0A, isOn ? 1 : 0)
    case .converterCrystal(let value): (0x0B, value)
    case .tunerCrystal(let value): (0x0C, value)
    case .tunerGainIndex(let value): (0x0D, value)
    case .biasTee(let isOn): (0x0E, isOn ? 1 : 0)
    case .other(let code, let value): (code, value)
    }
  }

  /// Appends the command's five bytes.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(word.code)
    bytes.append(bigEndian: word.value)
  }
}

/// Splits the bytes received from a client, in chunks of any size, into commands.
public struct RTLTCPCommandReader: Equatable, Sendable {
  /// The received bytes of an incomplete command; always fewer than five.
  private var rest: [UInt8] = []

  /// Creates a reader that starts at the first byte of a command.
  public init() {}

  /// Reads bytes and returns the commands that they complete.
  ///
  /// - Complexity: O(bytes), with one allocation for the result.
  public mutating func read(_ bytes: Span<UInt8>) -> [RTLTCPCommand] {
    var commands: [RTLTCPCommand] = []
    commands.reserveCapacity((rest.count + bytes.count) / RTLTCPCommand.byteCount)
    for index in bytes.indices {
      rest.append(bytes[index])
      guard rest.count == RTLTCPCommand.byteCount else { continue }
      let value = rest[1...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      commands.append(RTLTCPCommand(code: rest[0], value: value))
      rest.removeAll(keepingCapacity: true)
    }
    return commands
  }
}

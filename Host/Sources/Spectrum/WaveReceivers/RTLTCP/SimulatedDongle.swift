import WaveSystem
import WaveRadioFormats

/// A receiver behind a simulated rtl_tcp server: obeys commands and makes samples, without a clock.
struct SimulatedDongle: Sendable {
  /// Where samples come from.
  enum Supply: Sendable {
    /// A known air: the band really follows the frequency.
    case air(SimulatedReceiver)
    /// Bytes that are repeated, whatever is commanded.
    case loop(FileLoop)
  }

  /// At this gain of the tuner the levels of the air are as stated.
  static let referenceGain: Int32 = 297

  /// The tuner that it claims to have.
  let tuner: RTLTCPTuner = .r820t
  /// Samples in a second.
  private(set) var rateHertz: UInt32 = 2_048_000
  /// What the client wants at the centre, in hertz.
  private(set) var frequencyHertz: UInt32 = 100_000_000
  private var correction: Int32 = 0
  private var isManual = false
  private var gain: Int32 = Self.referenceGain
  /// By how much its crystal is too fast, in parts in a million.
  private let crystalError: Double
  private var supply: Supply

  init(supply: Supply, rateHertz: UInt32? = nil, crystalError: Double = 0) {
    self.supply = supply
    self.crystalError = crystalError
    if let rateHertz { self.rateHertz = rateHertz }
    tune()
  }

  /// What it says first.
  var header: RTLTCPHeader { RTLTCPHeader(tuner: tuner, gainCount: UInt32(tuner.gains.count)) }

  /// Obeys a command.
  ///
  /// - Returns: What it did, for people.
  mutating func obey(_ command: RTLTCPCommand) -> String {
    switch command {
    case .frequency(let hertz):
      frequencyHertz = hertz
      return "frequency \(hertz) Hz"
        + (tune() ? "" : ": a file cannot be tuned; its samples stay what they are")
    case .sampleRate(let hertz):
      guard RTLTCPRate.isValid(hertz) else {
        return "sample rate \(hertz) Hz refused: valid are 225001 to 300000 and 900001 to 3200000"
      }
      rateHertz = hertz
      return "sample rate \(hertz) Hz"
        + (tune() ? "" : ": the file is played at that rate, its content is not resampled")
    case .correction(let parts):
      correction = parts
      tune()
      return "frequency correction \(parts) ppm"
    case .tunerGainMode(let isManual):
      self.isManual = isManual
      tune()
      return isManual ? "tuner gain by hand" : "tuner gain automatic"
    case .tunerGain(let tenths):
      gain = tuner.gain(nearestTo: tenths)
      tune()
      return "tuner gain \(Double(gain) / 10) dB" + (isManual ? "" : ", once it is set by hand")
    case .tunerGainIndex(let index):
      guard index < UInt32(tuner.gains.count) else {
        return "tuner gain \(index) refused: there are \(tuner.gains.count)"
      }
      gain = tuner.gains[Int(index)]
      tune()
      return "tuner gain \(Double(gain) / 10) dB"
    case .converterGainControl(let isOn): return "RTL AGC \(isOn ? "on" : "off")"
    case .biasTee(let isOn): return "bias tee \(isOn ? "on" : "off")"
    default: return "command \(command.word.code) with \(command.word.value): nothing to do here"
    }
  }

  /// Makes the bytes of some samples.
  mutating func append(count: Int, to bytes: inout [UInt8]) throws(ReceiverError) {
    switch supply {
    case .air(var receiver):
      // Never two owners, or its storage would be copied.
      supply = .loop(FileLoop())
      receiver.append(count: count, to: &bytes)
      supply = .air(receiver)
    case .loop(var loop):
      try loop.append(byteCount: 2 * count, to: &bytes)
      supply = .loop(loop)
    }
  }

  /// Lets the world go on while nobody listens.
  mutating func pass(seconds: Double) {
    guard case .air(var receiver) = supply else { return }
    supply = .loop(FileLoop())
    receiver.pass(seconds: seconds)
    supply = .air(receiver)
  }

  /// Brings the air to what is commanded; false for a file.
  @discardableResult private mutating func tune() -> Bool {
    guard case .air(var receiver) = supply else { return false }
    supply = .loop(FileLoop())
    let factor = (1 + crystalError * 1e-6) / (1 + Double(correction) * 1e-6)
    receiver.tune(rateHertz: Double(rateHertz), centerHertz: Double(frequencyHertz) * factor)
    receiver.setGain(decibels: isManual ? Double(gain - Self.referenceGain) / 10 : 0)
    supply = .air(receiver)
    return true
  }
}

/// A file's bytes again and again.
struct FileLoop: Sendable {
  private var file: ReadOnlyFile?
  private var place = 0
  private var length = 0

  /// Nothing.
  init() {}

  /// A file of pairs of bytes.
  init(path: String) throws(ReceiverError) {
    let file: ReadOnlyFile
    do throws(FileError) {
      file = try ReadOnlyFile(path: path)
    } catch {
      throw ReceiverError(error)
    }
    length = file.byteCount & ~1
    guard length > 0 else {
      throw .nothingToRepeat(path: path)
    }
    self.file = file
  }

  mutating func append(byteCount: Int, to bytes: inout [UInt8]) throws(ReceiverError) {
    guard let file else { return }
    var left = byteCount
    while left > 0 {
      var piece = [UInt8](repeating: 0, count: min(left, length - place))
      let got: Int
      do throws(FileError) {
        got = try file.read(into: &piece, at: place)
      } catch {
        throw ReceiverError(error)
      }
      guard got == piece.count else {
        throw .shortenedRepeat(path: file.path)
      }
      bytes += piece
      place = (place + got) % length
      left -= got
    }
  }
}

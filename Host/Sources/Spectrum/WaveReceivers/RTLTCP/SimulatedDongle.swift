import WaveSystem
import WaveRadioFormats

/// A simulated receiver for an rtl_tcp server: executes commands and generates samples without reading a
/// clock.
struct SimulatedDongle: Sendable {
  /// The source of the samples.
  enum Supply: Sendable {
    /// Simulated transmitters with known frequencies. The received band follows the requested frequency.
    case air(SimulatedReceiver)
    /// The bytes of a file, repeated regardless of commands.
    case loop(FileLoop)
  }

  /// The tuner gain, in tenths of a decibel, for which the transmitters' stated levels are valid.
  static let referenceGain: Int32 = 297

  /// The tuner that the receiver reports.
  let tuner: RTLTCPTuner = .r820t
  /// The sample rate in hertz.
  private(set) var rateHertz: UInt32 = 2_048_000
  /// The requested centre frequency in hertz.
  private(set) var frequencyHertz: UInt32 = 100_000_000
  private var correction: Int32 = 0
  private var isManual = false
  private var gain: Int32 = Self.referenceGain
  /// The amount by which the crystal is too fast, in parts per million.
  private let crystalError: Double
  private var supply: Supply

  init(supply: Supply, rateHertz: UInt32? = nil, crystalError: Double = 0) {
    self.supply = supply
    self.crystalError = crystalError
    if let rateHertz { self.rateHertz = rateHertz }
    tune()
  }

  /// The header that the server sends first.
  var header: RTLTCPHeader { RTLTCPHeader(tuner: tuner, gainCount: UInt32(tuner.gains.count)) }

  /// Executes a client's command.
  ///
  /// - Returns: A description of the effect for display.
  mutating func obey(_ command: RTLTCPCommand) -> String {
    switch command {
    case .frequency(let hertz):
      frequencyHertz = hertz
      return "frequency \(hertz) Hz" + (tune() ? "" : ": a file cannot be tuned; its samples do not change")
    case .sampleRate(let hertz):
      guard RTLTCPRate.isValid(hertz) else {
        return "sample rate \(hertz) Hz refused: valid rates are 225001 to 300000 and 900001 to 3200000"
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
      return isManual ? "tuner gain manual" : "tuner gain automatic"
    case .tunerGain(let tenths):
      gain = tuner.gain(nearestTo: tenths)
      tune()
      return "tuner gain \(Double(gain) / 10) dB" + (isManual ? "" : ", once the gain is manual")
    case .tunerGainIndex(let index):
      guard index < UInt32(tuner.gains.count) else {
        return "tuner gain \(index) refused: there are \(tuner.gains.count) gains"
      }
      gain = tuner.gains[Int(index)]
      tune()
      return "tuner gain \(Double(gain) / 10) dB"
    case .converterGainControl(let isOn): return "RTL AGC \(isOn ? "on" : "off")"
    case .biasTee(let isOn): return "bias tee \(isOn ? "on" : "off")"
    default: return "command \(command.word.code) with \(command.word.value): has no effect here"
    }
  }

  /// Generates a number of samples and appends their bytes.
  mutating func append(count: Int, to bytes: inout [UInt8]) throws(ReceiverError) {
    switch supply {
    case .air(var receiver):
      // Release the other owner of the storage, so that it is not copied.
      supply = .loop(FileLoop())
      receiver.append(count: count, to: &bytes)
      supply = .air(receiver)
    case .loop(var loop):
      try loop.append(byteCount: 2 * count, to: &bytes)
      supply = .loop(loop)
    }
  }

  /// Advances the simulated time while no client is reading samples.
  mutating func pass(seconds: Double) {
    guard case .air(var receiver) = supply else { return }
    supply = .loop(FileLoop())
    receiver.pass(seconds: seconds)
    supply = .air(receiver)
  }

  /// Tunes the simulated receiver according to the commands; returns false for a file, which cannot be tuned.
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

/// Reads the bytes of a file in an endless loop.
struct FileLoop: Sendable {
  private var file: ReadOnlyFile?
  private var place = 0
  private var length = 0

  /// Creates an empty loop.
  init() {}

  /// Opens a file of byte pairs.
  init(path: String) throws(ReceiverError) {
    let file = try ReceiverError.filed(ReadOnlyFile(path: path))
    length = file.byteCount & ~1
    guard length > 0 else { throw .nothingToRepeat(path: path) }
    self.file = file
  }

  mutating func append(byteCount: Int, to bytes: inout [UInt8]) throws(ReceiverError) {
    guard let file else { return }
    var left = byteCount
    while left > 0 {
      let count = min(left, length - place)
      let piece = try file.bytes(count: count, at: place)
      guard piece.count == count else { throw .shortenedRepeat(path: file.path) }
      bytes += piece
      place = (place + count) % length
      left -= count
    }
  }
}

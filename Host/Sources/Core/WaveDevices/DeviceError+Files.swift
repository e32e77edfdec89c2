import WaveBiosignals
import WaveSystem
import WaveRadioFormats
import WaveSignal
import WaveText

extension DeviceError {
  /// What a file could not give.
  init(_ error: FileError) {
    self.init(sentences: "\(error)", place: "")
  }

  /// What is wrong inside a text or an archive.
  init(_ error: TextError, path: String) {
    self.init(sentences: "\(error)", place: path)
  }

  /// What is wrong inside a recording of a receiver.
  init(_ error: RadioFormatError, path: String) {
    self.init(sentences: "\(error)", place: path)
  }

  /// What is wrong inside a recording of sensors.
  init(_ error: BiosignalError, path: String) {
    self.init(sentences: "\(error)", place: path)
  }

  /// What a signal computation refuses.
  init(_ error: SignalError, path: String) {
    let (what, advice) =
      switch error {
      case .transformCount(let count):
        ("a transform of \(count) points", "Give fft= a power of two from 64 to 1048576")
      case .windowCount(let count, let most):
        ("a window of \(count) samples", "Give from 2 to \(most)")
      case .overlap(let overlap): ("an overlap of \(overlap)", "Give from 0 to below 1")
      case .sampleRate(let rate): ("a sample rate of \(rate) Hz", "Give rate= above zero, such as 2.4M")
      case .center(let center): ("a centre frequency of \(center) Hz", "Give frequency= such as 99.5M")
      }
    self.init(what: what, place: path, advice: advice)
  }

  /// Takes apart a sentence that tells what failed and one that tells what to do.
  init(sentences: String, place: String) {
    let parts = sentences.split(separator: ". ", maxSplits: 1)
    self.init(
      what: parts.first.map(String.init) ?? sentences, place: place,
      advice: parts.count > 1 ? String(parts[1]) : "")
  }
}

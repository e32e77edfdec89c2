import WaveSignal
import WaveSpectra

extension FuzzTarget {
  /// Samples of any bits through the shortest transform; the first byte of the input chooses the format.
  static let analyzer = FuzzTarget("analyzer", byteLimit: 1024) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let format = allFormats[Int(head) % allFormats.count]
    let sampleBytes = format.bytesPerSample
    let content = Array(bytes.dropFirst())
    let configuration = AnalyzerConfiguration(
      fftCount: 64, window: .rectangular, sampleRateHertz: 64, isReal: format.isReal)
    guard var analyzer = try? SpectrumAnalyzer(configuration: configuration) else {
      throw Finding("the configuration is allowed")
    }
    analyzer.process(content.span, format: format)
    guard let whole = row(&analyzer) else { return }
    analyzer.discontinue()
    for start in stride(from: 0, to: content.count, by: 7 * sampleBytes) {
      let piece = Array(content[start..<Swift.min(content.count, start + 7 * sampleBytes)])
      analyzer.process(piece.span, format: format)
    }
    guard var parts = row(&analyzer) else { throw Finding("pieces give a row where the whole does") }
    try require(parts.isIncomplete, "what does not continue is incomplete")
    parts.isIncomplete = whole.isIncomplete
    try require(parts == whole, "pieces give what the whole gives")
    for bin in whole.max.indices {
      let (high, mean, low) = (whole.max[bin], whole.mean[bin], whole.min[bin])
      try require(high.isFinite && low >= 0, "powers are numbers")
      try require(low <= high && mean <= high * 1.0001 && mean >= low * 0.9999, "detectors are in order")
      try require(Centibels.encode(power: high) != Centibels.gap, "a power is no gap")
    }
  }

  private static func row(_ analyzer: inout SpectrumAnalyzer) -> PowerRow? {
    analyzer.finishRow(sequence: 1, startMicroseconds: 0, durationMicroseconds: 1)
  }
}

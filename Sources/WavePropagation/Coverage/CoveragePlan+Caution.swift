import WaveUnits

extension CoveragePlan {
  /// How far the model was off where it was held against drive tests at places such as these, UTF-8; empty where nothing was measured.
  ///
  /// Biases of the drives within 10 km: `Documentation/accuracy-coverage.md`.
  public var caution: [UInt8] {
    var text = TextWriter()
    switch model {
    case .diffraction: text.append("without clutter 30 to 34 dB optimistic in towns (London)")
    case .p1812: text.append("without clutter 30 to 35 dB optimistic in towns (London)")
    case .irregularTerrain: text.append("without clutter 31 to 33 dB optimistic in towns (London)")
    case .learned where area == .open: text.append("16 dB pessimistic in open land at Boston")
    case .learnedPlain where area == .open: text.append("14 dB pessimistic in open land at Boston")
    case .freeSpace, .hata, .extendedHata, .learned, .learnedPlain: break
    }
    return text.bytes
  }
}

import WaveUnits

extension CoveragePlan {
  /// The model's error in drive tests in similar surroundings, in UTF-8; empty if there were no such tests.
  ///
  /// The values are the mean errors of drive tests within 10 km; see
  /// `Documentation/Coverage/accuracy-coverage.md`.
  public var caution: [UInt8] { TextWriter("\(words)").bytes }

  private var words: StaticString {
    switch model {
    case .p1812 where clutter != .open: clutterCaution
    case .diffraction, .p1812: "without clutter 30 to 35 dB optimistic in towns (London)"
    case .irregularTerrain: "without clutter 31 to 33 dB optimistic in towns (London)"
    case .learned where area == .open: "16 dB pessimistic in open land at Boston"
    case .learnedPlain where area == .open: "14 dB pessimistic in open land at Boston"
    case .freeSpace, .hata, .extendedHata, .learned, .learnedPlain: ""
    }
  }

  /// A note on the error of P.1812 with clutter in drive tests; empty for woodland, where no tests were made.
  private var clutterCaution: StaticString {
    switch clutter {
    case .suburban: "12 to 13 dB optimistic in London"
    case .urban: "7 to 9 dB optimistic in London"
    case .denseUrban: "4 to 6 dB optimistic in London"
    case .open, .woodland: ""
    }
  }
}

/// The shape of a window, which weights the samples of a spectrum.
///
/// Each shape is a sum of cosines in its periodic (DFT-even) form: sample `n` of `M` is the sum over `k` of
/// `(-1)^k * terms[k] * cos(2πkn/M)`. The coefficients are those of SciPy's functions of the same name.
///
/// F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier transform", Proc.
/// IEEE 66(1), 1978, doi:10.1109/PROC.1978.10837; A. H. Nuttall, "Some windows with very good sidelobe
/// behavior", IEEE Trans. ASSP 29(1), 1981, doi:10.1109/TASSP.1981.1163506; flat-top: G. D'Antona and A.
/// Ferrero, "Digital Signal Processing for Measurement Systems", 2006, doi:10.1007/0-387-28666-7.
public enum WindowFunction: UInt8, CaseIterable, Sendable {
  /// No weighting: the narrowest band and the highest sidelobes (-13 dB).
  case rectangular
  /// A raised cosine: sidelobes from -31 dB, falling by 18 dB per octave.
  case hann
  /// The minimum four-term Blackman-Harris window: sidelobes below -92 dB.
  case blackmanHarris
  /// The minimum four-term Nuttall window: sidelobes below -98 dB.
  case nuttall
  /// A five-term flat-top window, with the widest main lobe: a tone between two bins reads at most 0.01 dB
  /// low.
  case flatTop

  /// The weights of the cosines, with the constant term first.
  public var terms: [Double] {
    // All terms are in one literal: with several literals in one function, Embedded Swift 6.3 gives the wrong
    // ones to another module's copy.
    let all = [
      1,
      0.5, 0.5,
      0.35875, 0.48829, 0.14128, 0.01168,
      0.3635819, 0.4891775, 0.1365995, 0.0106411,
      0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368,
    ]
    return switch self {
    case .rectangular: Array(all[..<1])
    case .hann: Array(all[1..<3])
    case .blackmanHarris: Array(all[3..<7])
    case .nuttall: Array(all[7..<11])
    case .flatTop: Array(all[11...])
    }
  }

  /// The name used in commands and files.
  public var name: StaticString {
    switch self {
    case .rectangular: "rectangular"
    case .hann: "hann"
    case .blackmanHarris: "blackman-harris"
    case .nuttall: "nuttall"
    case .flatTop: "flat-top"
    }
  }

  /// Creates the function with a name given as bytes, or returns nil if the name is unknown.
  ///
  /// Letter case, hyphens, underscores and spaces are ignored: "flattop" and "BLACKMAN_HARRIS" are accepted.
  public init?(name: [UInt8]) {
    let letters = Self.letters(of: name)
    let found = Self.allCases.first { letters == $0.name.withUTF8Buffer { Self.letters(of: Array($0)) } }
    guard let found else { return nil }
    self = found
  }

  /// The minimum overlap at which all samples of a long recording have equal weight in the mean power.
  ///
  /// A squared sum of `T` terms has harmonics up to `2(T - 1)`. Windows spaced `M/H` apart add up to a
  /// constant if `H` exceeds that number. This uses the next power of two for `H`, which divides every
  /// transform length. At this overlap, the band power equals the power of the samples, except near both ends
  /// of the recording.
  public var evenOverlap: Double {
    var steps = 1
    while steps <= 2 * (terms.count - 1) { steps *= 2 }
    return 1 - 1 / Double(steps)
  }

  private static func letters(of name: [UInt8]) -> [UInt8] {
    name.compactMap { byte in
      switch byte {
      case 0x41...0x5A: byte | 0x20
      case 0x2D, 0x5F, 0x20: nil
      default: byte
      }
    }
  }
}

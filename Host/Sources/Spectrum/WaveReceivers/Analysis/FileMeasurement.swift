import WaveUnits

/// What `waveglass measure` tells of a recording, over its whole length.
///
/// Levels are of the averaged spectrum. Numbers that do not exist (no signal, no noise at all) are nil.
public struct FileMeasurement: Encodable, Equatable, Sendable {
  /// A local maximum of the averaged spectrum.
  public struct Peak: Encodable, Equatable, Sendable {
    /// Frequency in hertz; nil where the rate is unknown.
    public var frequencyHertz: Double?
    /// Frequency from the centre in parts of the rate, where that is unknown.
    public var frequencyOfRate: Double?
    /// Level in decibels: of the tone, where it is one; else of the highest bin.
    public var level: Double
  }

  /// The constant part of the samples, which makes a spike at the centre.
  public struct Offset: Encodable, Equatable, Sendable {
    /// Mean of the in-phase part, or of real samples, full scale being 1.
    public var i: Double
    /// Mean of the quadrature part.
    public var q: Double
    /// Its power in decibels, as the spectrum shows it: of real samples 3 dB above the mean's square, since a
    /// sine of amplitude 1 is 0 dBFS.
    public var level: Double?
  }

  /// Frequencies of samples whose rate nobody says, in parts of the rate, from the centre.
  public struct RateParts: Encodable, Equatable, Sendable {
    /// Resolution bandwidth, the 3-dB width.
    public var rbw: Double
    /// Equivalent noise bandwidth.
    public var enbw: Double
    /// Distance between bins.
    public var step: Double
    /// Lower edge of the band.
    public var low: Double
    /// Upper edge of the band.
    public var high: Double
  }

  /// What levels are relative to: "dBFS", "dBm", or "dB" where they are not calibrated.
  public var unit: String
  /// Resolution bandwidth, the 3-dB width, in hertz; this and what follows in hertz is nil where the rate is
  /// unknown.
  public var rbwHertz: Double?
  /// Equivalent noise bandwidth in hertz.
  public var enbwHertz: Double?
  /// Distance between bins in hertz.
  public var stepHertz: Double?
  /// Lower edge of the band in hertz.
  public var lowHertz: Double?
  /// Upper edge of the band in hertz.
  public var highHertz: Double?
  /// The same where the rate is unknown.
  public var ofRate: RateParts?
  /// Mean noise in one bin, in decibels.
  public var noiseFloor: Double?
  /// Mean noise in one hertz, in decibels.
  public var noiseDensity: Double?
  /// Power of the whole band, in decibels: of samples the mean square, which is the same.
  public var bandPower: Double?
  /// Strongest first.
  public var peaks: [Peak]
  /// Spectra averaged: transforms of samples, or sweeps of a log.
  public var averages: Int
  /// Samples: points of the transform.
  public var fftCount: Int?
  /// Samples: the window's name.
  public var window: String?
  /// Samples: how many in a second; nil where nobody says.
  public var rateHertz: Double?
  /// Samples: who says the rate.
  public var rateFrom: SampleFact?
  /// Samples: who says the frequency at zero; nil where nobody does, and frequencies are counted from it.
  public var centerFrom: SampleFact?
  /// Samples: share of the components at the converter's limits, 0 to 1.
  public var clippedShare: Double?
  /// Samples: the constant part.
  public var dcOffset: Offset?
  /// Samples: power of mirror images relative to their signals, in decibels; nil for real ones, which have
  /// none.
  public var imageLevel: Double?
  /// What is wrong with the file but did not prevent the measurement.
  public var warning: String?

  /// Gives frequencies in parts of a placeholder rate in place of hertz, and nothing in one hertz.
  mutating func measureInParts(of rateHertz: Double) {
    ofRate = RateParts(
      rbw: (rbwHertz ?? 0) / rateHertz, enbw: (enbwHertz ?? 0) / rateHertz,
      step: (stepHertz ?? 0) / rateHertz,
      low: (lowHertz ?? 0) / rateHertz, high: (highHertz ?? 0) / rateHertz)
    (rbwHertz, enbwHertz, stepHertz, lowHertz, highHertz, noiseDensity) = (nil, nil, nil, nil, nil, nil)
    for place in peaks.indices {
      peaks[place].frequencyOfRate = peaks[place].frequencyHertz.map { $0 / rateHertz }
      peaks[place].frequencyHertz = nil
    }
  }

  /// A power in decibels with an offset; nil where there is none.
  static func level(_ power: Double, _ offset: Double? = nil) -> Double? {
    let decibels = Decibels.decibels(fromPower: power) + (offset ?? 0)
    return decibels.isFinite ? decibels : nil
  }
}

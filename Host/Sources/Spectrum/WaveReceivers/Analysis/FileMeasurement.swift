import WaveUnits

/// The output of `waveglass measure`: measurements over the whole length of a recording.
///
/// Levels are those of the averaged spectrum. Values that do not exist (no signal, no noise at all) are nil.
public struct FileMeasurement: Encodable, Equatable, Sendable {
  /// A local maximum of the averaged spectrum.
  public struct Peak: Encodable, Equatable, Sendable {
    /// Frequency in hertz; nil if the rate is unknown.
    public var frequencyHertz: Double?
    /// Frequency relative to the centre as a fraction of the rate, if that is unknown.
    public var frequencyOfRate: Double?
    /// Level in decibels: that of the tone if the peak is one, otherwise that of the highest bin.
    public var level: Double
  }

  /// The constant component (DC) of the samples, which makes a spike at the centre.
  public struct Offset: Encodable, Equatable, Sendable {
    /// Mean of the in-phase component, or of real samples; full scale is 1.
    public var i: Double
    /// Mean of the quadrature component.
    public var q: Double
    /// Power in decibels, as in the spectrum: for real samples 3 dB above the square of the mean, since a
    /// sine of amplitude 1 is 0 dBFS.
    public var level: Double?
  }

  /// Frequencies of samples whose rate is unknown, as fractions of the rate, relative to the centre.
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

  /// The reference of levels: "dBFS", "dBm", or "dB" if they are not calibrated.
  public var unit: String
  /// Resolution bandwidth, the 3-dB width, in hertz; this and all further values in hertz are nil if the rate
  /// is unknown.
  public var rbwHertz: Double?
  /// Equivalent noise bandwidth in hertz.
  public var enbwHertz: Double?
  /// Distance between bins in hertz.
  public var stepHertz: Double?
  /// Lower edge of the band in hertz.
  public var lowHertz: Double?
  /// Upper edge of the band in hertz.
  public var highHertz: Double?
  /// The same values if the rate is unknown.
  public var ofRate: RateParts?
  /// Mean noise in one bin, in decibels.
  public var noiseFloor: Double?
  /// Mean noise in one hertz, in decibels.
  public var noiseDensity: Double?
  /// Power of the whole band, in decibels; for samples it equals the mean square.
  public var bandPower: Double?
  /// The peaks, the strongest first.
  public var peaks: [Peak]
  /// The number of averaged spectra: transforms of samples, or sweeps of a log.
  public var averages: Int
  /// Samples: number of points of the transform.
  public var fftCount: Int?
  /// Samples: name of the window.
  public var window: String?
  /// Samples: rate in samples a second; nil if unknown.
  public var rateHertz: Double?
  /// Samples: origin of the rate.
  public var rateFrom: SampleFact?
  /// Samples: origin of the frequency at zero; nil if it is unknown, and frequencies are relative to it.
  public var centerFrom: SampleFact?
  /// Samples: fraction of components at the limits of the converter, 0 to 1.
  public var clippedShare: Double?
  /// Samples: the constant component.
  public var dcOffset: Offset?
  /// Samples: power of mirror images relative to their signals, in decibels; nil for real samples, which have
  /// none.
  public var imageLevel: Double?
  /// Faults of the file that did not prevent the measurement.
  public var warning: String?

  /// Expresses frequencies as fractions of a placeholder rate instead of hertz; the noise density becomes
  /// nil.
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

  /// A power in decibels with an offset; nil if there is none.
  static func level(_ power: Double, _ offset: Double? = nil) -> Double? {
    let decibels = Decibels.decibels(fromPower: power) + (offset ?? 0)
    return decibels.isFinite ? decibels : nil
  }
}

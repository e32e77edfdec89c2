import WaveUnits

/// The output of `waveglass measure`: measurements over the whole length of a recording.
///
/// Levels are those of the averaged spectrum. Values that cannot be measured, for example because there is no
/// signal or noise, are nil.
public struct FileMeasurement: Encodable, Equatable, Sendable {
  /// A local maximum of the averaged spectrum.
  public struct Peak: Encodable, Equatable, Sendable {
    /// The frequency in hertz; nil if the rate is unknown.
    public var frequencyHertz: Double?
    /// The frequency relative to the centre, as a fraction of the sample rate; nil if the rate is known.
    public var frequencyOfRate: Double?
    /// The level in decibels: the level of the tone if the peak is a tone, otherwise the level of the highest
    /// bin.
    public var level: Double
  }

  /// The DC offset of the samples, which produces a spike at the centre.
  public struct Offset: Encodable, Equatable, Sendable {
    /// The mean of the in-phase component, or of real samples, relative to full scale.
    public var i: Double
    /// The mean of the quadrature component.
    public var q: Double
    /// The power of the offset in decibels, as shown in the spectrum.
    ///
    /// For real samples, it is 3 dB above the square of the mean, because a sine of amplitude 1 is 0 dBFS.
    public var level: Double?
  }

  /// Frequencies as fractions of the sample rate, relative to the centre, for samples with an unknown rate.
  public struct RateParts: Encodable, Equatable, Sendable {
    /// The resolution bandwidth (3-dB width), as a fraction of the sample rate.
    public var rbw: Double
    /// The equivalent noise bandwidth, as a fraction of the sample rate.
    public var enbw: Double
    /// The bin spacing, as a fraction of the sample rate.
    public var step: Double
    /// The lower edge of the band relative to the centre, as a fraction of the sample rate.
    public var low: Double
    /// The upper edge of the band relative to the centre, as a fraction of the sample rate.
    public var high: Double
  }

  /// The unit of levels: "dBFS", "dBm", or "dB" if levels are uncalibrated.
  public var unit: String
  /// The resolution bandwidth (3-dB width) in hertz.
  ///
  /// Like all values in hertz, it is nil if the sample rate is unknown.
  public var rbwHertz: Double?
  /// The equivalent noise bandwidth in hertz.
  public var enbwHertz: Double?
  /// The bin spacing in hertz.
  public var stepHertz: Double?
  /// The lower edge of the band in hertz.
  public var lowHertz: Double?
  /// The upper edge of the band in hertz.
  public var highHertz: Double?
  /// The frequencies as fractions of the sample rate; nil if the rate is known.
  public var ofRate: RateParts?
  /// The mean noise power per bin, in decibels.
  public var noiseFloor: Double?
  /// The mean noise power per hertz, in decibels.
  public var noiseDensity: Double?
  /// The power of the whole band in decibels.
  ///
  /// For samples, it equals the mean square.
  public var bandPower: Double?
  /// The peaks, strongest first.
  public var peaks: [Peak]
  /// The number of averaged spectra: transforms of samples, or sweeps of a log.
  public var averages: Int
  /// The number of points in the transform; nil for logs.
  public var fftCount: Int?
  /// The name of the window function; nil for logs.
  public var window: String?
  /// The sample rate in hertz; nil for logs, or if the rate is unknown.
  public var rateHertz: Double?
  /// The origin of the sample rate: the user, the file or its name.
  public var rateFrom: SampleFact?
  /// The origin of the centre frequency; nil if the frequency is unknown.
  ///
  /// In that case, other frequencies are relative to the centre.
  public var centerFrom: SampleFact?
  /// The fraction of I and Q components at the limits of the analogue-to-digital converter, 0 to 1; nil for
  /// logs.
  public var clippedShare: Double?
  /// The DC offset of the samples; nil for logs.
  public var dcOffset: Offset?
  /// The power of mirror images relative to their signals, in decibels; nil for logs and real samples, which
  /// have none.
  public var imageLevel: Double?
  /// The errors in the file that did not prevent the measurement.
  public var warning: String?

  /// Expresses frequencies as fractions of a placeholder sample rate instead of in hertz, and removes the
  /// noise density.
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

  /// Converts a linear power to decibels and adds an offset; nil if the power is zero or not a number.
  static func level(_ power: Double, _ offset: Double? = nil) -> Double? {
    let decibels = Decibels.decibels(fromPower: power) + (offset ?? 0)
    return decibels.isFinite ? decibels : nil
  }
}

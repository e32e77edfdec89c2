import WaveUnits

/// What `waveglass measure` tells of a recording, over its whole length.
///
/// Levels are of the averaged spectrum. Numbers that do not exist (no signal, no noise at all) are nil.
public struct FileMeasurement: Encodable, Equatable, Sendable {
  /// A local maximum of the averaged spectrum.
  public struct Peak: Encodable, Equatable, Sendable {
    /// Frequency in hertz.
    public var frequencyHertz: Double
    /// Level in decibels: of the tone, where it is one; else of the highest bin.
    public var level: Double
  }

  /// The constant part of the samples, which makes a spike at the centre.
  public struct Offset: Encodable, Equatable, Sendable {
    /// Mean of the in-phase part, full scale being 1.
    public var i: Double
    /// Mean of the quadrature part.
    public var q: Double
    /// Its power in decibels.
    public var level: Double?
  }

  /// What levels are relative to: "dBFS", "dBm", or "dB" where they are not calibrated.
  public var unit: String
  /// Resolution bandwidth, the 3-dB width, in hertz.
  public var rbwHertz: Double
  /// Equivalent noise bandwidth in hertz.
  public var enbwHertz: Double
  /// Distance between bins in hertz.
  public var stepHertz: Double
  /// Lower edge of the band in hertz.
  public var lowHertz: Double
  /// Upper edge of the band in hertz.
  public var highHertz: Double
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
  /// Samples: how many in a second.
  public var rateHertz: Double?
  /// Samples: share of the components at the converter's limits, 0 to 1.
  public var clippedShare: Double?
  /// Samples: the constant part.
  public var dcOffset: Offset?
  /// Samples: power of mirror images relative to their signals, in decibels.
  public var imageLevel: Double?
  /// What is wrong with the file but did not prevent the measurement.
  public var warning: String?

  /// A power in decibels with an offset; nil where there is none.
  static func level(_ power: Double, _ offset: Double? = nil) -> Double? {
    let decibels = Decibels.decibels(fromPower: power) + (offset ?? 0)
    return decibels.isFinite ? decibels : nil
  }
}

/// What one number says of many: all bins of a column, or all spectra of an interval, always on linear power.
public enum Detector: UInt8, CaseIterable, Sendable {
  /// Positive peak: true for the level of a tone.
  case max
  /// Mean of the power (RMS): true for noise density and band power.
  case mean
  /// Negative peak.
  case min
  /// The first sample.
  case sample
}

/// The reduction of many powers to one: of the bins of a column, or of the spectra of an interval.
///
/// Detectors always use linear power.
public enum Detector: UInt8, CaseIterable, Sendable {
  /// Positive peak: correct for the level of a tone.
  case max
  /// Mean of the power (RMS): correct for noise density and band power.
  case mean
  /// Negative peak.
  case min
  /// The first sample.
  case sample
}

/// A rule that reduces many powers to one: the bins in a column, or the spectra in an interval.
///
/// Detectors always operate on linear power.
public enum Detector: UInt8, CaseIterable, Sendable {
  /// The maximum (positive peak): correct for the level of a tone.
  case max
  /// The mean power (RMS): correct for noise density and band power.
  case mean
  /// The minimum (negative peak).
  case min
  /// The first sample in the column or interval.
  case sample
}

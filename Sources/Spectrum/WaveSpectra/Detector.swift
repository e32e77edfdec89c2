/// A rule that reduces many powers to one: the bins in a column, or the spectra in an interval.
///
/// Detectors always operate on linear power.
public enum Detector: UInt8, CaseIterable, Sendable {
  /// The maximum (positive peak), which shows the level of a tone correctly.
  case max
  /// The mean power (RMS), which shows noise density and band power correctly.
  case mean
  /// The minimum (negative peak).
  case min
  /// The first sample in the column or interval.
  case sample
}

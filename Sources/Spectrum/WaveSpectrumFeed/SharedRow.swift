public import WaveSpectra

/// An immutable row, shared by all clients that show it.
public final class SharedRow: Sendable {
  /// The row.
  public let row: PowerRow
  /// Its blocks of bins; nil for a row that few clients show, which is reduced bin by bin.
  let pyramid: PowerPyramid?

  /// A row of the past.
  public init(_ row: PowerRow) {
    self.row = row
    pyramid = nil
  }

  /// A row that many clients may show.
  ///
  /// - Complexity: as making a `PowerPyramid`.
  public init(building row: PowerRow) {
    self.row = row
    pyramid = PowerPyramid(row)
  }

  /// Reduces the plane of a detector; for samples, the plane of the mean.
  func reduce(by reducer: ColumnReducer, _ detector: Detector, into output: inout MutableSpan<Float>) {
    if let pyramid { return reducer.reduce(pyramid, detector, into: &output) }
    let row = row
    switch detector {
    case .max: reducer.reduce(row.max.span, .max, into: &output)
    case .min: reducer.reduce(row.min.span, .min, into: &output)
    case .mean, .sample: reducer.reduce(row.mean.span, detector, into: &output)
    }
  }

  /// Returns the mean power in a band.
  func power(lowHertz: Double, highHertz: Double) -> Double {
    pyramid?.bandPower(lowHertz: lowHertz, highHertz: highHertz)
      ?? bandPower(of: row, lowHertz: lowHertz, highHertz: highHertz)
  }
}

/// Returns a finished slot of the waterfall, by its index on the lattice and the lattice's step.
///
/// It calls `history` only if the slot is not stored. It may be called from the context of any feed.
public typealias SlotLookup =
  @Sendable (_ index: Int64, _ slotMicroseconds: Int64, _ history: () -> SpectrumHistory) -> SharedRow?

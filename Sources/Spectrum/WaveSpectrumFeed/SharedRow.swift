public import WaveSpectra

/// A row that never changes, held once however many clients look at it.
public final class SharedRow: Sendable {
  /// The row.
  public let row: PowerRow
  /// Its blocks of bins; nil for a row that few look at, which is reduced bin by bin.
  let pyramid: PowerPyramid?

  /// Holds a row of the past.
  public init(_ row: PowerRow) {
    self.row = row
    pyramid = nil
  }

  /// Holds a row that many may look at.
  ///
  /// - Complexity: as making a `PowerPyramid`.
  public init(building row: PowerRow) {
    self.row = row
    pyramid = PowerPyramid(row)
  }

  /// Reduces the plane of a detector; a sample is one of the mean.
  func reduce(by reducer: ColumnReducer, _ detector: Detector, into output: inout MutableSpan<Float>) {
    if let pyramid { return reducer.reduce(pyramid, detector, into: &output) }
    let row = row
    switch detector {
    case .max: reducer.reduce(row.max.span, .max, into: &output)
    case .min: reducer.reduce(row.min.span, .min, into: &output)
    case .mean, .sample: reducer.reduce(row.mean.span, detector, into: &output)
    }
  }

  /// Mean power in a band.
  func power(lowHertz: Double, highHertz: Double) -> Double {
    pyramid?.bandPower(lowHertz: lowHertz, highHertz: highHertz)
      ?? bandPower(of: row, lowHertz: lowHertz, highHertz: highHertz)
  }
}

/// Gives a slot of the waterfall that is over, by its place on the lattice and the lattice's step.
///
/// The history is asked for only where the slot is not at hand. Called from wherever a feed lives.
public typealias SlotLookup =
  @Sendable (_ index: Int64, _ slotMicroseconds: Int64, _ history: () -> SpectrumHistory) -> SharedRow?

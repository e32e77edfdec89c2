import WaveSpectra
import WaveUnits

/// The maximum of every bin since it was switched on, at acquired resolution.
struct MaxHold {
  private(set) var axis: BinAxis
  private(set) var values: [Float]
  /// Where the first value truly lies: within half a bin of the axis, however often the source was tuned.
  private var firstHertz: Double

  init(_ row: PowerRow) {
    axis = row.axis
    values = row.max
    firstHertz = row.axis.firstHertz
  }

  /// Raises the hold to a row; where the source was retuned, what both bands have keeps what it held.
  mutating func fold(_ row: PowerRow) {
    if row.axis != axis { self = moved(to: row.axis) }
    for bin in 0..<min(values.count, row.max.count) {
      let power = row.max[bin]
      if power > values[bin] || values[bin].isNaN { values[bin] = power }
    }
  }

  /// The hold at the bins of another axis; NaN where it has none.
  ///
  /// Bins as wide as before move by whole bins, so that peaks neither widen nor drift from retune to retune;
  /// wider bins hold the maximum of those within them, narrower ones that of the bin around them.
  ///
  /// - Complexity: O(bins of both axes); allocates the values.
  func moved(to next: BinAxis) -> MaxHold {
    guard next != axis else { return self }
    var moved = self
    moved.axis = next
    moved.values = [Float](repeating: .nan, count: next.count)
    if abs(next.stepHertz - axis.stepHertz) <= 1e-9 * axis.stepHertz {
      let shift = ((next.firstHertz - firstHertz) / axis.stepHertz).rounded()
      // Further off than this there is nothing in common, and no integer for it.
      guard abs(shift) < 1e9 else { return MaxHold(unheld: next) }
      let offset = Int(saturating: shift)
      moved.firstHertz = firstHertz + shift * axis.stepHertz
      for bin in 0..<next.count where values.indices.contains(bin + offset) {
        moved.values[bin] = values[bin + offset]
      }
      return moved
    }
    moved.firstHertz = next.firstHertz
    // Of two widths, each narrower bin belongs to the one wider bin that its centre lies in.
    if next.stepHertz < axis.stepHertz {
      for bin in 0..<next.count {
        let place = ((next.firstHertz + Double(bin) * next.stepHertz - firstHertz) / axis.stepHertz).rounded()
        guard place >= 0, place < Double(values.count) else { continue }
        moved.values[bin] = values[Int(saturating: place)]
      }
    } else {
      for bin in values.indices {
        let place = ((firstHertz + Double(bin) * axis.stepHertz - next.firstHertz) / next.stepHertz).rounded()
        guard place >= 0, place < Double(next.count) else { continue }
        let held = moved.values[Int(saturating: place)]
        if values[bin] > held || held.isNaN { moved.values[Int(saturating: place)] = values[bin] }
      }
    }
    return moved
  }

  private init(unheld axis: BinAxis) {
    self.axis = axis
    values = [Float](repeating: .nan, count: axis.count)
    firstHertz = axis.firstHertz
  }
}

import WaveSpectra
import WaveUnits

/// The maximum of each bin since the maximum hold was turned on, at the acquired resolution.
struct MaxHold {
  private(set) var axis: BinAxis
  private(set) var values: [Float]
  /// The exact frequency of the first value, which stays within half a bin of the axis however often the
  /// source is tuned.
  private var firstHertz: Double

  init(_ row: PowerRow) {
    axis = row.axis
    values = row.max
    firstHertz = row.axis.firstHertz
  }

  /// Updates the maxima with a row.
  ///
  /// After a retune, maxima are kept where the old and new bands overlap.
  mutating func fold(_ row: PowerRow) {
    if row.axis != axis { self = moved(to: row.axis) }
    for bin in 0..<min(values.count, row.max.count) {
      let power = row.max[bin]
      if power > values[bin] || values[bin].isNaN { values[bin] = power }
    }
  }

  /// Returns the maxima on a different axis, with NaN in bins outside the current one.
  ///
  /// Bins of the same width shift by whole bins, so that peaks neither widen nor drift from retune to retune.
  /// Wider bins receive the maximum of the bins within them, and narrower bins receive the maximum of the bin
  /// that contains them.
  ///
  /// - Complexity: O(bins of both axes); allocates the values.
  func moved(to next: BinAxis) -> MaxHold {
    guard next != axis else { return self }
    var moved = self
    moved.axis = next
    moved.firstHertz = next.firstHertz
    moved.values = [Float](repeating: .nan, count: next.count)
    if abs(next.stepHertz - axis.stepHertz) <= 1e-9 * axis.stepHertz {
      let shift = ((next.firstHertz - firstHertz) / axis.stepHertz).rounded()
      // Bands this far apart do not overlap, and the shift might not fit into an integer.
      guard abs(shift) < 1e9 else { return moved }
      let offset = Int(saturating: shift)
      moved.firstHertz = firstHertz + shift * axis.stepHertz
      for bin in 0..<next.count where values.indices.contains(bin + offset) {
        moved.values[bin] = values[bin + offset]
      }
      return moved
    }
    // Each narrower bin belongs to the one wider bin that contains its centre.
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
}

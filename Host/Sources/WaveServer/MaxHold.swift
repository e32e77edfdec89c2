import WaveSignal

/// The maximum of every bin since it was switched on, at acquired resolution.
struct MaxHold {
  private(set) var axis: BinAxis
  private(set) var values: [Float]

  init(_ row: PowerRow) {
    axis = row.axis
    values = row.max
  }

  /// Raises the hold to a row; where the source was retuned, bins that both axes have keep what they held.
  mutating func fold(_ row: PowerRow) {
    if row.axis != axis { move(to: row.axis) }
    for bin in 0..<min(values.count, row.max.count) {
      let power = row.max[bin]
      if power > values[bin] || values[bin].isNaN { values[bin] = power }
    }
  }

  private mutating func move(to next: BinAxis) {
    var moved = [Float](repeating: .nan, count: next.count)
    let shift = (next.firstHertz - axis.firstHertz) / axis.stepHertz
    let isAligned =
      abs(next.stepHertz - axis.stepHertz) <= 1e-9 * axis.stepHertz && abs(shift) < 1e9
      && abs(shift - shift.rounded()) < 1e-3
    if isAligned {
      let offset = Int(shift.rounded())
      for bin in max(0, -offset)..<max(0, -offset, min(next.count, values.count - offset)) {
        moved[bin] = values[bin + offset]
      }
    }
    axis = next
    values = moved
  }
}

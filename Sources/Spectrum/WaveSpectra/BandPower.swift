import WaveUnits

/// Returns the mean power in a frequency band, as a linear value.
///
/// This is the sum of `mean` over the band, times the ratio of bin spacing to noise bandwidth. Bins that
/// cross an edge count in proportion to the part inside the band. Bins without data (NaN) add nothing. If no
/// bin in the band has data, or if the band is empty or outside the axis, the result is NaN. Over the whole
/// axis, the result equals the mean square of the samples, weighted by the windows (Parseval's theorem).
/// - Complexity: O(bins in the band), without allocation.
public func bandPower(of row: PowerRow, lowHertz: Double, highHertz: Double) -> Double {
  guard lowHertz < highHertz else { return .nan }
  let axis = row.axis
  let low = Swift.max(0, (lowHertz - axis.lowHertz) / axis.stepHertz)
  let count = Swift.min(axis.count, row.mean.count)
  let high = Swift.min(Double(count), (highHertz - axis.lowHertz) / axis.stepHertz)
  guard low < high else { return .nan }
  var sum = 0.0
  var hasData = false
  for bin in Int(saturating: low)..<Swift.min(count, Int(saturating: high.rounded(.up)))
  where !row.mean[bin].isNaN {
    let share = Swift.min(high, Double(bin + 1)) - Swift.max(low, Double(bin))
    sum += Double(row.mean[bin]) * share
    hasData = true
  }
  return hasData ? sum * (axis.stepHertz / row.enbwHertz) : .nan
}

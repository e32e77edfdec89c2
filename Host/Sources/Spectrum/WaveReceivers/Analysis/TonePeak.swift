import Foundation
import WaveSignal

/// Computes a tone's true level and frequency from the three bins around its peak.
///
/// A tone between two bins reads low by up to the window's scalloping loss. If the powers of the neighbours
/// are those of a tone through this window, their difference gives its distance from the bin, and that gives
/// the loss. A peak that is not a tone keeps the power of its highest bin.
struct TonePeak {
  private let terms: [Double]
  private let count: Double

  init(function: WindowFunction, count: Int) {
    terms = function.terms
    self.count = Double(count)
  }

  /// The power of a tone at a distance in bins, relative to one on the bin.
  ///
  /// Each cosine of the window adds two Dirichlet kernels to that of the constant.
  func response(bins: Double) -> Double {
    var re = 0.0
    var im = 0.0
    func add(_ weight: Double, _ place: Double) {
      let turn = Double.pi * place
      let size = abs(place) < 1e-9 ? 1 : sin(turn) / (count * sin(turn / count))
      let phase = -turn * (count - 1) / count
      re += weight * size * cos(phase)
      im += weight * size * sin(phase)
    }
    add(1, bins)
    for order in 1..<max(1, terms.count) {
      let weight = (order % 2 == 0 ? 0.5 : -0.5) * terms[order] / terms[0]
      add(weight, bins - Double(order))
      add(weight, bins + Double(order))
    }
    return re * re + im * im
  }

  /// Corrects a peak.
  ///
  /// - Parameters:
  ///   - powers: Mean powers; the window covers the whole transform.
  ///   - bin: The highest bin.
  ///   - background: Power of the noise in a bin.
  /// - Returns: The power, and the distance from the bin in bins; nil if this is not a tone.
  /// - Complexity: O(cosines of the window), no allocation.
  func tone(in powers: [Float], at bin: Int, background: Double) -> (power: Double, offset: Double)? {
    guard bin > 0, bin + 1 < powers.count else { return nil }
    let below = Double(powers[bin - 1]) - background
    let middle = Double(powers[bin]) - background
    let above = Double(powers[bin + 1]) - background
    guard middle > 0, below.isFinite, above.isFinite else { return nil }
    let wanted = (above - below) / middle
    var low = -0.5
    var high = 0.5
    for _ in 0..<30 {
      let place = (low + high) / 2
      if slope(place) < wanted { low = place } else { high = place }
    }
    let offset = (low + high) / 2
    let loss = response(bins: offset)
    let sides = (response(bins: 1 - offset) + response(bins: 1 + offset)) / loss
    guard abs((above + below) / middle - sides) < 0.08 * sides + 0.02 else { return nil }
    return (middle / loss, offset)
  }

  /// The difference of the neighbours divided by the middle, for a tone at a distance from the bin; it
  /// increases with the distance.
  private func slope(_ offset: Double) -> Double {
    (response(bins: 1 - offset) - response(bins: 1 + offset)) / response(bins: offset)
  }
}

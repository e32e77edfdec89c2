import Foundation
import WaveSignal

/// Computes a tone's true level and frequency from the three bins around its peak.
///
/// A tone between two bins reads low by up to the window's scalloping loss. If the powers of the neighbouring
/// bins match a tone seen through this window, their difference yields the tone's distance from the bin, and
/// hence the loss. A peak that is not a tone keeps the power of its highest bin.
struct TonePeak {
  private let terms: [Double]
  private let count: Double

  init(function: WindowFunction, count: Int) {
    terms = function.terms
    self.count = Double(count)
  }

  /// Returns the power that a tone produces in a bin, relative to a tone at the bin's centre.
  ///
  /// `bins` is the distance from the tone to the bin's centre, in bins.
  ///
  /// Each cosine term of the window adds two Dirichlet kernels to that of the constant term.
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

  /// Returns the corrected power and offset of a peak, if it is a tone.
  ///
  /// - Parameters:
  ///   - powers: The mean powers of a spectrum whose window covers the whole transform.
  ///   - bin: The index of the highest bin.
  ///   - background: The noise power per bin.
  /// - Returns: The power, and the offset from the bin's centre in bins; nil if the peak is not a tone.
  /// - Complexity: O(cosine terms of the window), without allocation.
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

  /// Returns the difference in power between the upper and lower neighbours of the middle bin, divided by the
  /// middle bin's power, for a tone at an offset from the middle bin.
  ///
  /// The result increases with the offset.
  private func slope(_ offset: Double) -> Double {
    (response(bins: 1 - offset) - response(bins: 1 + offset)) / response(bins: offset)
  }
}

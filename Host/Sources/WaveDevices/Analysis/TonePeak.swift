import Foundation
import WaveSignal

/// Reads a tone's true level and frequency from the three bins around its peak.
///
/// A tone between two bins reads low by up to the window's scalloping loss. Where the neighbours' powers are those that a
/// tone through this very window would have, its distance from the bin follows from their difference, and the
/// loss from that. What is not a tone keeps the power of its highest bin.
struct TonePeak {
  private let window: Window

  init(window: Window) { self.window = window }

  /// Power of a tone some bins away, relative to one on the bin.
  func response(bins: Double) -> Double {
    let step = -2 * Double.pi * bins / Double(window.count)
    var re = 0.0
    var im = 0.0
    for (index, coefficient) in window.coefficients.enumerated() {
      let angle = step * Double(index)
      re += Double(coefficient) * cos(angle)
      im += Double(coefficient) * sin(angle)
    }
    return (re * re + im * im) / (window.sum * window.sum)
  }

  /// Corrects a peak.
  ///
  /// - Parameters:
  ///   - powers: Mean powers; the window covers the whole transform.
  ///   - bin: The highest bin.
  ///   - background: Power of the noise in a bin.
  /// - Returns: Power, and distance from the bin in bins; nil where this is not a tone.
  /// - Complexity: O(window length) some 20 times, no allocation.
  func tone(in powers: [Float], at bin: Int, background: Double) -> (power: Double, offset: Double)? {
    guard bin > 0, bin + 1 < powers.count else { return nil }
    let below = Double(powers[bin - 1]) - background
    let middle = Double(powers[bin]) - background
    let above = Double(powers[bin + 1]) - background
    guard middle > 0, below.isFinite, above.isFinite else { return nil }
    let wanted = (above - below) / middle
    var low = -0.5
    var high = 0.5
    for _ in 0..<18 {
      let place = (low + high) / 2
      if slope(place) < wanted { low = place } else { high = place }
    }
    let offset = (low + high) / 2
    let loss = response(bins: offset)
    let sides = (response(bins: 1 - offset) + response(bins: 1 + offset)) / loss
    guard abs((above + below) / middle - sides) < 0.08 * sides + 0.02 else { return nil }
    return (middle / loss, offset)
  }

  /// Difference of the neighbours over the middle for a tone at a distance from the bin; rises with it.
  private func slope(_ offset: Double) -> Double {
    (response(bins: 1 - offset) - response(bins: 1 + offset)) / response(bins: offset)
  }
}

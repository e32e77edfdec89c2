import WaveUnits

/// The diffraction loss of obstacles between two antennas, which combines Bullington's single edge with the
/// effect of a smooth earth.
///
/// Source: Recommendation ITU-R P.1812-8, Annex 1, section 4.3, which is P.526's delta-Bullington method.
struct Diffraction {
  let distances: [Double]
  let total: Double
  let wavelength: Double
  let frequency: Double
  let seaShare: Double
  let polarization: P1812.Polarization

  struct Terms {
    var bullington = 0.0
    var smooth = 0.0
    var sphere = 0.0
    var loss: Double { bullington + Swift.max(sphere - smooth, 0) }
  }

  /// Returns the terms of the loss for a profile, given the antenna heights above sea level and above smooth
  /// ground.
  func terms(
    over heights: [Double], from transmitter: Double, to receiver: Double, smooth: (Double, Double),
    radius: Double
  ) -> Terms {
    let flat = [Double](repeating: 0, count: heights.count)
    return Terms(
      bullington: bullington(heights, transmitter, receiver, radius),
      smooth: bullington(flat, smooth.0, smooth.1, radius),
      sphere: sphere(smooth.0, smooth.1, radius))
  }

  /// Returns the loss of a knife edge, given its diffraction parameter, equation (12).
  static func knifeEdge(_ parameter: Double) -> Double {
    guard parameter > -0.78 else { return 0 }
    let near = parameter - 0.1
    return 6.9 + 20 * Logarithm.decimal((near * near + 1).squareRoot() + near)
  }

  private func bullington(
    _ heights: [Double], _ transmitter: Double, _ receiver: Double, _ radius: Double
  ) -> Double {
    let bulge = 500 / radius
    let last = Swift.max(1, distances.count - 1)
    let toReceiver = (receiver - transmitter) / total
    var fromTransmitter = -Double.infinity
    for i in 1..<last {
      let d = distances[i]
      fromTransmitter = Swift.max(fromTransmitter, (heights[i] + bulge * d * (total - d) - transmitter) / d)
    }
    var parameter = -Double.infinity
    // If a ray just grazes the edge, both slopes are equal, and no edge can be constructed.
    if fromTransmitter <= toReceiver {
      for i in 1..<last {
        let d = distances[i]
        let above = heights[i] + bulge * d * (total - d) - (transmitter * (total - d) + receiver * d) / total
        parameter = Swift.max(
          parameter, above * (0.002 * total / (wavelength * d * (total - d))).squareRoot())
      }
    } else {
      var fromReceiver = -Double.infinity
      for i in 1..<last {
        let d = distances[i]
        fromReceiver = Swift.max(
          fromReceiver, (heights[i] + bulge * d * (total - d) - receiver) / (total - d))
      }
      let d = (receiver - transmitter + fromReceiver * total) / (fromTransmitter + fromReceiver)
      let above = transmitter + fromTransmitter * d - (transmitter * (total - d) + receiver * d) / total
      parameter = above * (0.002 * total / (wavelength * d * (total - d))).squareRoot()
    }
    let edge = Self.knifeEdge(parameter)
    return edge + (1 - Exponential.exp(-edge / 6)) * (10 + 0.02 * total)
  }
}

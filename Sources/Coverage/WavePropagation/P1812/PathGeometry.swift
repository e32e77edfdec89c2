import WaveUnits

/// The horizons and effective heights of a path.
///
/// Source: Recommendation ITU-R P.1812-8, Attachment 1 to Annex 1.
public struct PathGeometry: Equatable, Sendable {
  /// The distance from the transmitter to its horizon, in km.
  public internal(set) var transmitterHorizonKilometers = 0.0
  /// The distance from the receiver to its horizon, in km.
  public internal(set) var receiverHorizonKilometers = 0.0
  /// The elevation of the transmitter's horizon, in mrad.
  public internal(set) var transmitterElevation = 0.0
  /// The elevation of the receiver's horizon, in mrad.
  public internal(set) var receiverElevation = 0.0
  /// The angular distance of the path, in mrad.
  public internal(set) var angularDistance = 0.0
  /// The height of smooth ground below the transmitter for diffraction, in metres above sea level.
  public internal(set) var smoothTransmitterHeight = 0.0
  /// The height of smooth ground below the receiver for diffraction, in metres above sea level.
  public internal(set) var smoothReceiverHeight = 0.0
  /// The height of the transmitting antenna above the smooth ground for ducting, in metres.
  public internal(set) var effectiveTransmitterHeight = 0.0
  /// The height of the receiving antenna above the smooth ground for ducting, in metres.
  public internal(set) var effectiveReceiverHeight = 0.0
  /// The roughness of the ground, in metres.
  public internal(set) var roughness = 0.0
  /// The indices of the points from the transmitter's horizon to the receiver's.
  private var horizons = 0..<0
  /// The height of the transmitting antenna above sea level, in metres.
  var transmitter = 0.0
  /// The height of the receiving antenna above sea level, in metres.
  var receiver = 0.0

  init(_ profile: PathProfile, _ link: P1812) {
    let d = profile.distancesKilometers
    let h = profile.heightsMeters
    let (n, total) = (d.count, profile.lengthKilometers)
    let radius = link.earthRadius
    transmitter = h[0] + link.transmitterHeightMeters
    receiver = h[n - 1] + link.receiverHeightMeters

    var (sum, moment) = (0.0, 0.0)
    for i in 1..<n {
      let step = d[i] - d[i - 1]
      sum += step * (h[i] + h[i - 1])
      moment += step * (h[i] * (2 * d[i] + d[i - 1]) + h[i - 1] * (d[i] + 2 * d[i - 1]))
    }
    let flatTransmitter = (2 * sum * total - moment) / (total * total)
    let flatReceiver = (moment - sum * total) / (total * total)
    lower(h, d, flatTransmitter, flatReceiver, total)
    smoothTransmitterHeight = Swift.min(smoothTransmitterHeight, h[0])
    smoothReceiverHeight = Swift.min(smoothReceiverHeight, h[n - 1])

    findHorizons(d, h, total, radius, 0.2998 / link.frequencyGigahertz)
    angularDistance = 1000 * total / radius + transmitterElevation + receiverElevation

    let below = (Swift.min(flatTransmitter, h[0]), Swift.min(flatReceiver, h[n - 1]))
    effectiveTransmitterHeight = link.transmitterHeightMeters + h[0] - below.0
    effectiveReceiverHeight = link.receiverHeightMeters + h[n - 1] - below.1
    let slope = (below.1 - below.0) / total
    for i in horizons where i < n { roughness = Swift.max(roughness, h[i] - (below.0 + slope * d[i])) }
  }

  /// The antennas' heights above the smooth surface for the spherical earth.
  var smoothHeights: (Double, Double) {
    (transmitter - smoothTransmitterHeight, receiver - smoothReceiverHeight)
  }

  /// Lowers the smooth ground if an obstacle is above the line between the antennas.
  private mutating func lower(
    _ h: [Double], _ d: [Double], _ flatTransmitter: Double, _ flatReceiver: Double, _ total: Double
  ) {
    var (highest, fromTransmitter, fromReceiver) = (-Double.infinity, -Double.infinity, -Double.infinity)
    for i in 1..<Swift.max(1, d.count - 1) {
      let above = h[i] - (transmitter * (total - d[i]) + receiver * d[i]) / total
      highest = Swift.max(highest, above)
      fromTransmitter = Swift.max(fromTransmitter, above / d[i])
      fromReceiver = Swift.max(fromReceiver, above / (total - d[i]))
    }
    (smoothTransmitterHeight, smoothReceiverHeight) = (flatTransmitter, flatReceiver)
    guard highest > 0 else { return }
    smoothTransmitterHeight -= highest * fromTransmitter / (fromTransmitter + fromReceiver)
    smoothReceiverHeight -= highest * fromReceiver / (fromTransmitter + fromReceiver)
  }

  private mutating func findHorizons(
    _ d: [Double], _ h: [Double], _ total: Double, _ radius: Double, _ wavelength: Double
  ) {
    func elevation(_ height: Double, from base: Double, _ distance: Double) -> Double {
      1000 * Arctangent.of((height - base) / (1000 * distance) - distance / (2 * radius))
    }
    let toReceiver = elevation(receiver, from: transmitter, total)
    var (steepest, place) = (-Double.infinity, 0)
    for i in 1..<Swift.max(1, d.count - 1) {
      let angle = elevation(h[i], from: transmitter, d[i])
      if angle > steepest { (steepest, place) = (angle, i) }
    }
    if steepest > toReceiver {
      transmitterElevation = steepest
      transmitterHorizonKilometers = d[place]
      let first = place
      var (steepest, place) = (-Double.infinity, 0)
      for i in 1..<Swift.max(1, d.count - 1) {
        let angle = elevation(h[i], from: receiver, total - d[i])
        if angle >= steepest { (steepest, place) = (angle, i) }
      }
      receiverElevation = steepest
      receiverHorizonKilometers = total - d[place]
      horizons = first..<Swift.max(first, place + 1)
      return
    }
    transmitterElevation = toReceiver
    receiverElevation = elevation(transmitter, from: receiver, total)
    var (nearest, edge) = (-Double.infinity, 0)
    for i in 1..<Swift.max(1, d.count - 1) {
      let rest = total - d[i]
      let above = h[i] + 500 * d[i] * rest / radius - (transmitter * rest + receiver * d[i]) / total
      let parameter = above * (0.002 * total / (wavelength * d[i] * rest)).squareRoot()
      if parameter > nearest { (nearest, edge) = (parameter, i) }
    }
    transmitterHorizonKilometers = edge > 0 ? d[edge] : total
    receiverHorizonKilometers = total - transmitterHorizonKilometers
    horizons = edge..<(edge + 1)
  }
}

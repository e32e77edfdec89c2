public import WaveUnits

/// The shortest path between two positions on the WGS 84 ellipsoid.
///
/// Source: T. Vincenty, Direct and inverse solutions of geodesics on the ellipsoid (1975),
/// doi:10.1179/sre.1975.23.176.88. The error is within 0.1 mm, except for nearly antipodal positions, where
/// the series does not converge; their paths are computed on a sphere, with an error within 0.6 %.
public struct Geodesic: Equatable, Sendable {
  /// The length of the path, in metres.
  public let lengthMeters: Double
  /// The initial bearing, in degrees clockwise from north, 0 to 360; 0 if the length is 0.
  public let bearingDegrees: Double

  static let equatorRadius = 6_378_137.0
  static let flattening = 1 / 298.257_223_563
  static let poleRadius = equatorRadius * (1 - flattening)
  /// The square of the second eccentricity.
  static let eccentricity =
    (equatorRadius * equatorRadius - poleRadius * poleRadius) / (poleRadius * poleRadius)

  /// Computes the path from one position to another.
  ///
  /// - Complexity: O(1), a few iterations, without allocation.
  public init(from start: Coordinate, to end: Coordinate) {
    guard start != end else {
      self = Geodesic(lengthMeters: 0, bearingDegrees: 0)
      return
    }
    let (first, second) = (Reduced(start.latitudeDegrees), Reduced(end.latitudeDegrees))
    let difference = (end.longitudeDegrees - start.longitudeDegrees).remainder(dividingBy: 360) * .pi / 180
    var longitude = difference
    var arc = Arc()
    for _ in 0..<200 {
      arc = Arc(first, second, longitude)
      guard arc.sine > 0 else {
        self = Geodesic(lengthMeters: 0, bearingDegrees: 0)
        return
      }
      let next = difference + arc.correction()
      let change = (next - longitude).magnitude
      longitude = next
      guard change > 1e-12 else {
        self = arc.geodesic(first, second, longitude)
        return
      }
      if longitude.magnitude > .pi { break }
    }
    arc = Arc(first, second, difference)
    self = Geodesic(
      lengthMeters: 6_371_008.8 * arc.angle, bearingDegrees: Self.bearing(first, second, difference))
  }

  fileprivate init(lengthMeters: Double, bearingDegrees: Double) {
    self.lengthMeters = lengthMeters
    self.bearingDegrees = bearingDegrees
  }

  /// Returns the position at the end of a path.
  ///
  /// - Parameters:
  ///   - start: The position at which the path starts.
  ///   - bearingDegrees: The initial bearing, in degrees clockwise from north.
  ///   - meters: The length of the path.
  /// - Returns: The position, whose longitude is within 180° of the start's and can therefore be beyond
  ///   ±180°.
  /// - Complexity: O(1), a few iterations, without allocation.
  public static func place(from start: Coordinate, bearingDegrees: Double, meters: Double) -> Coordinate {
    let first = Reduced(start.latitudeDegrees)
    let (sineBearing, cosineBearing) = Trigonometry.sineCosine(turns: bearingDegrees / 360)
    let fromEquator = Arctangent.of(first.tangent, cosineBearing)
    let sineEquator = first.cosine * sineBearing
    let square = 1 - sineEquator * sineEquator
    let (a, b) = series(square * eccentricity)
    let whole = meters / (poleRadius * a)
    var angle = whole
    var (sine, cosine, middle) = (0.0, 1.0, 0.0)
    for _ in 0..<200 {
      middle = Trigonometry.sineCosine(turns: (2 * fromEquator + angle) / turn).cosine
      (sine, cosine) = Trigonometry.sineCosine(turns: angle / turn)
      let next = whole + bend(b, sine, cosine, middle)
      let change = (next - angle).magnitude
      angle = next
      if change < 1e-13 { break }
    }
    (sine, cosine) = Trigonometry.sineCosine(turns: angle / turn)
    middle = Trigonometry.sineCosine(turns: (2 * fromEquator + angle) / turn).cosine
    let x = first.sine * sine - first.cosine * cosine * cosineBearing
    let latitude = Arctangent.of(
      first.sine * cosine + first.cosine * sine * cosineBearing,
      (1 - flattening) * (sineEquator * sineEquator + x * x).squareRoot())
    let longitude = Arctangent.of(
      sine * sineBearing, first.cosine * cosine - first.sine * sine * cosineBearing)
    let c = flattening / 16 * square * (4 + flattening * (4 - 3 * square))
    let corrected =
      longitude
      - (1 - c) * flattening * sineEquator
      * (angle + c * sine * (middle + c * cosine * (-1 + 2 * middle * middle)))
    return Coordinate(
      latitudeDegrees: latitude * 180 / .pi,
      longitudeDegrees: start.longitudeDegrees + corrected * 180 / .pi)
  }

  static let turn = 2 * Double.pi

  /// Returns the coefficients A and B of the series in u².
  static func series(_ u: Double) -> (a: Double, b: Double) {
    (
      1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u))),
      u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
    )
  }

  /// Returns Vincenty's Δσ, a correction to the arc's length on the auxiliary sphere.
  static func bend(_ b: Double, _ sine: Double, _ cosine: Double, _ middle: Double) -> Double {
    let square = middle * middle
    return b * sine
      * (middle + b / 4
        * (cosine * (-1 + 2 * square) - b / 6 * middle * (-3 + 4 * sine * sine) * (-3 + 4 * square)))
  }

  static func bearing(_ first: Reduced, _ second: Reduced, _ longitude: Double) -> Double {
    let (sine, cosine) = Trigonometry.sineCosine(turns: longitude / turn)
    let angle = Arctangent.of(
      second.cosine * sine, first.cosine * second.sine - first.sine * second.cosine * cosine)
    return angle < 0 ? (angle + turn) * 180 / .pi : angle * 180 / .pi
  }
}

/// A reduced latitude, on the auxiliary sphere of the ellipsoid.
struct Reduced {
  let sine: Double
  let cosine: Double
  var tangent: Double { sine / cosine }

  init(_ latitudeDegrees: Double) {
    let (sine, cosine) = Trigonometry.sineCosine(turns: latitudeDegrees / 360)
    let y = (1 - Geodesic.flattening) * sine
    let length = (y * y + cosine * cosine).squareRoot()
    // At a pole, the cosine is 0 except for rounding; the tangent must still be finite.
    (self.sine, self.cosine) = (y / length, Swift.max(cosine / length, 1e-17))
  }
}

/// The arc between two positions on the auxiliary sphere.
private struct Arc {
  var sine = 0.0
  var cosine = 1.0
  var angle = 0.0
  private var sineEquator = 0.0
  private var square = 1.0
  private var middle = 0.0

  init() {}

  init(_ first: Reduced, _ second: Reduced, _ longitude: Double) {
    let (sineLongitude, cosineLongitude) = Trigonometry.sineCosine(turns: longitude / Geodesic.turn)
    let x = second.cosine * sineLongitude
    let y = first.cosine * second.sine - first.sine * second.cosine * cosineLongitude
    sine = (x * x + y * y).squareRoot()
    cosine = first.sine * second.sine + first.cosine * second.cosine * cosineLongitude
    angle = Arctangent.of(sine, cosine)
    guard sine > 0 else { return }
    sineEquator = first.cosine * second.cosine * sineLongitude / sine
    square = 1 - sineEquator * sineEquator
    middle = square > 1e-15 ? cosine - 2 * first.sine * second.sine / square : 0
  }

  /// Returns the amount by which the longitude difference is larger on the auxiliary sphere than on the
  /// ellipsoid.
  func correction() -> Double {
    let f = Geodesic.flattening
    let c = f / 16 * square * (4 + f * (4 - 3 * square))
    return (1 - c) * f * sineEquator
      * (angle + c * sine * (middle + c * cosine * (-1 + 2 * middle * middle)))
  }

  func geodesic(_ first: Reduced, _ second: Reduced, _ longitude: Double) -> Geodesic {
    let (a, b) = Geodesic.series(square * Geodesic.eccentricity)
    return Geodesic(
      lengthMeters: Geodesic.poleRadius * a * (angle - Geodesic.bend(b, sine, cosine, middle)),
      bearingDegrees: Geodesic.bearing(first, second, longitude))
  }
}

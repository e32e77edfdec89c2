public import WaveUnits

/// The visible part of the earth in Web Mercator, with conversions between positions and pixels.
///
/// The world is a square of side 1, from 180° west to 180° east and from 85.05° north to 85.05° south, in the
/// Mercator projection of the sphere with WGS 84 latitudes, as used for street map tiles (EPSG:3857).
public struct MercatorView: Equatable, Sendable {
  /// The latitude of the world's northern and southern edges, in degrees.
  public static let latitudeLimit = 85.051_128_779_806_59
  /// The length of the equator, in metres.
  static let equatorMeters = 2 * Double.pi * 6_378_137

  /// The centre's distance from the world's western edge, in world widths.
  public private(set) var centerX = 0.5
  /// The centre's distance from the world's northern edge, in world widths.
  public private(set) var centerY = 0.5
  /// The width of the world in device pixels.
  public private(set) var pixelsPerWorld = 512.0
  /// The width of the screen in device pixels.
  public private(set) var width = 1.0
  /// The height of the screen in device pixels.
  public private(set) var height = 1.0

  /// Creates a view of the whole world.
  public init() {}

  /// Returns the world coordinate of a longitude.
  public static func worldX(ofLongitude degrees: Double) -> Double { degrees / 360 + 0.5 }

  /// Returns the world coordinate of a latitude, which is clamped to the world's edges.
  public static func worldY(ofLatitude degrees: Double) -> Double {
    let held = Swift.max(-latitudeLimit, Swift.min(latitudeLimit, degrees))
    let sine = Trigonometry.sineCosine(turns: held / 360).sine
    return 0.5 - Logarithm.natural((1 + sine) / (1 - sine)) / (4 * .pi)
  }

  /// Returns the latitude of a world coordinate.
  public static func latitude(atWorldY y: Double) -> Double {
    let angle = 2 * Arctangent.of(Exponential.exp((0.5 - y) * 2 * .pi)) - .pi / 2
    return angle * 180 / .pi
  }

  /// Returns the pixel column of a longitude, on the copy of the world that is nearest to the centre.
  public func x(ofLongitude degrees: Double) -> Double {
    let aside = (Self.worldX(ofLongitude: degrees) - centerX).remainder(dividingBy: 1)
    return width / 2 + aside * pixelsPerWorld
  }

  /// Returns the pixel row of a latitude.
  public func y(ofLatitude degrees: Double) -> Double { y(ofWorld: Self.worldY(ofLatitude: degrees)) }

  /// Returns the pixel row of a world coordinate.
  public func y(ofWorld world: Double) -> Double { height / 2 + (world - centerY) * pixelsPerWorld }

  /// Returns the position at a pixel.
  public func place(atX x: Double, y: Double) -> Coordinate {
    let east = centerX + (x - width / 2) / pixelsPerWorld
    let south = centerY + (y - height / 2) / pixelsPerWorld
    return Coordinate(
      latitudeDegrees: Self.latitude(atWorldY: south),
      longitudeDegrees: ((east - 0.5) * 360).remainder(dividingBy: 360))
  }

  /// Returns the ground distance per pixel at a latitude, in metres.
  public func metersPerPixel(atLatitude degrees: Double) -> Double {
    Trigonometry.sineCosine(turns: degrees / 360).cosine * Self.equatorMeters / pixelsPerWorld
  }

  /// Returns the pixel of a position.
  func pixel(of place: Coordinate) -> (x: Float, y: Float) {
    (Float(x(ofLongitude: place.longitudeDegrees)), Float(y(ofLatitude: place.latitudeDegrees)))
  }

  /// Returns whether a rectangle of the earth, `across` degrees wide, is at least partly visible.
  func shows(north: Double, west: Double, south: Double, across: Double) -> Bool {
    let left = x(ofLongitude: west)
    return left + across / 360 * pixelsPerWorld > 0 && left < width && y(ofLatitude: south) > 0
      && y(ofLatitude: north) < height
  }

  /// Changes the size of the screen, in device pixels, without moving the centre.
  public mutating func resize(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// Centres the view on a position.
  ///
  /// - Parameters:
  ///   - place: The position to show at the centre.
  ///   - scale: The width of the world in device pixels.
  ///   - limits: The range to which the scale is clamped.
  public mutating func center(
    on place: Coordinate, pixelsPerWorld scale: Double, within limits: ClosedRange<Double>
  ) {
    centerX = Self.worldX(ofLongitude: place.longitudeDegrees).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = Self.worldY(ofLatitude: place.latitudeDegrees)
    pixelsPerWorld = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, scale))
  }

  /// Pans the view by a number of pixels.
  public mutating func pan(dx: Double, dy: Double) {
    centerX = (centerX - dx / pixelsPerWorld).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = Swift.max(0, Swift.min(1, centerY - dy / pixelsPerWorld))
  }

  /// Zooms the view about a pixel, whose position on the earth stays the same.
  public mutating func zoom(by factor: Double, x: Double, y: Double, within limits: ClosedRange<Double>) {
    let next = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, pixelsPerWorld * factor))
    guard next.isFinite, next > 0 else { return }
    let (aside, below) = (x - width / 2, y - height / 2)
    centerX += aside / pixelsPerWorld - aside / next
    centerY = Swift.max(0, Swift.min(1, centerY + below / pixelsPerWorld - below / next))
    pixelsPerWorld = next
  }

  /// Fits a rectangle of the earth into a part of the screen.
  ///
  /// - Parameters:
  ///   - northWest: The rectangle's north-western corner.
  ///   - southEast: The rectangle's south-eastern corner. If its longitude is less than that of the
  ///     north-western corner, the rectangle crosses 180°.
  ///   - left: The left margin in pixels.
  ///   - top: The top margin in pixels.
  ///   - right: The right margin in pixels.
  ///   - bottom: The bottom margin in pixels.
  public mutating func fit(
    northWest: Coordinate, southEast: Coordinate, left: Double, top: Double, right: Double, bottom: Double
  ) {
    let west = Self.worldX(ofLongitude: northWest.longitudeDegrees)
    var east = Self.worldX(ofLongitude: southEast.longitudeDegrees)
    if east < west { east += 1 }
    let north = Self.worldY(ofLatitude: northWest.latitudeDegrees)
    let south = Self.worldY(ofLatitude: southEast.latitudeDegrees)
    let across = Swift.max(1, width - left - right) / Swift.max(1e-9, east - west)
    let upright = Swift.max(1, height - top - bottom) / Swift.max(1e-9, south - north)
    pixelsPerWorld = Swift.min(across, upright)
    // The margins can differ, so the middle of the free area can differ from the middle of the screen.
    centerX = ((west + east) / 2 + (right - left) / 2 / pixelsPerWorld).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = (north + south) / 2 + (bottom - top) / 2 / pixelsPerWorld
  }
}

public import WaveUnits

/// The part of the earth that a screen shows in Web Mercator, and back from pixels to places.
///
/// The world is 1 wide, from 180° west to 180° east, and as high, from 85.05° north to 85.05° south;
/// Mercator's projection of the sphere with WGS 84's latitudes, as tiles of street maps have it (EPSG:3857).
public struct MercatorView: Equatable, Sendable {
  /// The latitude of the world's edges, degrees.
  public static let latitudeLimit = 85.051_128_779_806_59
  /// Around the equator, m.
  static let equatorMeters = 2 * Double.pi * 6_378_137

  /// The centre, from the world's west edge, in worlds.
  public private(set) var centerX = 0.5
  /// The centre, from the world's north edge, in worlds.
  public private(set) var centerY = 0.5
  /// Device pixels across the world.
  public private(set) var pixelsPerWorld = 512.0
  /// Width of the screen in device pixels.
  public private(set) var width = 1.0
  /// Height of the screen in device pixels.
  public private(set) var height = 1.0

  /// Shows the whole world.
  public init() {}

  /// Where a longitude lies in the world.
  public static func worldX(ofLongitude degrees: Double) -> Double { degrees / 360 + 0.5 }

  /// Where a latitude lies in the world; beyond its edges, at them.
  public static func worldY(ofLatitude degrees: Double) -> Double {
    let held = Swift.max(-latitudeLimit, Swift.min(latitudeLimit, degrees))
    let sine = Trigonometry.sineCosine(turns: held / 360).sine
    return 0.5 - Logarithm.natural((1 + sine) / (1 - sine)) / (4 * .pi)
  }

  /// The latitude at a place in the world.
  public static func latitude(atWorldY y: Double) -> Double {
    let angle = 2 * Arctangent.of(Exponential.exp((0.5 - y) * 2 * .pi)) - .pi / 2
    return angle * 180 / .pi
  }

  /// The pixel column of a longitude, on the turn around the earth that is nearest to the centre.
  public func x(ofLongitude degrees: Double) -> Double {
    let aside = (Self.worldX(ofLongitude: degrees) - centerX).remainder(dividingBy: 1)
    return width / 2 + aside * pixelsPerWorld
  }

  /// The pixel row of a latitude.
  public func y(ofLatitude degrees: Double) -> Double { y(ofWorld: Self.worldY(ofLatitude: degrees)) }

  /// The pixel row of a place in the world.
  public func y(ofWorld world: Double) -> Double { height / 2 + (world - centerY) * pixelsPerWorld }

  /// The place at a pixel.
  public func place(atX x: Double, y: Double) -> Coordinate {
    let east = centerX + (x - width / 2) / pixelsPerWorld
    let south = centerY + (y - height / 2) / pixelsPerWorld
    return Coordinate(
      latitudeDegrees: Self.latitude(atWorldY: south),
      longitudeDegrees: ((east - 0.5) * 360).remainder(dividingBy: 360))
  }

  /// Metres of ground in a pixel at a latitude.
  public func metersPerPixel(atLatitude degrees: Double) -> Double {
    Trigonometry.sineCosine(turns: degrees / 360).cosine * Self.equatorMeters / pixelsPerWorld
  }

  /// The pixel of a place.
  func pixel(of place: Coordinate) -> (x: Float, y: Float) {
    (Float(x(ofLongitude: place.longitudeDegrees)), Float(y(ofLatitude: place.latitudeDegrees)))
  }

  /// Whether a rectangle of the earth, so many degrees across, reaches into the screen.
  func shows(north: Double, west: Double, south: Double, across: Double) -> Bool {
    let left = x(ofLongitude: west)
    return left + across / 360 * pixelsPerWorld > 0 && left < width && y(ofLatitude: south) > 0
      && y(ofLatitude: north) < height
  }

  /// Changes the size of the screen, in device pixels; the centre keeps its place.
  public mutating func resize(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// Shows a place in the middle of the screen.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - scale: Device pixels across the world.
  ///   - limits: What that is held within.
  public mutating func center(
    on place: Coordinate, pixelsPerWorld scale: Double, within limits: ClosedRange<Double>
  ) {
    centerX = Self.worldX(ofLongitude: place.longitudeDegrees).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = Self.worldY(ofLatitude: place.latitudeDegrees)
    pixelsPerWorld = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, scale))
  }

  /// Moves what is shown by pixels.
  public mutating func pan(dx: Double, dy: Double) {
    centerX = (centerX - dx / pixelsPerWorld).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = Swift.max(0, Swift.min(1, centerY - dy / pixelsPerWorld))
  }

  /// Scales what is shown about a pixel, which keeps its place.
  public mutating func zoom(by factor: Double, x: Double, y: Double, within limits: ClosedRange<Double>) {
    let next = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, pixelsPerWorld * factor))
    guard next.isFinite, next > 0 else { return }
    let (aside, below) = (x - width / 2, y - height / 2)
    centerX += aside / pixelsPerWorld - aside / next
    centerY = Swift.max(0, Swift.min(1, centerY + below / pixelsPerWorld - below / next))
    pixelsPerWorld = next
  }

  /// Shows a rectangle of the earth within a part of the screen.
  ///
  /// - Parameters:
  ///   - northWest: Its corner in the north-west.
  ///   - southEast: Its corner in the south-east; a longitude below that of the other corner lies beyond
  ///     180°.
  ///   - left: Pixels to leave free there.
  ///   - top: Likewise.
  ///   - right: Likewise.
  ///   - bottom: Likewise.
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
    // The middle of what is free is not that of the screen.
    centerX = ((west + east) / 2 + (right - left) / 2 / pixelsPerWorld).remainder(dividingBy: 1)
    if centerX < 0 { centerX += 1 }
    centerY = (north + south) / 2 + (bottom - top) / 2 / pixelsPerWorld
  }
}

import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// The measured points of a file, and their differences from the maps.
struct MeasuredLayer: Sendable {
  /// The inputs of a comparison with the points.
  private struct Source: Equatable, Sendable {
    let isOfAll: Bool
    let maps: [UInt32]
    let radiated: [Int]
    let floor: Int?
  }

  let points: MeasuredPoints
  /// The points' x coordinates in units of 2^-32 of the world's width, about one centimetre.
  let worldX: [UInt32]
  /// The points' y coordinates, in the same units as `worldX`.
  let worldY: [UInt32]
  /// The level, in units of 0.01 dBm, below which points are excluded; nil excludes none.
  private(set) var floor: Int?
  /// The statistics of the latest comparison.
  private(set) var residuals = CoverageResiduals()
  private var source: Source?

  init(_ points: MeasuredPoints) {
    self.points = points
    floor = points.floor
    func whole(_ world: Double) -> UInt32 {
      UInt32(saturating: Swift.max(0, Swift.min(4_294_967_295, world * 4_294_967_296)))
    }
    worldX = (0..<points.count).map { whole(Double(points.longitudes[$0]) / 3_600_000_000 + 0.5) }
    worldY = (0..<points.count).map {
      whole(MercatorView.worldY(ofLatitude: Double(points.latitudes[$0]) / 1e7))
    }
  }

  /// Excludes points below a level, in units of 0.01 dBm; nil excludes none.
  mutating func leaveOut(below level: Int?) { floor = level }

  /// Compares the measured points with the maps again if either has changed; coarse maps are not compared.
  ///
  /// The uncalibrated maps are used, since a map corrected with these measurements would not be an
  /// independent check.
  ///
  /// - Parameters:
  ///   - sites: The transmitters.
  ///   - isOfAll: Whether to use the strongest level of all transmitters instead of the selected one's.
  mutating func compare(with sites: Sites, ofAll isOfAll: Bool) {
    guard !sites.list.isEmpty, !sites.list.contains(where: { $0.shown?.isCoarse == true }) else { return }
    let shown = isOfAll ? Array(sites.list.indices) : [sites.selected]
    let next = Source(
      isOfAll: isOfAll, maps: shown.map { sites.list[$0].shown?.revision ?? 0 },
      radiated: shown.map { LinkBudget.hundredths(sites.radiated(of: $0)) }, floor: floor)
    guard source != next else { return }
    source = next
    residuals = CoverageResiduals(points, floor: floor) { sites.modelledLevel(at: $0, ofAll: isOfAll) }
  }

  /// The bounding rectangle of all points; nil if there are none.
  var corners: MapCorners? {
    guard let north = points.latitudes.max(), let south = points.latitudes.min(),
      let west = points.longitudes.min(), let east = points.longitudes.max()
    else { return nil }
    // The margin keeps the surroundings visible if there is only one point.
    let room = 20_000.0
    return MapCorners(
      north: (Double(north) + room) / 1e7, west: (Double(west) - room) / 1e7,
      south: (Double(south) - room) / 1e7, east: (Double(east) + room) / 1e7)
  }

  /// Returns the index of the point under a finger; nil if there is none.
  func index(atX x: Float, y: Float, on canvas: MapCanvas) -> Int? {
    let place = MeasuredPlace(canvas.view)
    let reach = 16 * canvas.screen.type
    var found: (index: Int, away: Float)?
    for index in worldX.indices {
      let (dx, dy) = (place.x(worldX[index]) - x, place.y(worldY[index]) - y)
      guard dx.magnitude < reach, dy.magnitude < reach else { continue }
      let away = dx * dx + dy * dy
      if found.map({ away < $0.away }) ?? true { found = (index, away) }
    }
    return found?.index
  }
}

/// Converts world coordinates of measured points to screen coordinates.
struct MeasuredPlace {
  private let centerX: UInt32
  private let centerY: Double
  private let perUnit: Float
  private let middle: (x: Float, y: Float)

  init(_ view: MercatorView) {
    centerX = UInt32(truncatingIfNeeded: Int64(saturating: view.centerX * 4_294_967_296))
    centerY = view.centerY * 4_294_967_296
    perUnit = Float(view.pixelsPerWorld / 4_294_967_296)
    middle = (Float(view.width / 2), Float(view.height / 2))
  }

  /// Returns the screen x coordinate of a world x coordinate, on the copy of the world nearest to the centre.
  func x(_ world: UInt32) -> Float { middle.x + Float(Int32(bitPattern: world &- centerX)) * perUnit }

  func y(_ world: UInt32) -> Float { middle.y + Float(Double(world) - centerY) * perUnit }
}

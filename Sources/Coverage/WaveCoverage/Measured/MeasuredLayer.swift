import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// Measured points of a file, and how they differ from the maps.
struct MeasuredLayer: Sendable {
  /// What points are compared with.
  private struct Source: Equatable, Sendable {
    let isOfAll: Bool
    let maps: [UInt32]
    let radiated: [Int]
    let floor: Int?
  }

  let points: MeasuredPoints
  /// Where they are in the world, in 2^-32 of it: about a centimetre.
  let worldX: [UInt32]
  let worldY: [UInt32]
  /// Levels below it are left out, 0.01 dBm.
  private(set) var floor: Int?
  /// Numbers of the newest comparison.
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

  /// Leaves out levels below one, 0.01 dBm; nil leaves out none.
  mutating func leaveOut(below level: Int?) { floor = level }

  /// Compares the points with the maps where either is another; a map of few posts is not compared.
  ///
  /// The maps are those of physics: points do not judge what they have made.
  ///
  /// - Parameters:
  ///   - sites: The transmitters.
  ///   - isOfAll: Whether the strongest level of all counts, not that of the selected one.
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

  /// A rectangle around all points; nil where there are none.
  var corners: MapCorners? {
    guard let north = points.latitudes.max(), let south = points.latitudes.min(),
      let west = points.longitudes.min(), let east = points.longitudes.max()
    else { return nil }
    // A single point is shown with what is around it.
    let room = 20_000.0
    return MapCorners(
      north: (Double(north) + room) / 1e7, west: (Double(west) - room) / 1e7,
      south: (Double(south) - room) / 1e7, east: (Double(east) + room) / 1e7)
  }

  /// The point under a finger.
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

/// Where points of the world are on the screen.
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

  /// On the turn around the earth that is nearest to the centre.
  func x(_ world: UInt32) -> Float {
    middle.x + Float(Int32(bitPattern: world &- centerX)) * perUnit
  }

  func y(_ world: UInt32) -> Float { middle.y + Float(Double(world) - centerY) * perUnit }
}

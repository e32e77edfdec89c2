import Foundation
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveTerrain
import WaveUnits

extension CoverCommand {
  /// Whether the map contains received levels instead of path losses.
  var isLevel: Bool { radiation.radiated(by: nil) != nil }

  /// Returns a text description of the inputs that affect a map's values, apart from the plan and the ground.
  func inputs(_ antenna: AntennaFile?) -> String {
    let mounted = antenna.map { "\(radiation.mounted($0))" } ?? "all around"
    return radiation.radiated(by: antenna).map { "\($0) dBm \(mounted)" } ?? "loss"
  }

  /// Computes a coverage map.
  ///
  /// - Parameters:
  ///   - plan: The plan, which has been checked.
  ///   - surface: The tiles with ground heights.
  ///   - covered: The tiles of the surface model above the ground; empty if there is none.
  ///   - warn: Called with each problem in the ground data, and with each limit of the model that the plan
  ///     exceeds.
  ///   - advance: Called with the number of computed rays and the total number; returns false to stop.
  /// - Returns: The map and the ground patch it covers, or nil if `advance` stopped the computation.
  /// - Throws: `CommandFailure`, also if the map is empty.
  static func map(
    _ plan: CoveragePlan, over surface: TerrainSurface, covered: TerrainSurface = TerrainSurface(),
    warn: (String) -> Void,
    advance: (Int, Int) -> Bool
  ) throws(CommandFailure) -> (map: CoverageMap, patch: TerrainPatch)? {
    for limit in plan.limitsLeft() { warn(limit.description) }
    var patch = try TerrainError.asFailure(
      surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters))
    if patch.voidCount > 0 {
      warn("\(patch.voidCount) posts have no height; the heights of neighbouring posts are used")
    }
    if patch.absentCount > 0 {
      warn("the tiles do not cover the whole radius; the area beyond their edge is left out")
    }
    patch.cover(by: covered, clutterMeters: plan.clutterMeters)
    if !covered.tiles.isEmpty {
      let known = patch.posts.count - patch.absentCount
      warn(
        """
        the surface model has data for \(100 * patch.surfacedCount / max(1, known)) % of the posts; \
        elsewhere the bare ground is used\(plan.clutterMeters > 0 ? ", with clutter" : "")
        """
      )
    }
    // The caution is about missing surface models, so it is omitted if a surface model covers at least 99.5 %
    // of the map.
    let isCovered = 200 * patch.surfacedCount >= 199 * (patch.posts.count - patch.absentCount)
    if !isCovered || !plan.model.meetsSurface || plan.model == .learned, let caution = caution(of: plan) {
      warn(caution)
    }
    var sweep = try CommandFailure.converting(
      { CommandFailure(ofMap: $0, code: .usage) }, CoverageSweep(plan, over: patch, order: .around))
    while !sweep.isComplete {
      sweep.advance(rays: 64)
      guard advance(sweep.computedCount, sweep.rayCount) else { return nil }
    }
    let map = sweep.map()
    guard map.losses.contains(where: { $0 != CoverageMap.nothing }) else {
      throw CommandFailure(
        .data,
        """
        no post of the terrain lies within the radius. Choose a larger radius, or add the tiles around \
        the place
        """)
    }
    return (map, patch)
  }

  /// Returns the grid of path losses or received levels to write, after applying the calibration if one is
  /// given.
  func grid(
    _ map: CoverageMap, over patch: TerrainPatch, _ plan: CoveragePlan, _ antenna: AntennaFile?,
    _ calibration: CoverageCalibration? = nil
  ) -> MapGrid {
    let model = Array("modelled by \(Self.words(plan))".utf8)
    guard let level = radiation.radiated(by: antenna) else {
      var grid = MapGrid(map)
      grid.note = model
      return grid
    }
    let seen = antenna.map { map.attenuated(by: radiation.mounted($0), plan, over: patch) } ?? map
    let power = Int(saturating: (level * 100).rounded())
    var grid = MapGrid(calibration?.calibrated(seen) ?? seen) {
      Int16(Swift.max(-32_767, Swift.min(32_767, power.saturatingSubtracting(Int($0)))))
    }
    grid.note = model + (calibration.map { Array("; ".utf8) + $0.note } ?? [])
    return grid
  }

  /// Returns a warning with the name of the plan's model and the model's error in drive tests, or nil if the
  /// error is unknown.
  static func caution(of plan: CoveragePlan) -> String? {
    let caution = String(decoding: plan.caution, as: UTF8.self)
    guard !caution.isEmpty else { return nil }
    return "\(name(of: plan.model)): \(caution)"
  }

  /// Returns the terrain tiles around a location, from the given folder or the user's own.
  static func surface(
    _ folder: String?, around place: Coordinate, meters: Double
  ) throws(CommandFailure) -> TerrainSurface {
    guard
      let folder = folder ?? TerrainFolder.userPath(environment: ProcessInfo.processInfo.environment)
    else { throw CommandFailure(.usage, "no terrain folder; give one with --terrain") }
    return try TerrainFolder(path: folder).surface(in: box(around: place, meters: meters))
  }

  /// Returns the corners of a box that contains the circle around a location.
  static func box(
    around place: Coordinate, meters: Double
  ) -> (southWest: Coordinate, northEast: Coordinate) {
    let up = meters / 110_000 + 0.01
    let across = up / Swift.max(0.05, Foundation.cos(place.latitudeDegrees * .pi / 180))
    return (
      Coordinate(
        latitudeDegrees: place.latitudeDegrees - up, longitudeDegrees: place.longitudeDegrees - across),
      Coordinate(
        latitudeDegrees: place.latitudeDegrees + up, longitudeDegrees: place.longitudeDegrees + across)
    )
  }
}

extension MapGrid {
  /// Returns the number of posts that have a value and the range of the values, or nil if no post has one.
  func summary(isLevel: Bool) -> String? {
    let known = values.filter { $0 != MapGrid.nothing }
    guard let least = known.min(), let most = known.max() else { return nil }
    return "\(known.count) posts, \(Double(least) / 100) to \(Double(most) / 100) \(isLevel ? "dBm" : "dB")"
  }
}

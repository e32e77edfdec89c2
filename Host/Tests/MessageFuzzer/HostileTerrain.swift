import WaveCoverageWire
import WaveCoverageServer

/// A tile whose heights are extremes, cells whose tiles never come or come wrongly, and a model of the
/// surface.
final class HostileTerrain: TerrainProvider, TerrainSupply {
  let sourceName = "nowhere.example"
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  var tiles: [TerrainDescription] {
    [
      TerrainDescription(
        northDegrees: 47, westDegrees: 10.3, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001,
        rowCount: 201,
        columnCount: 201, name: Array("extremes".utf8)),
      TerrainDescription(
        northDegrees: -89, westDegrees: 179.9, latitudeStepDegrees: 1e-7, longitudeStepDegrees: 1,
        rowCount: 65_536,
        columnCount: 2, name: Array("edge".utf8)),
    ]
  }
  var versions: [UInt64] { [seed, 0] }
  var supply: (any TerrainSupply)? { self }
  var surfaces: [SurfacePart] {
    [
      SurfacePart(
        northDegrees: 47, westDegrees: 9.9, southDegrees: 46.6, eastDegrees: 10.5, version: seed | 1,
        name: Array("trees".utf8))
    ]
  }

  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
    try made(rows.count * columns.count, UInt64(tile))
  }

  func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
    try made(posts.rowCount * posts.columnCount, 9)
  }

  private func made(_ count: Int, _ salt: UInt64) throws(TerrainFault) -> [Int16] {
    var draw = Draw(seed: seed &+ salt)
    switch draw.below(8) {
    case 0: throw TerrainFault("the disk is gone")
    case 1: return [Int16](repeating: TerrainBlock.void, count: count)
    // Too few, as of a file that was cut.
    case 2: return [Int16](repeating: 0, count: count / 2)
    default: return (0..<count).map { _ in draw.pick([0, .max, .min, -32_767, 100, 200, 300]) }
    }
  }

  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws(TerrainFault) {
    var draw = Draw(
      seed: seed &+ UInt64(truncatingIfNeeded: cell.south) &* 400 &+ UInt64(truncatingIfNeeded: cell.west))
    for _ in 0..<draw.below(5) {
      progress(Int(draw.wildInteger()), draw.chance(0.5) ? nil : Int(draw.wildInteger()))
    }
    guard draw.chance(0.5) else { throw TerrainFault("nobody answers") }
    // Never, until it is left.
    if draw.chance(0.3) { while (try? await Task.sleep(for: .seconds(3600))) != nil {} }
  }
}

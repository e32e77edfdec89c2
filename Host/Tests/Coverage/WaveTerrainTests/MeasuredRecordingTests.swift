import Foundation
import TestSupport
import Testing
import WaveSystem
import WaveTerrainFormats
import WavePropagation
import WaveTerrain
import WaveUnits

/// Drive tests by Ofcom, which the project does not ship, beside what numpy read of them
/// (make_measured.py --digests).
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAVEGLASS_RECORDINGS"] != nil))
struct MeasuredRecordingTests {
  private struct Digest: Decodable, Equatable {
    let file: String
    let count: Int
    let noise: Double
    let latitudes: Int
    let longitudes: Int
    let levels: Int
    let weighted: Int
  }

  private static let data = Repository.recordings.appending(path: "coverage")

  private static func points(_ name: String) throws -> MeasuredPoints {
    var bytes: [UInt8] = []
    try FileContent(path: data.appending(path: "ofcom/raw/\(name)").path)
      .read { piece in
        bytes += piece
        return true
      }
    return try MeasuredFile.points(bytes.span)
  }

  @Test func everyLevelIsWhatNumpyReads() throws {
    let file = Repository.fixture("measured/digests.json")
    let digests = try JSONDecoder().decode([Digest].self, from: Data(contentsOf: file))
    #expect(digests.count == 12)
    for digest in digests {
      let points = try Self.points(digest.file)
      #expect(points.skippedCount == 0 && points.levelCount == points.count)
      let found = Digest(
        file: digest.file, count: points.count, noise: points.noiseDecibelMilliwatts ?? 0,
        latitudes: points.latitudes.reduce(0) { $0 + Int($1) },
        longitudes: points.longitudes.reduce(0) { $0 + Int($1) },
        levels: points.levels.reduce(0) { $0 + Int($1) },
        weighted: points.levels.enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset % 1009 + 1) })
      #expect(found == digest)
    }
  }

  /// London at 449 MHz over real ground: without what stands on it, any map is some 30 dB too good, and
  /// within 10 dB once that is taken away.
  @Test func streetsOfLondonAreBelowTheMap() throws {
    let site = Coordinate(latitudeDegrees: 51.5305, longitudeDegrees: -0.13399)
    let (surface, _) = try TerrainFolder(path: Self.data.appending(path: "terrain").path).surface(
      southWest: Coordinate(latitudeDegrees: 51.35, longitudeDegrees: -0.4),
      northEast: Coordinate(latitudeDegrees: 51.7, longitudeDegrees: 0.1))
    let plan = CoveragePlan(
      transmitter: site, frequencyHertz: 449.425e6, radiusMeters: 10_000, transmitterHeightMeters: 25)
    var sweep = try CoverageSweep(
      plan, over: try surface.patch(around: site, radiusMeters: plan.radiusMeters))
    sweep.advance(rays: sweep.rayCount)
    let map = sweep.map()
    let points = try Self.points("london449.csv.gz")
    let residuals = CoverageResiduals(points, floor: points.floor) { place in
      map.loss(at: place).map { 5000 - Int($0) }
    }
    #expect(
      residuals.count > 10_000 && residuals.count + residuals.belowCount + residuals.outsideCount == 31_838)
    #expect(residuals.biasDecibels < -25 && residuals.biasDecibels > -35)
    #expect(residuals.deviationDecibels > 7 && residuals.deviationDecibels < 10)
  }
}

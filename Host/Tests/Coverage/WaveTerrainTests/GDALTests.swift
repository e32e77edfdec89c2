import Foundation
import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveTerrain

@Suite struct GDALTests {
  @Test func withoutGDALItIsSaidWhatToDo() {
    #expect(GDALLibrary(names: ["libnothing-of-this-name.so"]) == nil)
    do throws(TerrainFileError) {
      _ = try GDALRaster(path: "a.tif", library: nil).lattice
      Issue.record("read")
    } catch {
      #expect(error == .noGDAL(path: "a.tif"))
      #expect(error.description.contains("apt install"))
    }
  }

  @Test func aLibraryWithoutItsFunctionsIsNone() {
    #expect(GDALLibrary(names: ["libz.so.1", "libz.dylib", "/usr/lib/libz.dylib"]) == nil)
  }

  @Test func reportsFilesThatAreNoGeoTIFFWithOrWithoutGDAL() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data("<VRTDataset/>".utf8), "a.tif")
    let fault = try TerrainEntry(path: path).fault
    switch fault {
    case .noGDAL, .gdal(_, .notOpened): break
    default: Issue.record("\(String(describing: fault))")
    }
  }
}

/// What make_geotiff.py wrote, read where GDAL is: LD_LIBRARY_PATH may lead to one.
@Suite(.enabled(if: GDALLibrary.system != nil)) struct GeoTIFFTests {
  private struct Fixtures: Decodable {
    let files: [String: Data]
    let heights: [Int16]
  }

  private let fixtures: Fixtures
  private let folder: TemporaryFolder

  init() throws {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    fixtures = try decoder.decode(
      Fixtures.self, from: Data(contentsOf: TerrainFixtures.folder.appending(path: "geotiff.json")))
    folder = try TemporaryFolder()
  }

  private func entry(_ name: String) throws -> TerrainEntry {
    try TerrainEntry(path: folder.write(#require(fixtures.files[name]), "a.tif"))
  }

  @Test(arguments: ["float", "whole"]) func postsAreTheCentresOfPixels(_ name: String) throws {
    let entry = try entry(name)
    let lattice = try #require(entry.lattice)
    #expect(entry.fault == nil && lattice.rowCount == 5 && lattice.columnCount == 7)
    let corner = lattice.northWest
    #expect(abs(corner.latitudeDegrees - 52) < 1e-9 && abs(corner.longitudeDegrees + 1) < 1e-9)
    #expect(abs(lattice.southWest.latitudeDegrees - 51.6) < 1e-9)
    #expect(abs(lattice.latitudeStepDegrees - 0.1) < 1e-9 && abs(lattice.longitudeStepDegrees - 0.1) < 1e-9)
    let tile = try entry.load()
    #expect(tile.heights == fixtures.heights && tile.heightRange().voidCount == 3)
  }

  @Test(arguments: [
    ("projected", GDALFault.notGeographic), ("datum", .notGeographic), ("unplaced", .notGeographic),
    ("rotated", .rotated), ("row", .posts(limit: GDALRaster.postLimit)),
  ])
  func faultsAreNamed(_ name: String, _ fault: GDALFault) throws {
    let entry = try entry(name)
    #expect(entry.fault == .gdal(path: entry.path, fault) && entry.lattice == nil)
    #expect(throws: TerrainFileError.gdal(path: entry.path, fault)) { try entry.load() }
  }

  @Test func noCutAndNoByteIsATrap() throws {
    let file = try #require(fixtures.files["float"])
    for count in stride(from: 0, to: file.count, by: 7) {
      let entry = try TerrainEntry(path: folder.write(file.prefix(count), "a.tif"))
      _ = try? entry.load()
    }
    for place in stride(from: 0, to: file.count, by: 3) {
      var changed = file
      changed[place] ^= 0x81
      let entry = try TerrainEntry(path: folder.write(changed, "a.tif"))
      if let tile = try? entry.load() { #expect(tile.heights.count == tile.rowCount * tile.columnCount) }
    }
  }
}

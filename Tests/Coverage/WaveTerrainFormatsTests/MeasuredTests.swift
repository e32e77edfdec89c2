import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@Suite struct MeasuredTests {
  static let folder = Repository.fixture("measured")

  private static func read(_ bytes: [UInt8]) -> Result<MeasuredPoints, TerrainFormatError> {
    do throws(TerrainFormatError) {
      return .success(try MeasuredFile.points(bytes.span))
    } catch {
      return .failure(error)
    }
  }

  private static func read(_ text: String) -> Result<MeasuredPoints, TerrainFormatError> {
    read(Array(text.utf8))
  }

  /// What Python's csv and xml.etree read (make_measured.py).
  @Test(arguments: ["drive.csv", "phone.csv", "tabs.tsv", "bare.csv", "places.csv", "track.gpx"])
  func isWhatPythonReads(_ name: String) throws {
    let all = try JSONDecoder().decode(
      [String: [[Double?]]].self, from: Data(contentsOf: Self.folder.appending(path: "measured.json")))
    let expected = try #require(all[name])
    let points = try Self.read([UInt8](Data(contentsOf: Self.folder.appending(path: name)))).get()
    #expect(points.count == expected.count && points.count > 4)
    for (index, row) in expected.enumerated() where index < points.count {
      #expect(abs(points.place(index).latitudeDegrees - (try #require(row[0]))) < 1e-7)
      #expect(abs(points.place(index).longitudeDegrees - (try #require(row[1]))) < 1e-7)
      #expect(points.level(index).map { Int($0) } == row[2].map { Int(($0 * 100).rounded()) })
    }
    #expect(points.levelCount == expected.filter { $0[2] != nil }.count)
    #expect(points.skippedCount == (name == "phone.csv" ? 6 : 0))
    #expect(points.noiseDecibelMilliwatts == (name == "drive.csv" ? -124 : nil))
    #expect(points.floor == (name == "drive.csv" ? -11_800 : nil))
  }

  @Test(arguments: [
    "lat,lon,dBm\n1,2,-50\n3,4,-60", "Latitude;Longitude;RSSI\r\n1;2;-50\r\n3;4;-60,0\r\n",
    "gpsLatitude\tgpsLongitude\tsignal strength\n1\t2\t-50 dBm\n\n3\t4\t-60dbm\n", "1,2,-50\n3,4,-60",
    "a table of ours\n1; 2; -50\n3; 4; -60\n",
    "# head\nid,lng,lat,noise dBm,power\n7,2,1,-99,-50\n8,4,3,-99,-60",
    "<gpx><wpt lat='1' lon='2'><cmt>-50</cmt></wpt><wpt lat='3' lon='4'><name>-60 dBm</name></wpt></gpx>",
    "\u{FEFF}<?xml version='1.0'?><g:gpx><g:rtept lon=\"2\" lat=\"1\"><e><level>-50</level></e></g:rtept>"
      + "<g:trkpt x='lat=9' lat='3' lon='4'><desc>rssi -60 dBm</desc></g:trkpt></g:gpx>",
  ])
  func namesAndMarksMakeNoDifference(_ text: String) throws {
    let points = try Self.read(text).get()
    #expect(points.latitudes == [10_000_000, 30_000_000] && points.longitudes == [20_000_000, 40_000_000])
    #expect(points.levels == [-5000, -6000])
  }

  @Test(arguments: [
    ("", TerrainFormatError.empty), ("\n\n", .measured(.noColumns, line: 1)),
    ("no table\nat all\n", .measured(.noColumns, line: 1)),
    ("x,y\n100,1,2\n", .measured(.noColumns, line: 1)),
    ("lat,lon\n", .measured(.noPoints, line: 1)), ("<gpx></gpx>", .measured(.noPoints, line: 1)),
    ("lat,lon\n1,2\n91,2\n", .measured(.malformed(.latitude), line: 3)),
    ("lat,lon\n1,2\n1,-181\n", .measured(.malformed(.longitude), line: 3)),
    ("lat,lon\n1,2\n\n1,x\n", .measured(.malformed(.longitude), line: 4)),
    ("lat,lon\nnan,2\n", .measured(.malformed(.latitude), line: 2)),
    ("lat,lon,rssi\n1,2,loud\n", .measured(.malformed(.level), line: 2)),
    ("lat,lon,rssi\n1,2,-1e3\n", .measured(.malformed(.level), line: 2)),
    ("a,lat,lon\n1,2\n", .measured(.missing(.longitude), line: 2)),
    ("<gpx>\n<wpt lat='1'/></gpx>", .measured(.missing(.longitude), line: 2)),
    ("<gpx>\n\n<wpt lat='1' lon='east'/></gpx>", .measured(.malformed(.longitude), line: 3)),
    ("<gpx>\n<wpt lat='-90.1' lon='1'/></gpx>", .measured(.malformed(.latitude), line: 2)),
    ("<gpx>\n<wpt lat='1' lon='1'>\n<name>", .measured(.unfinished, line: 3)),
    ("<gpx>\n<wpt lat='1' lon='1'/>\n<!-- ", .measured(.unfinished, line: 3)),
    ("<gpx>\n<wpt lat='1' lon='1", .measured(.unfinished, line: 2)),
  ])
  func faultsNameTheirLine(_ text: String, _ fault: TerrainFormatError) {
    #expect(Self.read(text) == .failure(fault))
  }

  @Test func pointsAndLinesAreLimited() {
    let many = "lat,lon\n" + String(repeating: "1,2\n", count: MeasuredFile.pointLimit + 1)
    #expect(
      Self.read(many)
        == .failure(
          .measured(.tooManyPoints(limit: MeasuredFile.pointLimit), line: MeasuredFile.pointLimit + 2)))
    let long = "lat,lon\n1,2," + String(repeating: "x", count: 20_000)
    #expect(Self.read(long) == .failure(.measured(.lineTooLong(limit: 16_384), line: 2)))
    let bytes = [UInt8](repeating: 0x20, count: MeasuredFile.byteLimit + 1)
    #expect(Self.read(bytes) == .failure(.measured(.tooLong(limit: MeasuredFile.byteLimit), line: 1)))
  }

  @Test func anyBytesAreReadOrRefused() throws {
    var generator = SeededGenerator(seed: 9)
    for name in ["drive.csv", "phone.csv", "track.gpx", "bare.csv"] {
      let whole = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
      for _ in 0..<300 {
        var bytes = Array(whole.prefix(Int.random(in: 1...whole.count, using: &generator)))
        for _ in 0..<Int.random(in: 1...6, using: &generator) { bytes.mutate(using: &generator) }
        guard case .success(let points) = Self.read(bytes) else { continue }
        #expect(points.latitudes.allSatisfy { $0.magnitude <= 900_000_000 })
        #expect(points.longitudes.allSatisfy { $0 >= -1_800_000_000 && $0 < 1_800_000_000 })
      }
    }
  }
}

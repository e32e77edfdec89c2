import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveTerrainFormats

/// What make_antenna.py wrote.
private struct AntennaFixture: Decodable {
  struct Direction: Decodable {
    let mount: [Double]
    let bearing: Double
    let elevation: Double
    let attenuation: Double
  }

  let kind: String
  let files: [String]
  let directions: [Direction]

  static func load() throws -> [AntennaFixture] {
    let url = Repository.fixture("propagation/antenna.json")
    return try JSONDecoder().decode([AntennaFixture].self, from: Data(contentsOf: url))
  }

  func read() throws -> AntennaFile {
    let texts = files.map { Array($0.utf8) }
    guard kind == "msi" else { return try SPLATPattern.antenna(azimuth: texts[0], elevation: texts[1]) }
    let text = texts[0]
    return try MSIPattern.antenna(text.span)
  }
}

@Suite struct AntennaFileTests {
  private static func msi(_ text: String) -> Result<AntennaFile, TerrainFormatError> {
    let bytes = Array(text.utf8)
    do throws(TerrainFormatError) { return .success(try MSIPattern.antenna(bytes.span)) } catch {
      return .failure(error)
    }
  }

  private static func splat(_ azimuth: String?, _ elevation: String? = nil) -> Result<
    AntennaFile, TerrainFormatError
  > {
    do throws(TerrainFormatError) {
      return .success(
        try SPLATPattern.antenna(
          azimuth: azimuth.map { Array($0.utf8) }, elevation: elevation.map { Array($0.utf8) }))
    } catch {
      return .failure(error)
    }
  }

  @Test func attenuationIsTheScriptsInEveryDirection() throws {
    var count = 0
    for one in try AntennaFixture.load() {
      let file = try one.read()
      for direction in one.directions {
        let antenna = MountedAntenna(
          file.pattern, bearingDegrees: direction.mount[0], tiltDegrees: direction.mount[1],
          tiltBearingDegrees: direction.mount[2])
        let found = antenna.attenuation(
          bearingDegrees: direction.bearing, elevationDegrees: direction.elevation)
        #expect(abs(found - direction.attenuation) < 1e-6, "\(one.kind) \(direction)")
        count += 1
      }
    }
    #expect(count >= 200)
  }

  @Test func otherDetailsOfFilesAreKept() throws {
    let made = try AntennaFixture.load()
    let panel = try made[0].read()
    #expect(String(decoding: panel.name, as: UTF8.self) == "Panel 65" && panel.frequencyHertz == 915e6)
    #expect(panel.pattern.gainDecibels == 15.5 && panel.bearingDegrees == 0 && panel.tiltDegrees == 0)
    // Dipoles have 2.15 dBi.
    #expect(try made[1].read().pattern.gainDecibels == 10.15)
    let splat = try made[2].read()
    #expect(splat.bearingDegrees == 35 && splat.tiltDegrees == 2.5 && splat.tiltBearingDegrees == 35)
    #expect(splat.pattern.gainDecibels == nil)
  }

  private static let cuts = "HORIZONTAL 2\n0 0\n180 20\nVERTICAL 1\n0 0\n"

  @Test func makersWriteAsTheyLike() throws {
    let file = try Self.msi(
      """
      Whip 3\r\n\r\nGain 3.5dBi\r\nFrequency 1.8 GHz\r\nhorizontal\t2\r\n 0\t0\r\n180 20\r\nVertical 1\r\n0 0
      """
    ).get()
    #expect(String(decoding: file.name, as: UTF8.self) == "Whip 3" && file.frequencyHertz == 1.8e9)
    #expect(file.pattern.gainDecibels == 3.5 && file.pattern.horizontal.values == [0, 20])
    for frequency in ["698-960", "0", "-900", "1000000"] {
      let file = try Self.msi("FREQUENCY \(frequency)\n" + Self.cuts).get()
      #expect(file.frequencyHertz == nil, "\(frequency)")
    }
    #expect(
      try Self.msi("HORIZONTAL 3\n0 1\n180 2\n360 1\nVERTICAL 1\n0 0").get().pattern.horizontal.degrees == [
        0, 180,
      ])
    let azimuth = try Self.splat("; ours\n90\n0 1 ; most\n;\n180 0.5\n360 1\n").get()
    #expect(azimuth.bearingDegrees == 90 && azimuth.pattern.horizontal.degrees == [0, 180])
    #expect(azimuth.pattern.vertical == .uniform)
    #expect(try Self.splat(nil, "0 0\n-10 0.5\n90 1").get().pattern.horizontal == .uniform)
  }

  private static let faults: [(String, TerrainFormatError)] = [
    ("", .empty), ("NAME x\n", .antenna(.missing(.horizontal), line: 1)),
    ("HORIZONTAL 1\n0 0\n", .antenna(.missing(.vertical), line: 2)),
    ("GAIN\n" + cuts, .antenna(.malformed(.gain), line: 1)),
    ("NAME x\nGAIN 3 dBx\n" + cuts, .antenna(.malformed(.gain), line: 2)),
    ("GAIN nan\n" + cuts, .antenna(.malformed(.gain), line: 1)),
    ("HORIZONTAL\n", .antenna(.malformed(.angleCount), line: 1)),
    ("HORIZONTAL 0\n", .antenna(.malformed(.angleCount), line: 1)),
    ("HORIZONTAL 1.5\n", .antenna(.malformed(.angleCount), line: 1)),
    ("HORIZONTAL 99999\n", .antenna(.tooManyAngles(limit: 36_000), line: 1)),
    ("HORIZONTAL 3\n0 0\n", .antenna(.tooFewAngles(expected: 3, found: 1), line: 2)),
    ("HORIZONTAL 2\n0 0\n0 1\n", .antenna(.notAscending, line: 3)),
    ("HORIZONTAL 2\n10 0\n371 1\n", .antenna(.malformed(.angle), line: 3)),
    ("HORIZONTAL 2\n0 0 0\n", .antenna(.wrongColumns, line: 2)),
    ("HORIZONTAL 2\n0\n", .antenna(.wrongColumns, line: 2)),
    ("HORIZONTAL 1\nx 0\n", .antenna(.malformed(.angle), line: 2)),
    ("HORIZONTAL 1\n0 -3\n", .antenna(.malformed(.attenuation), line: 2)),
    ("HORIZONTAL 1\n0 201\n", .antenna(.malformed(.attenuation), line: 2)),
    (cuts + cuts, .antenna(.repeated(.horizontal), line: 6)),
  ]

  @Test(arguments: faults)
  func faultsOfPlanetNameTheirLine(_ text: String, _ fault: TerrainFormatError) {
    #expect(Self.msi(text) == .failure(fault))
  }

  @Test func faultsOfSPLATNameTheirLine() {
    for (text, fault, line) in [
      ("x\n0 1\n", .malformed(.rotation), 1), ("1 2\n0 1\n", .malformed(.rotation), 1),
      ("\n; no\n", .malformed(.rotation), 2), ("0\n", .missing(.horizontal), 1),
      ("0\n0 1.5\n", .malformed(.strength), 2), ("0\n-1 1\n", .malformed(.angle), 2),
      ("0\n0 1\n0 1\n", .notAscending, 3), ("0\n0 1 1\n", .wrongColumns, 2),
      ("900\n0 1\n", .malformed(.rotation), 1),
    ] as [(String, AntennaFault, Int)] {
      #expect(Self.splat(text) == .failure(.antenna(fault, line: line)), "\(text)")
    }
    for (text, fault, line) in [
      ("2\n0 1\n", .malformed(.tilt), 1), ("1 2 3\n0 1\n", .malformed(.tilt), 1),
      ("91 0\n0 1\n", .malformed(.tilt), 1), ("0 0\n91 1\n", .malformed(.angle), 2),
      ("0 0\n", .missing(.vertical), 1),
    ] as [(String, AntennaFault, Int)] {
      #expect(Self.splat(nil, text) == .failure(.antenna(fault, line: line)), "\(text)")
    }
    #expect(Self.splat("", nil) == .failure(.empty))
    #expect(TerrainFormatError.antenna(.malformed(.gain), line: 3).description.contains("line 3: the gain"))
  }
}

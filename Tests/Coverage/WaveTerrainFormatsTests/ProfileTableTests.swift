import TestSupport
import Testing
import WavePropagation
import WaveTerrainFormats

@Suite struct ProfileTableTests {
  private static func read(_ text: String) -> Result<PathProfile, TerrainFormatError> {
    let bytes = Array(text.utf8)
    do throws(TerrainFormatError) {
      return .success(try ProfileTable.profile(bytes.span))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    "0,10\n0.5,20.25\n1.25,-3\n", "d,h\r\n0,10\r\n0.5,20.25\r\n1.25,-3",
    "\u{FEFF}0;10\n# half way\n\n0.5; 20.25\n1.25 ;-3",
    "0 10\n0.5\t20.25\n  1.25   -3  \n", "# made by hand\ndistance height\n0 10\n5e-1 20.25\n1.25 -3",
  ])
  func separatorsHeadersAndRemarksMakeNoDifference(_ text: String) throws {
    let profile = try Self.read(text).get()
    #expect(profile == PathProfile(distancesKilometers: [0, 0.5, 1.25], heightsMeters: [10, 20.25, -3]))
    try profile.check()
  }

  @Test func clutterAndZonesComeAlong() throws {
    let three = try Self.read("km,m,m\n0,1,0\n1,2,15\n2,3,0").get()
    #expect(three.clutterMeters == [0, 15, 0] && three.zones.isEmpty)
    let four = try Self.read("0,1,0,1\n1,2,15,3\n2,3,0,4").get()
    #expect(four.clutterMeters == [0, 15, 0] && four.zones == [.sea, .coastalLand, .inland])
  }

  @Test(arguments: [
    ("", TerrainFormatError.empty),
    ("\n\n", .profile(.tooFewPoints(0), line: 2)),
    ("km,m\n0,1\n", .profile(.tooFewPoints(1), line: 2)),
    ("0,1\n1,x", .profile(.malformed(.height), line: 2)),
    ("0,1\nx,1", .profile(.malformed(.distance), line: 2)),
    ("0,1\n\n1,nan", .profile(.malformed(.height), line: 3)),
    ("0,1\n1,1e5", .profile(.malformed(.height), line: 2)),
    ("0,1,0\n1,1,", .profile(.malformed(.clutter), line: 2)),
    ("0,1,0,2\n1,1,0,1", .profile(.malformed(.zone), line: 1)),
    ("0,1,0,1.5\n1,1,0,1", .profile(.malformed(.zone), line: 1)),
    ("0,1,0,-1\n1,1,0,1", .profile(.malformed(.zone), line: 1)),
    ("1,1\n2,1", .profile(.notAscending, line: 1)),
    ("0,1\n1,1\n1,1", .profile(.notAscending, line: 3)),
    ("0,1\n1", .profile(.wrongColumns(expected: 2, found: 1), line: 2)),
    ("0,1,2,3,4,5\n", .profile(.wrongColumns(expected: nil, found: 5), line: 1)),
    ("0,1\n1,2,3", .profile(.wrongColumns(expected: 2, found: 3), line: 2)),
  ])
  func faultsNameTheirLine(_ text: String, _ fault: TerrainFormatError) {
    #expect(Self.read(text) == .failure(fault))
  }

  @Test func pointsAreLimited() {
    let text = (0...ProfileTable.pointLimit).map { "\(Double($0) / 16) 1" }.joined(separator: "\n")
    let limit = ProfileTable.pointLimit
    #expect(Self.read(text) == .failure(.profile(.tooManyPoints(limit: limit), line: limit + 1)))
  }

  @Test func whatIsReadIsAProfile() throws {
    var generator = SeededGenerator(seed: 5)
    let text = Array("km;m;m;zone\n0;1;0;1\n0.5;2;15;3\n2;3;0;4\n".utf8)
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &generator) { bytes.mutate(using: &generator) }
      guard let profile = try? ProfileTable.profile(bytes.span) else { continue }
      try profile.check()
    }
  }
}

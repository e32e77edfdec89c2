import ArgumentParser
import Foundation
import Testing
import WavePropagation
import WaveTerrainFormats

@testable import WaveCommand

@Suite struct CoverCommandTests {
  private static let usual = [
    "cover", "--at", "46.5,10.4", "--frequency", "915M", "--radius", "6km", "-o", "x.tif",
  ]

  private func radiation(_ arguments: [String]) throws -> RadiationOptions {
    let command = try #require(
      WaveglassCommand.parseAsRoot(Self.usual + arguments) as? CoverCommand)
    return command.radiation
  }

  @Test(arguments: [
    [], ["--time", "10"], ["--locations", "90"], ["--eirp", "30"],
    ["--power", "43", "--gain", "-3", "--loss", "2"],
    ["--model", "p1812", "--time", "1"], ["--clutter", "urban"],
    ["--model", "p1812", "--clutter", "dense-urban"], ["--model", "learned", "--clutter", "open"],
    ["--model", "p1812", "--locations", "99"], ["--model", "itm", "--time", "99", "--confidence", "90"],
    ["--model", "ehata", "--area", "large-city", "--locations", "90"], ["--model", "hata", "--area", "open"],
    ["--power", "43", "--antenna", "a.msi", "--bearing", "350", "--tilt", "-2"],
    ["--eirp", "30", "--measured", "drive.csv", "--calibrate"],
  ])
  func whatIsMeantIsParsed(_ arguments: [String]) throws {
    _ = try WaveglassCommand.parseAsRoot(Self.usual + arguments)
  }

  @Test(arguments: [
    ["--eirp", "151"], ["--eirp", "nan"], ["--power", "-151"], ["--eirp", "30", "--power", "30"],
    ["--gain", "3"],
    ["--loss", "3"], ["--power", "30", "--loss", "-1"], ["--power", "30", "--gain", "101"],
    ["--antenna", "a.msi"],
    ["--eirp", "30", "--bearing", "3"], ["--eirp", "30", "--tilt", "3"],
    ["--eirp", "30", "--antenna", "a.az", "--tilt", "91"],
    ["--eirp", "30", "--antenna", "a.az", "--bearing", "nan"],
    ["--model", "diffraction", "--time", "10"], ["--model", "learned", "--locations", "90"],
    ["--confidence", "90"], ["--time", "51"],
    ["--model", "hata", "--locations", "90"],
    ["--model", "ehata", "--time", "10"], ["--model", "p1812", "--time", "51"],
    ["--model", "p1812", "--time", "0.5"],
    ["--model", "p1812", "--time", "nan"], ["--model", "p1812", "--locations", "99.5"],
    ["--model", "p1812", "--confidence", "90"], ["--model", "itm", "--time", "0"],
    ["--model", "itm", "--locations", "100"], ["--model", "ehata", "--locations", "0"],
    ["--eirp", "30", "--calibrate"], ["--measured", "drive.csv", "--calibrate"],
    ["--model", "okumura"], ["--area", "village"], ["--clutter", "village"],
    ["--model", "learned", "--clutter", "urban"], ["--model", "itm", "--clutter", "woodland"],
  ])
  func whatCannotBeMeantIsRefused(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try WaveglassCommand.parseAsRoot(Self.usual + arguments) }
  }

  private func plan(_ arguments: [String]) throws -> (model: CoveragePlan.Model, reasons: [String]) {
    let command = try #require(WaveglassCommand.parseAsRoot(Self.usual + arguments) as? CoverCommand)
    let plan = try command.plan()
    return (plan.model, command.defaultReasons(plan))
  }

  @Test func theDefaultIsLearnedInsideItsLimits() throws {
    let inside = try plan([])
    #expect(inside.model == .learned && inside.reasons.isEmpty)
    let high = try plan(["--frequency", "2.4G", "--tx-height", "80"])
    #expect(high.model == .p1812)
    #expect(
      high.reasons == [
        "p1812 is used: Learned was made for 400 MHz to 2 GHz",
        "p1812 is used: Learned was made for transmitting antennas 10 to 60 m above ground",
      ])
    let share = try plan(["--time", "10"])
    #expect(
      share.model == .p1812 && share.reasons == ["p1812 is used: the learned model gives medians only"])
    let clutter = try plan(["--clutter", "suburban"])
    #expect(clutter.model == .p1812)
    #expect(clutter.reasons == ["p1812 is used: the learned model does not support --clutter"])
    let chosen = try plan(["--model", "P1812", "--frequency", "2.4G"])
    #expect(chosen.model == .p1812 && chosen.reasons.isEmpty)
    #expect(try plan(["--model", "diffraction"]).model == .diffraction)
  }

  @Test func whatIsRadiatedIsMadeOfItsParts() throws {
    var file = AntennaFile(pattern: AntennaPattern())
    #expect(try radiation([]).radiated(by: nil) == nil)
    #expect(try radiation(["--eirp", "30"]).radiated(by: file) == 30)
    #expect(try radiation(["--power", "43", "--loss", "2"]).radiated(by: file) == 41)
    file.pattern.gainDecibels = 15.5
    #expect(try radiation(["--power", "43", "--loss", "2"]).radiated(by: file) == 56.5)
    #expect(try radiation(["--power", "43", "--gain", "10"]).radiated(by: file) == 53)
    #expect(try radiation(["--eirp", "30"]).radiated(by: file) == 30)
  }

  @Test func filesSupplyWhatOptionsDoNot() throws {
    var file = AntennaFile(pattern: AntennaPattern())
    (file.bearingDegrees, file.tiltDegrees, file.tiltBearingDegrees) = (35, 2.5, 80)
    let given = ["--eirp", "30", "--antenna", "a.az"]
    var mounted = try radiation(given).mounted(file)
    #expect([mounted.bearingDegrees, mounted.tiltDegrees, mounted.tiltBearingDegrees] == [35, 2.5, 80])
    mounted = try radiation(given + ["--bearing", "200"]).mounted(file)
    #expect([mounted.bearingDegrees, mounted.tiltDegrees, mounted.tiltBearingDegrees] == [200, 2.5, 80])
    mounted = try radiation(given + ["--bearing", "200", "--tilt", "6"]).mounted(file)
    #expect([mounted.bearingDegrees, mounted.tiltDegrees, mounted.tiltBearingDegrees] == [200, 6, 200])
  }

  @Test func bothHalvesOfSPLATAreRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws -> String {
      let url = folder.appending(path: name)
      try Data(text.utf8).write(to: url)
      return url.path
    }
    func read(_ path: String) throws -> AntennaFile? {
      try radiation(["--eirp", "30", "--antenna", path]).antennaFile()
    }
    let azimuth = try write("a.az", "90\n0 1\n180 0.5\n")
    #expect(try read(azimuth)?.bearingDegrees == 90 && read(azimuth)?.pattern.vertical == .uniform)
    let elevation = try write("a.el", "3 45\n-10 0.5\n90 1\n")
    for path in [azimuth, elevation] {
      let file = try #require(try read(path))
      #expect(file.bearingDegrees == 90 && file.tiltDegrees == 3 && file.tiltBearingDegrees == 45)
      #expect(file.pattern.horizontal.degrees == [0, 180] && file.pattern.vertical.degrees == [-10, 90])
    }
    let panel = try write("p.msi", "GAIN 3 dBi\nHORIZONTAL 1\n0 0\nVERTICAL 1\n0 0\n")
    #expect(try read(panel)?.pattern.gainDecibels == 3)
    #expect(try radiation([]).antennaFile() == nil)

    func failure(_ path: String) throws -> String? {
      do {
        _ = try read(path)
        return nil
      } catch let error as CommandFailure { return error.message }
    }
    #expect(try failure(write("a.el", "3\n0 1\n"))?.contains("a.el: line 1") == true)
    #expect(try failure(write("a.az", "x\n0 1\n"))?.contains("a.az: line 1") == true)
    #expect(try failure(write("q.msi", "HORIZONTAL 2\n0 0\n"))?.contains("q.msi: line 2") == true)
    #expect(try failure(folder.path + "/none.az") != nil)
    let long = try write("l.msi", String(repeating: "COMMENT\n", count: 1 << 18))
    #expect(try failure(long) != nil)
  }
}

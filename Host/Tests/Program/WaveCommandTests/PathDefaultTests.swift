import ArgumentParser
import Foundation
import Testing
import WavePropagation

@testable import WaveCommand

@Suite struct PathDefaultTests {
  /// A flat path of some length, as a table has it or between places.
  private static func path(
    _ kilometers: Double, clutter: [Double] = [], hasEnds: Bool = true
  ) throws -> PathCommand.Path {
    let profile = PathProfile(
      distancesKilometers: (0...10).map { Double($0) * kilometers / 10 },
      heightsMeters: [Double](repeating: 20, count: 11), clutterMeters: clutter)
    let ends = try (
      #require(PlaceArgument(argument: "51.5,-0.1")).place,
      #require(PlaceArgument(argument: "51.6,-0.1")).place
    )
    return PathCommand.Path(profile: profile, ends: hasEnds ? (from: ends.0, to: ends.1) : nil)
  }

  private static func report(_ path: PathCommand.Path, _ more: [String] = []) throws -> PathReport {
    let command = try #require(
      WaveglassCommand.parseAsRoot(["path", "51.5,-0.1", "51.6,-0.1"] + more) as? PathCommand)
    return try command.link.report(of: path)
  }

  @Test func theDefaultIsLearnedInsideItsLimits() throws {
    let inside = try Self.report(Self.path(8))
    #expect(inside.model == "learned" && inside.notes.isEmpty && inside.deviationDecibels != nil)
    let far = try Self.report(Self.path(25))
    #expect(far.model == "p1812" && far.terms != nil)
    #expect(
      far.notes == [
        "p1812 is used: Learned was made for paths of 0.1 to 20 km",
        "p1812: without clutter 30 to 35 dB optimistic in towns (London)",
      ])
    let asked = try Self.report(Self.path(8), ["--refractivity", "330"])
    #expect(asked.model == "p1812")
    #expect(asked.notes.contains("p1812 is used: the learned model does not support --refractivity"))
    #expect(try Self.report(Self.path(8), ["--time", "10"]).model == "p1812")
  }

  @Test func aTableWithClutterIsForP1812() throws {
    let clutter = [Double](repeating: 10, count: 11)
    let table = try Self.report(Self.path(8, clutter: clutter, hasEnds: false))
    #expect(table.model == "p1812" && table.notes.contains { $0.contains("clutter or zones") })
    #expect(!table.notes.contains { $0.contains("optimistic") })
    // Between places it is what a model of the surface has, which the learned model takes.
    #expect(try Self.report(Self.path(8, clutter: clutter)).model == "learned")
  }

  @Test func clutterIsAddedAndNamed() throws {
    let bare = try Self.report(Self.path(8), ["--model", "p1812"])
    let urban = try Self.report(Self.path(8), ["--clutter", "urban"])
    #expect(urban.model == "p1812" && urban.clutter == "urban" && urban.clutterMeters == 15)
    #expect(urban.lossDecibels > bare.lossDecibels + 6 && bare.clutter == nil)
    #expect(urban.lines.contains { $0.contains("p1812, urban clutter of 15 m") })
    #expect(urban.notes.contains("p1812 is used: the learned model does not support --clutter"))
    #expect(!urban.notes.contains { $0.contains("without clutter") })
    // A table's own clutter counts.
    let own = [Double](repeating: 3, count: 11)
    let table = try Self.report(Self.path(8, clutter: own, hasEnds: false), ["--clutter", "urban"])
    #expect(table.clutter == nil && table.notes.contains { $0.contains("own clutter is used") })
    #expect(table.lossDecibels < urban.lossDecibels)
  }

  @Test func aModelThatIsChosenIsUsed() throws {
    let report = try Self.report(Self.path(8), ["--model", "p1812"])
    #expect(report.model == "p1812")
    #expect(report.notes == ["p1812: without clutter 30 to 35 dB optimistic in towns (London)"])
    #expect(try Self.report(Self.path(8), ["--model", "hata"]).model == "hata")
    let diffraction = try Self.report(Self.path(8), ["--model", "diffraction"])
    #expect(abs(diffraction.lossDecibels - report.lossDecibels) < 0.5)
    let open = try Self.report(Self.path(8), ["--area", "open"])
    #expect(open.notes == ["learned: 16 dB pessimistic in open land at Boston"])
  }
}

import Testing
import WaveUnits

@testable import WaveCoverage
@testable import WavePropagation

@Suite struct PathSheetTests {
  private static let end = Coordinate(latitudeDegrees: 46.97, longitudeDegrees: 10.05)

  private static func reading(
    _ end: Coordinate = end, from customStart: Coordinate? = nil, heights: [Double]? = nil, filled: Int = 0,
    share: Double? = nil
  ) -> CoverageReading {
    let course = PathCourse(from: customStart ?? Samples.middle, to: end)
    var profile: PathProfile?
    if let heights {
      let step = course.lengthMeters / 1000 / Double(heights.count - 1)
      profile = PathProfile(
        distancesKilometers: heights.indices.map { Double($0) * step }, heightsMeters: heights)
      profile?.filledCount = filled
    }
    return CoverageReading(
      course, of: 0, from: customStart, plan: Samples.plan(), loss: 9000, over: profile, surfaceShare: share)
  }

  private static func lines(_ reading: CoverageReading) -> [String] {
    reading.groundLines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func itIsOpenWithAReadingOrClosed() {
    var sheet = PathSheet()
    sheet.mark(measured: 1)
    #expect(sheet.reading == nil)
    sheet.show(Self.reading())
    #expect(sheet.reading?.place == Self.end && sheet.reading?.measured == nil)
    sheet.close()
    #expect(sheet.reading == nil)
  }

  @Test func aMeasuredPointStaysWhileItsPlaceIsRead() {
    var sheet = PathSheet()
    sheet.show(Self.reading())
    sheet.mark(measured: 4)
    sheet.show(Self.reading())
    #expect(sheet.reading?.measured == 4)
    sheet.show(Self.reading(Samples.middle))
    #expect(sheet.reading?.measured == nil)
    sheet.pointsReplaced()
    #expect(sheet.reading != nil, "it is of no point")
    sheet.mark(measured: 0)
    sheet.pointsReplaced()
    #expect(sheet.reading == nil)
  }

  @Test func withoutGroundAReadingHasWhatTheMapHas() {
    let own = Self.reading(share: 0.5)
    #expect(own.loss == 9000 && own.path == nil && own.p1812 == nil && own.surfaceShare == nil)
    #expect(own.filledShare == 0 && Self.lines(own).isEmpty && own.site == 0)
    let flat = Self.reading(heights: Array(repeating: 100, count: 60))
    #expect(flat.loss == 9000 && flat.path != nil && flat.p1812 != nil && flat.irregularTerrain != nil)
  }

  @Test func aFreePathIsOnNoMap() throws {
    let start = Coordinate(latitudeDegrees: 46.96, longitudeDegrees: 10.03)
    let reading = Self.reading(from: start, heights: Array(repeating: 100, count: 60))
    let loss = try #require(reading.loss)
    #expect(loss != 9000 && loss > 5000 && loss < 20_000 && reading.customStart == start)
    // Without ground there is nothing to compute it over.
    #expect(Self.reading(from: start).loss == 9000)
  }

  @Test func whatIsKnownOfTheGroundIsNeverRoundedToAllOrNone() {
    let heights = Array(repeating: 100.0, count: 1000)
    func lines(filled: Int = 0, share: Double? = nil) -> [String] {
      Self.lines(Self.reading(heights: heights, filled: filled, share: share))
    }
    #expect(lines().isEmpty)
    #expect(lines(filled: 1) == ["1 % of the path has no height: filled in"])
    #expect(lines(filled: 999) == ["99 % of the path has no height: filled in"])
    #expect(lines(filled: 1000) == ["100 % of the path has no height: filled in"])
    #expect(lines(filled: 126) == ["13 % of the path has no height: filled in"])
    #expect(lines(share: 0) == ["trees and roofs: not known on this path"])
    #expect(lines(share: 0.001) == ["trees and roofs known on 1 % of the path"])
    #expect(lines(share: 0.999) == ["trees and roofs known on 99 % of the path"])
    #expect(lines(share: 1) == ["trees and roofs known on 100 % of the path"])
    #expect(lines(filled: 500, share: 0).count == 2)
  }

  @Test func aPathBeginsWhereItIsSaid() {
    let (a, b) = (Samples.middle, Self.end)
    #expect(PathStart.same.position(previous: a) == a && PathStart.same.position(previous: nil) == nil)
    #expect(
      PathStart.transmitter.position(previous: a) == nil && PathStart.place(b).position(previous: a) == b)
  }

  @Test func aCourseHasPlacesAlongItAndStepsThatAreNotTooFine() {
    let course = PathCourse(from: Samples.middle, to: Self.end)
    #expect(course.stepMeters == 15)
    let start = course.place(0, of: 4)
    #expect(abs(start.latitudeDegrees - Samples.middle.latitudeDegrees) < 1e-9)
    let end = course.place(4, of: 4)
    #expect(abs(end.latitudeDegrees - Self.end.latitudeDegrees) < 1e-9)
    #expect(
      abs(Geodesic(from: Samples.middle, to: course.place(1, of: 4)).lengthMeters * 4 - course.lengthMeters)
        < 1e-3)
    let far = PathCourse(from: Samples.middle, to: Coordinate(latitudeDegrees: 48, longitudeDegrees: 10))
    #expect(far.stepMeters == far.lengthMeters / 600 && far.stepMeters > 15)
    #expect(TerrainSurface().profile(course) == nil)
  }
}

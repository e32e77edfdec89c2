import Foundation
import TestSupport
import Testing
import WavePropagation
import WaveUnits

@Suite struct GeodesicTests {
  /// What GeographicLib says, made by the script beside it.
  private static func vectors() throws -> [[Double]] {
    let file = Repository.fixture("geodesy/geodesics.csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
  }

  @Test func lengthsAndBearingsAreGeographicLibs() throws {
    let vectors = try Self.vectors()
    #expect(vectors.count == 65)
    for vector in vectors {
      let way = Geodesic(
        from: Coordinate(latitudeDegrees: vector[0], longitudeDegrees: vector[1]),
        to: Coordinate(latitudeDegrees: vector[2], longitudeDegrees: vector[3]))
      #expect(abs(way.lengthMeters - vector[4]) < 1e-3, "\(vector)")
      let off = (way.bearingDegrees - vector[5]).remainder(dividingBy: 360)
      // A tenth of a millimetre across.
      #expect(abs(off) * vector[4] / 57.3 < 1e-3 || abs(off) < 1e-9, "\(vector)")
    }
  }

  @Test func aWayEndsWhereItLeads() throws {
    for vector in try Self.vectors() {
      let end = Geodesic.place(
        from: Coordinate(latitudeDegrees: vector[0], longitudeDegrees: vector[1]), bearingDegrees: vector[5],
        meters: vector[4])
      #expect(abs(end.latitudeDegrees - vector[2]) < 1e-8, "\(vector)")
      let off = (end.longitudeDegrees - vector[3]).remainder(dividingBy: 360)
      #expect(abs(off) < 1e-7, "\(vector)")
    }
  }

  @Test func noWayHasNoLength() {
    let place = Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.1)
    #expect(Geodesic(from: place, to: place).lengthMeters == 0)
    let around = Coordinate(latitudeDegrees: 51.5, longitudeDegrees: 359.9)
    #expect(Geodesic(from: place, to: around).lengthMeters < 1e-6)
  }

  @Test func theOtherSideOfTheEarthIsWithinSixTenthsOfAPercent() {
    let way = Geodesic(
      from: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
      to: Coordinate(latitudeDegrees: 0.3, longitudeDegrees: 179.7))
    // 19,989,832.8 m by Karney, section 6.
    #expect(abs(way.lengthMeters / 19_989_832.8 - 1) < 0.006)
  }
}

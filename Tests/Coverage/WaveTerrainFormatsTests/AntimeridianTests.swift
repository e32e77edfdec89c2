import Foundation
import Testing
import WavePropagation
import WaveUnits

@testable import WaveTerrainFormats

@Suite struct AntimeridianTests {
  private struct Lines: Decodable {
    struct Feature: Decodable {
      struct Geometry: Decodable { let coordinates: [[[Double]]] }
      let geometry: Geometry
    }
    let features: [Feature]
  }

  /// A cone whose top lies at a longitude, and the line around it half of the way down.
  private func ring(at longitude: Double) throws -> [[[Double]]] {
    let (rows, columns) = (41, 41)
    var values: [Int16] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (y, x) = (Double(row - 20), Double(column - 20))
        values.append(Int16(100 * (20 - (x * x + y * y).squareRoot())))
      }
    }
    let grid = MapGrid(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: 1, longitudeDegrees: longitude - 1), latitudeStepDegrees: 0.05,
        longitudeStepDegrees: 0.05, rowCount: rows, columnCount: columns), values: values)
    let lines = try JSONDecoder().decode(Lines.self, from: Data(grid.geoJSON(levels: [1000])))
    return try #require(lines.features.first).geometry.coordinates
  }

  @Test func aLineFarFromItIsOne() throws {
    let lines = try ring(at: 10)
    #expect(lines.count == 1 && lines[0].first == lines[0].last)
  }

  /// Cut parts have longitudes of the earth's, end on the meridian on both sides at the same latitudes, and
  /// lose no length.
  @Test(arguments: [179.8, 180.0, 180.2, -179.9, 190.0])
  func linesAreCut(longitude: Double) throws {
    let whole = try ring(at: 10)
    let lines = try ring(at: longitude)
    // The line begins somewhere: on the meridian, or within a part, which then is two.
    #expect(longitude == 190 ? lines.count == 1 : (2...3).contains(lines.count))
    var ends: [Double: Set<Double>] = [:]
    var length = 0.0
    for line in lines {
      #expect(line.count > 1)
      for point in line { #expect(point[0].magnitude <= 180 && point[1].magnitude < 0.6) }
      for (one, next) in zip(line, line.dropFirst()) {
        #expect(abs(one[0] - next[0]) <= 0.0501)
        length += hypot(one[0] - next[0], one[1] - next[1])
      }
      for end in [line[0], line[line.count - 1]] where end[0].magnitude == 180 {
        ends[end[0], default: []].insert(end[1])
      }
    }
    let around = zip(whole[0], whole[0].dropFirst()).reduce(0.0) { sum, pair in
      sum + hypot(pair.0[0] - pair.1[0], pair.0[1] - pair.1[1])
    }
    #expect(abs(length - around) < 1e-3)
    #expect(ends[180] == ends[-180] && ends[180, default: []].count == (longitude == 190 ? 0 : 2))
  }
}

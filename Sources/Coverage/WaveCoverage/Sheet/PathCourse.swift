import WavePropagation
import WaveUnits

/// Where a path goes that is read.
struct PathCourse: Equatable, Sendable {
  let start: Coordinate
  let end: Coordinate
  let lengthMeters: Double
  let bearingDegrees: Double

  init(from start: Coordinate, to end: Coordinate) {
    let way = Geodesic(from: start, to: end)
    (self.start, self.end) = (start, end)
    (lengthMeters, bearingDegrees) = (way.lengthMeters, way.bearingDegrees)
  }

  /// From point to point of its profile, m.
  var stepMeters: Double { Swift.max(15, lengthMeters / 600) }

  /// The place at a point of `count` steps from the start to the end.
  func place(_ point: Int, of count: Int) -> Coordinate {
    Geodesic.place(
      from: start, bearingDegrees: bearingDegrees, meters: lengthMeters * Double(point) / Double(count))
  }
}

extension TerrainSurface {
  /// The ground along a path; nil where there is none at its ends.
  func profile(_ course: PathCourse) -> PathProfile? {
    do throws(TerrainError) {
      return try profile(from: course.start, to: course.end, stepMeters: course.stepMeters)
    } catch {
      return nil
    }
  }
}

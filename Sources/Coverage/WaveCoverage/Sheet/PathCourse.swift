import WavePropagation
import WaveUnits

/// The course of the inspected path.
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

  /// The distance between the points of the path's profile, in metres.
  var stepMeters: Double { Swift.max(15, lengthMeters / 600) }

  /// Returns the position of a point by its index, with `count` steps between start and end.
  func place(_ point: Int, of count: Int) -> Coordinate {
    Geodesic.place(
      from: start, bearingDegrees: bearingDegrees, meters: lengthMeters * Double(point) / Double(count))
  }
}

extension TerrainSurface {
  /// Returns the ground heights along a path, or nil if the ground at either end is unknown.
  func profile(_ course: PathCourse) -> PathProfile? {
    try? profile(from: course.start, to: course.end, stepMeters: course.stepMeters)
  }
}

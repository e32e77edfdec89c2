import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension FuzzTarget {
  /// Tables and GPX files of measured points: what is read are places, and what is refused names a line.
  static let measured = FuzzTarget("measured", byteLimit: 400) { bytes throws(Finding) in
    let lines = 1 + bytes.count { $0 == 0x0A }
    switch Result(catching: { () throws(TerrainFormatError) in try MeasuredFile.points(bytes.span) }) {
    case .success(let points):
      try require(points.count > 0, "there is a point")
      try require(
        points.count == points.longitudes.count && points.count == points.levels.count,
        "a point has all that it is made of")
      try require(
        points.levels.count { $0 != MeasuredPoints.nothing } == points.levelCount, "levels are counted")
      for index in 0..<points.count {
        try require(points.place(index).isPlace, "a point is a place")
        try require(points.level(index).map { $0.magnitude <= 30_000 } ?? true, "a level is one")
      }
    case .failure(.measured(_, let line)): try require(line >= 1 && line <= lines, "a fault is in the file")
    case .failure(let error): try require(error == .empty, "faults are those of measured points")
    }
  }
}

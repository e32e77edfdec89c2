import WaveUnits

/// The courses of all rays of a map; some are computed as geodesics, and the others are interpolated.
///
/// Courses change so little from ray to ray that a cubic through four of them gives the intermediate courses
/// to within a thousandth of the post spacing.
struct RayCourses: Sendable {
  private let rayCount: Int
  /// The distance between geodesic courses, in rays.
  private let spacing: Int
  /// The geodesic courses on the eastern side, clockwise from the one before north to two beyond south.
  ///
  /// Western rays mirror eastern ones.
  private var kept: [RayCourse] = []

  /// Creates the courses of rays with a number of samples each; the number of rays must be a multiple of 16.
  init(_ patch: TerrainPatch, from start: Coordinate, rayCount: Int, sampleCount: Int, stepMeters: Double) {
    self.rayCount = rayCount
    // Small circles have few rays, which differ more from each other.
    spacing = rayCount < 512 ? 1 : rayCount < 1024 ? 8 : 16
    for node in -1...(rayCount / 2 / spacing + 2) {
      kept.append(
        RayCourse(
          patch, from: start, bearingDegrees: 360 * Double(node * spacing) / Double(rayCount),
          meters: stepMeters * Double(sampleCount), samples: sampleCount))
    }
  }

  /// Returns the course of a ray, counted clockwise from north.
  subscript(_ ray: Int) -> RayCourse {
    let isWest = ray > rayCount / 2
    let east = isWest ? rayCount - ray : ray
    let (node, rest) = (east / spacing, east % spacing)
    let course =
      rest == 0
      ? kept[node + 1]
      : RayCourse(
        between: kept[node], kept[node + 1], kept[node + 2], kept[node + 3],
        at: Float(rest) / Float(spacing))
    return isWest ? course.mirrored : course
  }
}

/// The course of a ray over the posts.
///
/// Rows and columns are quadratic functions of the distance, accurate to a metre in 100 km.
struct RayCourse: Sendable {
  var row: Parabola
  var column: Parabola

  init(_ patch: TerrainPatch, from start: Coordinate, bearingDegrees: Double, meters: Double, samples: Int) {
    let half = Geodesic.place(from: start, bearingDegrees: bearingDegrees, meters: meters / 2)
    let whole = Geodesic.place(from: start, bearingDegrees: bearingDegrees, meters: meters)
    row = Parabola(
      patch.row(ofLatitude: start.latitudeDegrees), patch.row(ofLatitude: half.latitudeDegrees),
      patch.row(ofLatitude: whole.latitudeDegrees), Double(samples))
    column = Parabola(
      patch.column(ofLongitude: start.longitudeDegrees), patch.column(ofLongitude: half.longitudeDegrees),
      patch.column(ofLongitude: whole.longitudeDegrees), Double(samples))
  }

  /// Interpolates between the second and the third of four courses with a Lagrange polynomial; `part` is the
  /// fraction of the way between these two.
  init(between a: RayCourse, _ b: RayCourse, _ c: RayCourse, _ d: RayCourse, at part: Float) {
    let (before, behind, beyond) = (part + 1, 1 - part, 2 - part)
    let inner = before * beyond * 0.5
    let outer = part * behind * (-1 / 6)
    let weights = SIMD4<Float>(outer * beyond, inner * behind, inner * part, outer * before)
    row = Parabola(a.row, b.row, c.row, d.row, weights)
    column = Parabola(a.column, b.column, c.column, d.column, weights)
  }

  /// The course mirrored from east to west.
  var mirrored: RayCourse {
    var other = self
    other.column = Parabola(base: column.base, slope: -column.slope, bend: -column.bend)
    return other
  }
}

/// A parabola through the values at index 0, at half of a given count, and at that count.
struct Parabola {
  let base: Float
  let slope: Float
  let bend: Float

  init(base: Float, slope: Float, bend: Float) { (self.base, self.slope, self.bend) = (base, slope, bend) }

  init(_ start: Double, _ half: Double, _ whole: Double, _ count: Double) {
    base = Float(start)
    bend = Float(2 * (whole - 2 * half + start) / (count * count))
    slope = Float((4 * half - whole - 3 * start) / count)
  }

  /// Creates the weighted mean of four parabolas with the same start.
  init(_ a: Parabola, _ b: Parabola, _ c: Parabola, _ d: Parabola, _ weights: SIMD4<Float>) {
    base = b.base
    let slopes: SIMD4<Float> = weights * SIMD4(a.slope, b.slope, c.slope, d.slope)
    let bends: SIMD4<Float> = weights * SIMD4(a.bend, b.bend, c.bend, d.bend)
    slope = (slopes[0] + slopes[3]) + (slopes[1] + slopes[2])
    bend = (bends[0] + bends[3]) + (bends[1] + bends[2])
  }

  /// Returns the values at eight consecutive indices.
  @inline(__always)
  func eight(_ index: Int) -> SIMD8<Float> {
    let x: SIMD8<Float> = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + Float(index)
    let bent: SIMD8<Float> = x * bend + slope
    return x * bent + base
  }

  /// Returns whether all values up to a count are certain to be between two limits.
  ///
  /// A parabola deviates from its chord by at most a quarter of its second-order coefficient times the square
  /// of the count.
  func isBetween(_ low: Float, _ high: Float, _ count: Int) -> Bool {
    let (end, n) = (at(count), Float(count))
    let off = bend.magnitude * n * n / 4
    return Swift.min(base, end) - off >= low && Swift.max(base, end) + off <= high
  }

  @inline(__always)
  func at(_ index: Int) -> Float {
    let x = Float(index)
    return base + x * (slope + x * bend)
  }
}

import WaveUnits

/// The ground along one ray, and what each of its samples sees of it.
///
/// The earth is flattened once: heights less d²/2a, so that rays are straight lines. Distances are in km and heights in m, as in the Recommendation's formulas.
struct RayProfile: Sendable {
  let count: Int
  let step: Float
  let transmitterHeight: Float
  let receiverHeight: Float
  let sphere: SphereLoss
  /// √(0.002/λ).
  let scale: Float
  let bulge: Float
  /// By sample, from 0 at the transmitter: distance, its inverse, its root, that root's inverse, and the flattened earth.
  let distances: [Float]
  let inverses: [Float]
  let roots: [Float]
  let inverseRoots: [Float]
  let flats: [Float]
  /// The last two from the end on: what lies so many samples before a receiver is read forward.
  let reversedInverses: [Float]
  let reversedInverseRoots: [Float]

  /// Ground above the transmitter's, flattened, and that times the inverse root.
  var raw: [Float]
  var flattened: [Float]
  var weighted: [Float]
  /// Samples from here on have no ground.
  var end = 0
  /// The ground below the transmitter, m above sea level.
  var base: Float = 0

  init(_ plan: CoveragePlan, _ patch: TerrainPatch, sampleCount: Int, stepMeters: Double) {
    count = sampleCount
    step = Float(stepMeters / 1000)
    transmitterHeight = Float(plan.transmitterHeightMeters)
    receiverHeight = Float(plan.receiverHeightMeters)
    let wavelength = 299.792458e6 / plan.frequencyHertz
    scale = Float((0.002 / wavelength).squareRoot())
    sphere = SphereLoss(frequencyHertz: plan.frequencyHertz, polarization: plan.polarization)
    bulge = Float(500 / P1812.medianEarthRadius)
    let indices = 0...sampleCount
    let kilometers = indices.map { Double($0) * stepMeters / 1000 }
    distances = kilometers.map { Float($0) }
    inverses = kilometers.map { $0 > 0 ? Float(1 / $0) : 0 }
    roots = kilometers.map { Float($0.squareRoot()) }
    inverseRoots = kilometers.map { $0 > 0 ? Float(1 / $0.squareRoot()) : 0 }
    flats = kilometers.map { Float(500 / P1812.medianEarthRadius * $0 * $0) }
    reversedInverses = inverses.reversed()
    reversedInverseRoots = inverseRoots.reversed()
    // Scans go on by eight, and may read past the last.
    raw = [Float](repeating: 0, count: sampleCount + 9)
    flattened = raw
    weighted = raw
  }

  /// Takes heights from the posts, bilinear.
  mutating func sample(_ patch: TerrainPatch, _ plan: CoveragePlan, bearingDegrees: Double) {
    let start = plan.transmitter
    let meters = Double(step) * 1000 * Double(count)
    let half = Geodesic.place(from: start, bearingDegrees: bearingDegrees, meters: meters / 2)
    let whole = Geodesic.place(from: start, bearingDegrees: bearingDegrees, meters: meters)
    // Along a ray rows and columns are parabolas in the distance, to a metre in 100 km.
    let row = Parabola(
      patch.row(ofLatitude: start.latitudeDegrees), patch.row(ofLatitude: half.latitudeDegrees),
      patch.row(ofLatitude: whole.latitudeDegrees), Double(count))
    let column = Parabola(
      patch.column(ofLongitude: start.longitudeDegrees), patch.column(ofLongitude: half.longitudeDegrees),
      patch.column(ofLongitude: whole.longitudeDegrees), Double(count))
    let (rows, columns) = (patch.rowCount, patch.columnCount)
    let hasAbsent = patch.absentCount > 0
    end = count + 1
    patch.heights.withUnsafeBufferPointer { heights in
      patch.posts.withUnsafeBufferPointer { posts in
        for index in 0...count {
          let (y, x) = (row.at(index), column.at(index))
          let (top, left) = (Int(y), Int(x))
          guard y >= 0, x >= 0, top < rows - 1, left < columns - 1 else {
            end = Swift.min(end, index)
            break
          }
          let post = top * columns + left
          if hasAbsent,
            posts[post] == .absent || posts[post + 1] == .absent || posts[post + columns] == .absent
              || posts[post + columns + 1] == .absent
          {
            end = Swift.min(end, index)
            break
          }
          let (down, right) = (y - Float(top), x - Float(left))
          let upper = heights[post] + (heights[post + 1] - heights[post]) * right
          let lower =
            heights[post + columns] + (heights[post + columns + 1] - heights[post + columns]) * right
          let height = upper + (lower - upper) * down
          if index == 0 { base = height }
          // Relative to the transmitter's ground, so that digits are spent on what differs.
          raw[index] = height - base
          flattened[index] = height - base - flats[index]
          weighted[index] = (height - base - flats[index] - transmitterHeight) * inverseRoots[index]
        }
      }
    }
  }
}

/// A parabola through three values: at 0, half of a count and the whole.
struct Parabola {
  let base: Float
  let slope: Float
  let bend: Float

  init(_ start: Double, _ half: Double, _ whole: Double, _ count: Double) {
    base = Float(start)
    bend = Float(2 * (whole - 2 * half + start) / (count * count))
    slope = Float((4 * half - whole - 3 * start) / count)
  }

  @inline(__always)
  func at(_ index: Int) -> Float {
    let x = Float(index)
    return base + x * (slope + x * bend)
  }
}

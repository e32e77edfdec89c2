import WaveUnits

/// Differences between measured and modelled levels, gathered in squares of the ground.
///
/// A parked car records a point per second. Each square therefore has the same weight, however many points it
/// contains.
struct ResidualCells: Equatable, Sendable {
  /// The maximum number of squares.
  static let limit = 1024
  /// The smallest side of a square in metres, which is about the error of a measured position.
  static let leastMeters = 25.0
  /// The maximum number of squares along the longer side of the points' extent.
  static let finestCount = 512
  /// The number of blocks along the longer side of the points' extent.
  static let blocksAcross = 8

  /// The plane that contains the squares.
  let plane: GroundPlane
  /// The side of a square, in metres.
  private(set) var sideMeters = 0.0
  /// The mean x coordinate of each square's points, in metres on the plane.
  private(set) var x: [Double] = []
  /// The mean y coordinate of each square's points, in metres on the plane.
  private(set) var y: [Double] = []
  /// The mean of each square's differences, in dB.
  private(set) var means: [Double] = []
  /// The variance of the differences in each square, in dB².
  private(set) var spreads: [Double] = []
  /// The block index of each square, counted from 0 without gaps.
  private(set) var blocks: [Int] = []
  /// The number of blocks that contain squares.
  private(set) var blockCount = 0

  /// Gathers differences; nil if all points are excluded.
  ///
  /// - Parameters:
  ///   - points: The positions of the points.
  ///   - differences: The difference of each point in units of 0.01 dB; `nothing` if the point is excluded.
  /// - Complexity: O(points + 512²), 256 KiB plus the memory of the squares.
  init?(_ points: MeasuredPoints, _ differences: [Int32]) {
    guard let plane = GroundPlane(points, differences) else { return nil }
    self.plane = plane
    let finest = Swift.max(Self.leastMeters, plane.extentMeters / Double(Self.finestCount))
    var isTaken = [Bool](repeating: false, count: Self.finestCount * Self.finestCount)
    for index in 0..<points.count where differences[index] != Self.nothing {
      isTaken[Self.square(of: plane.point(points.place(index)), side: finest)] = true
    }
    // The squares are doubled in size until there are few enough.
    var (shift, numbers) = (0, [Int32]())
    repeat {
      numbers = Self.numbers(isTaken, shift: shift)
      shift += 1
    } while count(of: numbers) > Self.limit
    shift -= 1
    sideMeters = finest * Double(1 << shift)
    gather(points, differences, finest: finest, shift: shift, numbers: numbers)
    divide()
  }

  /// The value that marks an excluded point.
  static let nothing = Int32.min

  /// The number of squares.
  var count: Int { means.count }

  private func count(of numbers: [Int32]) -> Int { numbers.count(where: { $0 >= 0 }) }

  private static func square(of point: (x: Double, y: Double), side: Double) -> Int {
    let last = Double(finestCount - 1)
    let column = Int(saturating: Swift.max(0, Swift.min(last, point.x / side)))
    let row = Int(saturating: Swift.max(0, Swift.min(last, point.y / side)))
    return row * finestCount + column
  }

  /// Returns the index of the larger square that contains one of the smallest squares.
  private static func coarse(_ square: Int, _ shift: Int) -> Int {
    ((square / finestCount) >> shift) * (finestCount >> shift) + ((square % finestCount) >> shift)
  }

  /// Returns the numbers of the squares that contain points, row by row from the south; -1 for the others.
  private static func numbers(_ isTaken: [Bool], shift: Int) -> [Int32] {
    let across = finestCount >> shift
    var numbers = [Int32](repeating: -1, count: across * across)
    for square in isTaken.indices where isTaken[square] { numbers[coarse(square, shift)] = 0 }
    var next: Int32 = 0
    for square in numbers.indices where numbers[square] == 0 {
      numbers[square] = next
      next += 1
    }
    return numbers
  }

  private mutating func gather(
    _ points: MeasuredPoints, _ differences: [Int32], finest: Double, shift: Int, numbers: [Int32]
  ) {
    let count = count(of: numbers)
    let zeros = [Double](repeating: 0, count: count)
    (x, y, means, spreads) = (zeros, zeros, zeros, zeros)
    var counts = zeros
    for index in 0..<points.count where differences[index] != Self.nothing {
      let point = plane.point(points.place(index))
      let square = Self.square(of: point, side: finest)
      let cell = Int(numbers[Self.coarse(square, shift)])
      let difference = Double(differences[index]) / 100
      // By Welford's method, as in `CoverageResiduals`.
      counts[cell] += 1
      x[cell] += (point.x - x[cell]) / counts[cell]
      y[cell] += (point.y - y[cell]) / counts[cell]
      let before = difference - means[cell]
      means[cell] += before / counts[cell]
      spreads[cell] += before * (difference - means[cell])
    }
    for cell in 0..<count { spreads[cell] /= counts[cell] }
  }

  /// Assigns each square to its block.
  private mutating func divide() {
    let across = Self.blocksAcross
    let perBlock = Swift.max(plane.extentMeters, 1) / Double(across)
    var numbers = [Int](repeating: -1, count: across * across)
    for cell in means.indices {
      let column = Swift.min(across - 1, Int(saturating: Swift.max(0, x[cell] / perBlock)))
      let row = Swift.min(across - 1, Int(saturating: Swift.max(0, y[cell] / perBlock)))
      let block = row * across + column
      if numbers[block] < 0 {
        numbers[block] = blockCount
        blockCount += 1
      }
      blocks.append(numbers[block])
    }
  }
}

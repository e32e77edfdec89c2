import WaveUnits

/// A map to be computed on another thread, with its plan and ground.
///
/// It is passed as bytes between two modules of the same version.
public struct SweepJob: Equatable, Sendable {
  /// The number of header values before the heights.
  private static let headerCount = 26

  /// A number that differs from the previous job's number.
  public let number: UInt32
  /// The plan to compute.
  public let plan: CoveragePlan
  /// The ground around the transmitter.
  public let patch: TerrainPatch
  /// The number of rays computed before the clock is checked again.
  public let raysAtOnce: Int
  /// Whether incomplete maps are also returned while the job is running.
  public let isShownGrowing: Bool

  /// Creates a job to compute a map.
  public init(number: UInt32, plan: CoveragePlan, patch: TerrainPatch, raysAtOnce: Int, isShownGrowing: Bool)
  {
    self.number = number
    self.plan = plan
    self.patch = patch
    self.raysAtOnce = raysAtOnce
    self.isShownGrowing = isShownGrowing
  }

  /// The encoded job: the header values, heights, states of posts, and surface heights.
  ///
  /// - Complexity: O(posts), one array.
  public var bytes: [UInt8] {
    let header: [Double] = [
      Double(number), Double(raysAtOnce), isShownGrowing ? 1 : 0,
      Double(plan.model.rawValue), plan.polarization == .vertical ? 1 : 0, Double(plan.area.rawValue),
      plan.transmitter.latitudeDegrees, plan.transmitter.longitudeDegrees, plan.frequencyHertz,
      plan.radiusMeters, plan.transmitterHeightMeters, plan.receiverHeightMeters, plan.timePercent,
      plan.locationPercent, plan.situationPercent, patch.northWest.latitudeDegrees,
      patch.northWest.longitudeDegrees, patch.latitudeStepDegrees, patch.longitudeStepDegrees,
      Double(patch.rowCount), Double(patch.columnCount), Double(patch.voidCount), Double(patch.absentCount),
      Double(patch.surfacedCount), patch.surfaceHeights.isEmpty ? 0 : 1, Double(plan.clutter.rawValue),
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * header.count + 5 * patch.heights.count + 4 * patch.surfaceHeights.count)
    header.withUnsafeBytes { bytes.append(contentsOf: $0) }
    patch.heights.withUnsafeBytes { bytes.append(contentsOf: $0) }
    patch.posts.withUnsafeBytes { bytes.append(contentsOf: $0) }
    patch.surfaceHeights.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Decodes a job; nil if the bytes are invalid.
  ///
  /// - Complexity: O(posts), three arrays, which are allocated only after their lengths have been checked
  ///   against the number of bytes.
  public init?(_ bytes: [UInt8]) {
    guard let header = PlainBytes.doubles(Self.headerCount, of: bytes),
      header.allSatisfy({ $0.isFinite }), header[17] > 0, header[18] > 0,
      let number = UInt32(exactly: header[0]), let raysAtOnce = Int(exactly: header[1]), raysAtOnce > 0,
      let model = UInt8(exactly: header[3]).flatMap({ CoveragePlan.Model(rawValue: $0) }),
      let area = UInt8(exactly: header[5]).flatMap({ HataArea(rawValue: $0) }),
      let clutter = UInt8(exactly: header[25]).flatMap({ Clutter(rawValue: $0) }),
      let rowCount = Int(exactly: header[19]), let columnCount = Int(exactly: header[20]), rowCount > 0,
      columnCount > 0, rowCount <= bytes.count, columnCount <= bytes.count,
      let voidCount = Int(exactly: header[21]), let absentCount = Int(exactly: header[22]),
      let surfacedCount = Int(exactly: header[23])
    else { return nil }
    let (count, isTooMany) = rowCount.multipliedReportingOverflow(by: columnCount)
    let hasSurface = header[24] == 1
    let first = 8 * Self.headerCount
    guard !isTooMany, count <= bytes.count, bytes.count == first + (hasSurface ? 9 : 5) * count else {
      return nil
    }
    var plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: header[6], longitudeDegrees: header[7]),
      frequencyHertz: header[8], radiusMeters: header[9], transmitterHeightMeters: header[10],
      receiverHeightMeters: header[11], model: model, polarization: header[4] == 1 ? .vertical : .horizontal)
    (plan.area, plan.clutter) = (area, clutter)
    (plan.timePercent, plan.locationPercent, plan.situationPercent) = (header[12], header[13], header[14])
    let kinds = first + 4 * count
    guard let posts = PlainBytes.posts(count, of: bytes, at: kinds) else { return nil }
    var patch = TerrainPatch(
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: header[15], longitudeDegrees: header[16]),
        latitudeStepDegrees: header[17], longitudeStepDegrees: header[18], rowCount: rowCount,
        columnCount: columnCount), heights: PlainBytes.values(count, of: bytes, at: first), posts: posts)
    if hasSurface { patch.surfaceHeights = PlainBytes.values(count, of: bytes, at: kinds + count) }
    (patch.voidCount, patch.absentCount, patch.surfacedCount) = (voidCount, absentCount, surfacedCount)
    self.init(
      number: number, plan: plan, patch: patch, raysAtOnce: raysAtOnce, isShownGrowing: header[2] == 1)
  }
}

/// Conversions between numbers and their bytes in memory.
enum PlainBytes {
  /// Returns the first `count` numbers, or nil if there are not enough bytes.
  static func doubles(_ count: Int, of bytes: [UInt8]) -> [Double]? {
    guard bytes.count >= 8 * count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Double.self) }
    }
  }

  /// Returns `count` values whose bytes are all valid.
  static func values<Value: BitwiseCopyable>(_ count: Int, of bytes: [UInt8], at first: Int) -> [Value] {
    [Value](unsafeUninitializedCapacity: count) { values, initialized in
      let target = UnsafeMutableRawBufferPointer(values)
      bytes.withUnsafeBytes { bytes in
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<(first + target.count)]))
      }
      initialized = count
    }
  }

  /// Returns the states of posts, or nil if a byte is not a valid `TerrainPatch.Post`.
  static func posts(_ count: Int, of bytes: [UInt8], at first: Int) -> [TerrainPatch.Post]? {
    let most = bytes[first..<(first + count)].reduce(0) { Swift.max($0, $1) }
    guard most <= TerrainPatch.Post.known.rawValue else { return nil }
    return values(count, of: bytes, at: first)
  }
}

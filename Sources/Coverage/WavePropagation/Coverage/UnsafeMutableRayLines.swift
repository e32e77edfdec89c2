/// A view of a ray's lists and tables, which reads and writes eight samples at a time.
struct UnsafeMutableRayLines {
  typealias Eight = SIMD8<Float>

  let lines: UnsafeMutablePointer<Float>
  let tables: UnsafePointer<Float>
  let length: Int

  @inline(__always)
  func pointer(_ list: RayList) -> UnsafeMutablePointer<Float> { lines + list.rawValue &* length }

  @inline(__always)
  func pointer(_ table: RayTable) -> UnsafePointer<Float> { tables + table.rawValue &* length }

  @inline(__always)
  func list(_ list: RayList, _ index: Int) -> Eight {
    UnsafeRawPointer(pointer(list) + index).loadUnaligned(as: Eight.self)
  }

  @inline(__always)
  func table(_ table: RayTable, _ index: Int) -> Eight {
    UnsafeRawPointer(pointer(table) + index).loadUnaligned(as: Eight.self)
  }

  @inline(__always)
  func store(_ value: Eight, _ list: RayList, _ index: Int) {
    UnsafeMutableRawPointer(pointer(list) + index).storeBytes(of: value, as: Eight.self)
  }

  /// Returns which of eight samples are in the range from `first` up to but not including `end`.
  @inline(__always)
  func isAmong(_ first: Int, _ end: Int, _ index: Int) -> SIMDMask<SIMD8<Int32>> {
    let samples: Eight = UnsafeRayBlocks.places + Float(index)
    return (samples .>= Float(first)) .& (samples .< Float(end))
  }

  /// Returns the slopes from the transmitting antenna to its horizons for eight receivers:
  /// `RayProfile.isSeen` for receivers in line of sight, and NaN for receivers outside the range.
  @inline(__always)
  func steepest(among first: Int, _ end: Int, _ index: Int) -> Eight {
    var steepest = list(.steepest, index)
    guard index < first || index &+ 8 > end else { return steepest }
    for lane in 0..<8 where index &+ lane < first || index &+ lane >= end { steepest[lane] = .nan }
    return steepest
  }
}

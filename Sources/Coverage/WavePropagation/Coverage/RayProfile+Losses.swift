import WaveUnits

extension RayProfile {
  /// Computes the loss beyond free space at each sample except the transmitter's own, in units of 0.01 dB.
  ///
  /// The lines of sight of the samples are computed first, one by one, and then their losses, eight at a
  /// time.
  ///
  /// - Parameters:
  ///   - covered: The same ray with trees and buildings or clutter; nil if there are none.
  ///   - excess: Receives one loss for each sample except the transmitter's own.
  mutating func losses(covered: inout RayProfile?, into excess: UnsafeMutableBufferPointer<Int16>) {
    pass()
    covered?.pass()
    let limit = clearEnd(of: excess)
    withLines(covered) { lines, coveredLines in
      for index in stride(from: first, to: limit, by: 8) {
        // Equation (39) of P.1812.
        let loss: SIMD8<Float> = coveredLines.edge(index) + lines.list(.sphere, index)
        excess.store(FastMath.hundredths(loss), at: index - 1, before: limit - 1)
      }
    }
    // Nothing lies between the transmitter and the first sample.
    if first == 1, limit > 1 { excess[0] = 0 }
  }

  /// Marks the samples beyond the ray's end as unknown, and returns the sample at which they begin.
  func clearEnd(of excess: UnsafeMutableBufferPointer<Int16>) -> Int {
    let limit = Swift.min(end, count + 1)
    for index in stride(from: Swift.max(first, limit), through: count, by: 1) {
      excess[index - 1] = CoverageMap.nothing
    }
    return limit
  }

  /// Calls a closure with the results for this ray and another ray; if there is no other ray, the closure
  /// receives this ray's results twice.
  func withLines(_ other: RayProfile?, _ work: (UnsafeRayLines, UnsafeRayLines) -> Void) {
    withLines { lines in
      guard let other else { return work(lines, lines) }
      other.withLines { work(lines, $0) }
    }
  }

  /// Calls a closure with the results of `pass()`.
  func withLines(_ work: (UnsafeRayLines) -> Void) {
    lines.withUnsafeBufferPointer { lines in
      tables.withUnsafeBufferPointer { tables in
        guard let line = lines.baseAddress, let table = tables.baseAddress else { return }
        work(
          UnsafeRayLines(
            lines: line, tables: table, length: length, transmitterHeight: transmitterHeight,
            lift: receiverHeight - transmitterHeight, sphere: sphere))
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Int16> {
  /// Stores eight values, or only those before an end index.
  @inline(__always)
  func store(_ values: SIMD8<Int16>, at index: Int, before end: Int) {
    guard index + 8 <= end, let baseAddress else {
      for lane in 0..<Swift.min(8, end - index) { self[index + lane] = values[lane] }
      return
    }
    UnsafeMutableRawPointer(baseAddress + index).storeBytes(of: values, as: SIMD8<Int16>.self)
  }
}

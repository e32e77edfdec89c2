import WaveUnits

extension RayProfile {
  /// Computes the loss beyond free space at each sample but the transmitter's own, in 0.01 dB.
  ///
  /// First what each sample sees, one after the other; then what that costs, eight at a time.
  mutating func losses(into excess: UnsafeMutableBufferPointer<Int16>) {
    UnsafeRayPass.run(&self)
    let limit = Swift.min(end, count + 1)
    for index in stride(from: Swift.max(1, limit), through: count, by: 1) {
      excess[index - 1] = CoverageMap.nothing
    }
    lines.withUnsafeBufferPointer { lines in
      tables.withUnsafeBufferPointer { tables in
        for index in stride(from: 1, to: limit, by: 8) {
          let distance = tables.eight(index)
          let loss =
            SphereLoss.obstructed(lines.eight(2 * length + index), distance)
            + sphere.excess(lines.eight(3 * length + index), lines.eight(4 * length + index), distance)
          let rounded = FastMath.least(loss * 100 + 0.5, 20_000)
          for lane in 0..<Swift.min(8, limit - index) { excess[index + lane - 1] = Int16(rounded[lane]) }
        }
      }
    }
    // Nothing is between the transmitter and the first sample.
    if limit > 1 { excess[0] = 0 }
  }
}

extension UnsafeBufferPointer<Float> {
  /// Eight values from one on.
  @inline(__always)
  func eight(_ index: Int) -> SIMD8<Float> {
    guard let baseAddress else { return SIMD8() }
    return UnsafeRawPointer(baseAddress + index).loadUnaligned(as: SIMD8<Float>.self)
  }
}

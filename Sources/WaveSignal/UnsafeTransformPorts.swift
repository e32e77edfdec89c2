/// Complex numbers with their parts in turns, as the public interface has them.
struct InterleavedInput: TransformInput {
  let floats: UnsafePointer<Float>

  @inline(__always)
  func points(at index: Int) -> Complex8 {
    let place = UnsafeRawPointer(floats + 16 &* index)
    let first = place.loadUnaligned(as: Float8.self)
    let second = place.loadUnaligned(fromByteOffset: 32, as: Float8.self)
    return Complex8(first.evenLanes(second), first.oddLanes(second))
  }
}

/// Complex numbers with their parts in turns, as the public interface has them.
struct InterleavedOutput: TransformOutput {
  let floats: UnsafeMutablePointer<Float>

  @inline(__always)
  func put(_ bins: Complex8, at index: Int) {
    let place = UnsafeMutableRawPointer(floats + 16 &* index)
    place.storeBytes(of: bins.re.lowerTurns(bins.im), as: Float8.self)
    place.storeBytes(of: bins.re.upperTurns(bins.im), toByteOffset: 32, as: Float8.self)
  }
}

/// Samples under a window, each part with its own coefficients.
struct WindowedInput: TransformInput {
  let re: UnsafeMutablePointer<Float>
  let im: UnsafeMutablePointer<Float>
  let window: SplitVectors

  @inline(__always)
  func points(at index: Int) -> Complex8 {
    Complex8(re.vector(at: 8 &* index) * window.re[index], im.vector(at: 8 &* index) * window.im[index])
  }
}

/// Split storage.
struct SplitOutput: TransformOutput {
  let bins: SplitVectors

  @inline(__always)
  func put(_ bins: Complex8, at index: Int) { self.bins[index] = bins }
}

/// The three detectors of a row, which take in the power of each bin.
struct PowerOutput: TransformOutput {
  let max: UnsafeMutablePointer<Float8>
  let min: UnsafeMutablePointer<Float8>
  let sum: UnsafeMutablePointer<Float8>

  @inline(__always)
  func put(_ bins: Complex8, at index: Int) { put(power: bins.power, at: index) }

  @inline(__always)
  func put(power: Float8, at index: Int) {
    max[index] = max[index].larger(power)
    min[index] = min[index].smaller(power)
    sum[index] = sum[index] + power
  }
}

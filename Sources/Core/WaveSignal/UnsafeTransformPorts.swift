/// An input of complex numbers with interleaved real and imaginary parts, as in the public interface.
struct InterleavedInput: TransformInput {
  let floats: UnsafePointer<Float>

  @inline(__always) static var isSwapped: Bool { true }

  @inline(__always) func points(at index: Int) -> Complex8 {
    let place = UnsafeRawPointer(floats + 16 &* index)
    let first = place.loadUnaligned(as: Float8.self)
    let second = place.loadUnaligned(fromByteOffset: 32, as: Float8.self)
    return Complex8(first.evenTurns(second), first.oddTurns(second))
  }
}

/// An output of complex numbers with interleaved real and imaginary parts, as in the public interface.
struct InterleavedOutput: TransformOutput {
  let floats: UnsafeMutablePointer<Float>

  @inline(__always) static var isSwapped: Bool { true }

  @inline(__always) func store(_ bins: Complex8, at index: Int) {
    let place = UnsafeMutableRawPointer(floats + 16 &* index)
    place.storeBytes(of: bins.re.lowTurns(bins.im), as: Float8.self)
    place.storeBytes(of: bins.re.highTurns(bins.im), toByteOffset: 32, as: Float8.self)
  }
}

/// An output that multiplies each number by one half and interleaves real and imaginary parts.
struct HalvingOutput: TransformOutput {
  let floats: UnsafeMutablePointer<Float>

  @inline(__always) func store(_ bins: Complex8, at index: Int) {
    let half = Float8(repeating: 0.5)
    let (re, im) = (bins.re * half, bins.im * half)
    let place = UnsafeMutableRawPointer(floats + 16 &* index)
    place.storeBytes(of: re.lowerTurns(im), as: Float8.self)
    place.storeBytes(of: re.upperTurns(im), toByteOffset: 32, as: Float8.self)
  }
}

/// An input of complex samples multiplied by a window.
struct WindowedInput: TransformInput {
  let re: UnsafeMutablePointer<Float>
  let im: UnsafeMutablePointer<Float>
  let coefficients: UnsafeMutablePointer<Float>

  @inline(__always) func points(at index: Int) -> Complex8 {
    let coefficient = coefficients.vector(at: 8 &* index)
    return Complex8(re.vector(at: 8 &* index) * coefficient, im.vector(at: 8 &* index) * coefficient)
  }
}

/// An input of real sample pairs multiplied by a window, whose coefficients are also pairs.
struct WindowedPairInput: TransformInput {
  let first: UnsafeMutablePointer<Float>
  let second: UnsafeMutablePointer<Float>
  let firstCoefficients: UnsafeMutablePointer<Float>
  let secondCoefficients: UnsafeMutablePointer<Float>

  @inline(__always) func points(at index: Int) -> Complex8 {
    let place = 8 &* index
    return Complex8(
      first.vector(at: place) * firstCoefficients.vector(at: place),
      second.vector(at: place) * secondCoefficients.vector(at: place))
  }
}

/// An output with separate real and imaginary parts.
struct SplitOutput: TransformOutput {
  let re: UnsafeMutablePointer<Float>
  let im: UnsafeMutablePointer<Float>

  @inline(__always) func store(_ bins: Complex8, at index: Int) {
    UnsafeMutableRawPointer(re + 8 &* index).storeBytes(of: bins.re, as: Float8.self)
    UnsafeMutableRawPointer(im + 8 &* index).storeBytes(of: bins.im, as: Float8.self)
  }
}

/// An output that accumulates the power of each bin in the detectors of a row.
package struct PowerOutput: TransformOutput {
  let planes: UnsafeMutablePointer<DetectedPowers>
  /// Whether this is the first window of the row, whose powers overwrite the old ones instead of being added.
  let isFirst: Bool

  /// Creates an output that stores powers in the detectors, one vector for every eight bins.
  package init(planes: UnsafeMutablePointer<DetectedPowers>, isFirst: Bool) {
    self.planes = planes
    self.isFirst = isFirst
  }

  @inline(__always) func store(_ bins: Complex8, at index: Int) {
    let power = bins.power
    let place = planes + index
    if isFirst {
      place.pointee = DetectedPowers(max: power, min: power, sum: power)
    } else {
      place.pointee.max = place.pointee.max.larger(power)
      place.pointee.min = place.pointee.min.smaller(power)
      place.pointee.sum = place.pointee.sum + power
    }
  }
}

/// The detected powers of eight bins, stored together so that all three detectors are close in memory.
package struct DetectedPowers {
  package var max: Float8
  package var min: Float8
  package var sum: Float8
}

import WaveSignal
import WaveUnits

extension LevelSteps {
  /// Encodes powers element by element, up to the length of the shorter span.
  @inline(__always)
  func encode(_ powers: Span<Float>, into values: inout MutableSpan<Int16>) {
    encode(powers, into: &values) { encode($0) }
  }

  /// Encodes powers element by element as values of a level scale, up to the length of the shorter span.
  @inline(__always)
  func encode(_ powers: Span<Float>, _ scale: LevelScale, into values: inout MutableSpan<Int16>) {
    encode(powers, into: &values) { encode($0, scale) }
  }

  @inline(__always)
  private func encode(
    _ powers: Span<Float>, into values: inout MutableSpan<Int16>, _ encode: (Float8) -> SIMD8<Int16>
  ) {
    let count = Swift.min(powers.count, values.count)
    powers.withUnsafeBytes { powers in
      values.withUnsafeMutableBytes { values in
        var index = 0
        while index &+ 8 <= count {
          let vector = powers.loadUnaligned(fromByteOffset: 4 &* index, as: Float8.self)
          values.storeBytes(of: encode(vector), toByteOffset: 2 &* index, as: SIMD8<Int16>.self)
          index &+= 8
        }
        while index < count {
          let power = powers.loadUnaligned(fromByteOffset: 4 &* index, as: Float.self)
          values.storeBytes(of: encode(Float8(repeating: power))[0], toByteOffset: 2 &* index, as: Int16.self)
          index &+= 1
        }
      }
    }
  }
}

/// One stage of a transform, computed in place within blocks of `radix * stride` vectors.
struct TransformStage {
  let radix: Int
  let stride: Int
  /// The index of the stage's first twiddle factor; each vector within a stride has `radix - 1` complex
  /// factors.
  let factors: Int

  /// Runs the stage over adjacent blocks.
  ///
  /// Only the very last stage can have a radix other than 8 or a stride of 1; all its factors are then 1.
  func run(
    _ data: UnsafeMutablePointer<Complex8>, blockCount: Int, _ factors: UnsafeMutablePointer<Float>
  ) {
    var block = data
    switch (radix, stride) {
    case (8, 1):
      for _ in 0..<blockCount {
        block.store(butterfly8(block.eight(1)), 1)
        block += 8
      }
    case (8, _):
      for _ in 0..<blockCount {
        block.store(butterfly8(block.eight(stride)), stride)
        var factors = UnsafePointer(factors + self.factors) + 14
        for index in 1..<stride {
          let place = block + index
          place.store(butterfly8(place.eight(stride)), stride, turnedBy: factors)
          factors += 14
        }
        block += 8 &* stride
      }
    case (4, _):
      for _ in 0..<blockCount {
        (block[0], block[1], block[2], block[3]) = butterfly4(block[0], block[1], block[2], block[3])
        block += 4
      }
    default:
      for _ in 0..<blockCount {
        (block[0], block[1]) = butterfly2(block[0], block[1])
        block += 2
      }
    }
  }
}

extension UnsafeMutablePointer<Complex8> {
  /// Loads eight vectors that are a stride apart.
  @inline(__always) func eight(_ stride: Int) -> Complex8x8 {
    (
      self[0], self[stride], self[2 &* stride], self[3 &* stride],
      self[4 &* stride], self[5 &* stride], self[6 &* stride], self[7 &* stride]
    )
  }

  /// Stores eight vectors that are a stride apart, all but the first multiplied by a factor.
  @inline(__always) func store(_ values: Complex8x8, _ stride: Int, turnedBy factors: UnsafePointer<Float>) {
    self[0] = values.0
    self[stride] = values.1 * Complex8(repeating: factors)
    self[2 &* stride] = values.2 * Complex8(repeating: factors + 2)
    self[3 &* stride] = values.3 * Complex8(repeating: factors + 4)
    self[4 &* stride] = values.4 * Complex8(repeating: factors + 6)
    self[5 &* stride] = values.5 * Complex8(repeating: factors + 8)
    self[6 &* stride] = values.6 * Complex8(repeating: factors + 10)
    self[7 &* stride] = values.7 * Complex8(repeating: factors + 12)
  }

  /// Stores eight vectors that are a stride apart.
  @inline(__always) func store(_ values: Complex8x8, _ stride: Int) {
    self[0] = values.0
    self[stride] = values.1
    self[2 &* stride] = values.2
    self[3 &* stride] = values.3
    self[4 &* stride] = values.4
    self[5 &* stride] = values.5
    self[6 &* stride] = values.6
    self[7 &* stride] = values.7
  }
}

extension Complex8 {
  /// Creates eight copies of a number whose real and imaginary parts are adjacent in memory.
  @inline(__always) fileprivate init(repeating parts: UnsafePointer<Float>) {
    self.init(Float8(repeating: parts[0]), Float8(repeating: parts[1]))
  }
}

extension SplitVectors {
  /// Writes eight vectors a stride apart, all but the first turned by a factor each.
  @inline(__always)
  func store(_ values: Complex8x8, _ stride: Int, turnedBy factors: UnsafePointer<Float>) {
    self[0] = values.0
    self[stride] = values.1 * Complex8(repeating: factors)
    self[2 &* stride] = values.2 * Complex8(repeating: factors + 2)
    self[3 &* stride] = values.3 * Complex8(repeating: factors + 4)
    self[4 &* stride] = values.4 * Complex8(repeating: factors + 6)
    self[5 &* stride] = values.5 * Complex8(repeating: factors + 8)
    self[6 &* stride] = values.6 * Complex8(repeating: factors + 10)
    self[7 &* stride] = values.7 * Complex8(repeating: factors + 12)
  }

  /// Runs one stage in place over adjacent blocks of `radix * stride` vectors.
  ///
  /// Only the very last stage has another radix than 8 or a stride of 1; there every factor is 1.
  func run(radix: Int, stride: Int, blockCount: Int, _ factors: UnsafePointer<Float>) {
    var place = self
    switch (radix, stride) {
    case (8, 1):
      for _ in 0..<blockCount {
        place.store(butterfly8(place.eight(1)))
        place = place + 8
      }
    case (8, _):
      for _ in 0..<blockCount {
        var factors = factors
        for index in 0..<stride {
          let inner = place + index
          inner.store(butterfly8(inner.eight(stride)), stride, turnedBy: factors)
          factors += 14
        }
        place = place + 8 &* stride
      }
    case (4, _):
      for _ in 0..<blockCount {
        (place[0], place[1], place[2], place[3]) = butterfly4(place[0], place[1], place[2], place[3])
        place = place + 4
      }
    default:
      for _ in 0..<blockCount {
        (place[0], place[1]) = butterfly2(place[0], place[1])
        place = place + 2
      }
    }
  }

  @inline(__always)
  private func store(_ values: Complex8x8) {
    self[0] = values.0
    self[1] = values.1
    self[2] = values.2
    self[3] = values.3
    self[4] = values.4
    self[5] = values.5
    self[6] = values.6
    self[7] = values.7
  }
}

extension Complex8 {
  /// Fills the lanes with one number, its parts one after the other in memory.
  @inline(__always)
  fileprivate init(repeating parts: UnsafePointer<Float>) {
    self.init(Float8(repeating: parts[0]), Float8(repeating: parts[1]))
  }
}

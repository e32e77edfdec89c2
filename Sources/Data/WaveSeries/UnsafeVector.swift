import Builtin

// Swift 6.3's arithmetic on vectors of floats is written lane by lane, which the optimiser does not always join. These
// operators name the vector instructions themselves; within this module they are preferred to the generic ones. They
// are never fused, so every machine gives the same bits.

/// Eight floats: one AVX register, two of NEON or WebAssembly.
typealias Float8 = SIMD8<Float>

/// Eight numbers of double precision.
typealias Double8 = SIMD8<Double>

extension SIMD8 where Scalar == Double {
  @inline(__always)
  init(_ floats: Float8) {
    self.init()
    _storage._value = Builtin.fpext_Vec8xFPIEEE32_Vec8xFPIEEE64(floats._storage._value)
  }

  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fadd_Vec8xFPIEEE64(a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fsub_Vec8xFPIEEE64(a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  static func * (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fmul_Vec8xFPIEEE64(a._storage._value, b._storage._value)
    return result
  }

  /// The larger of each pair; the first where they cannot be compared.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// Without their signs.
  @inline(__always)
  var magnitudes: Self {
    let signs = SIMD8<UInt64>(repeating: 1 << 63)
    return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt64>.self) & ~signs, to: Self.self)
  }

  /// The sum of all lanes, pair by pair.
  @inline(__always)
  var total: Double {
    ((self[0] + self[4]) + (self[2] + self[6])) + ((self[1] + self[5]) + (self[3] + self[7]))
  }

  /// The largest lane; of lanes that are NaN, none.
  @inline(__always)
  var largestLane: Double {
    var result = self[0]
    for lane in 1..<8 where self[lane] > result { result = self[lane] }
    return result
  }
}

extension SIMD8 where Scalar == Float {
  /// The larger of each pair; the first where they cannot be compared.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// The smaller of each pair; the first where they cannot be compared.
  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

  /// The smallest lane; none is NaN.
  @inline(__always)
  var smallest: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }

  /// The largest lane; none is NaN.
  @inline(__always)
  var largest: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
}

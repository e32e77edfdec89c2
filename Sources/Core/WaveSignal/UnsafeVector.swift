import Builtin

// Swift 6.3's arithmetic on vectors of Float is written lane by lane. The optimiser joins the lanes of a
// few operations, but not of a butterfly, which then runs at half its speed. These operators name the
// vector instructions themselves; within this module they are preferred to the generic ones. They are never
// fused, so every machine gives the same bits.

/// Eight floats: one AVX register, two of NEON or WebAssembly.
typealias Float8 = SIMD8<Float>

/// Eight numbers of double precision, for sums that singles would round away.
typealias Double8 = SIMD8<Double>

extension SIMD8 where Scalar == Float {
  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fadd_Vec8xFPIEEE32(a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fsub_Vec8xFPIEEE32(a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  static func * (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fmul_Vec8xFPIEEE32(a._storage._value, b._storage._value)
    return result
  }

  @inline(__always)
  static func / (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fdiv_Vec8xFPIEEE32(a._storage._value, b._storage._value)
    return result
  }

  /// The larger of each pair; the first where they cannot be compared.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// The smaller of each pair; the first where they cannot be compared.
  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}

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
  static func * (a: Self, b: Self) -> Self {
    var result = a
    result._storage._value = Builtin.fmul_Vec8xFPIEEE64(a._storage._value, b._storage._value)
    return result
  }
}

extension SIMD8 where Scalar == Float {
  /// The nearest singles.
  @inline(__always)
  init(_ doubles: Double8) {
    self.init()
    _storage._value = Builtin.fptrunc_Vec8xFPIEEE64_Vec8xFPIEEE32(doubles._storage._value)
  }
}

extension SIMD8 where Scalar == Int32 {
  /// The nearest floats.
  @inline(__always)
  var floats: Float8 {
    var result = Float8()
    result._storage._value = Builtin.sitofp_Vec8xInt32_Vec8xFPIEEE32(_storage._value)
    return result
  }

  /// The lower halves of the bits.
  @inline(__always)
  var lowWords: SIMD8<Int16> {
    var result = SIMD8<Int16>()
    result._storage._value = Builtin.trunc_Vec8xInt32_Vec8xInt16(_storage._value)
    return result
  }
}

extension SIMD8 where Scalar == Float {
  /// The bits of each lane.
  @inline(__always)
  var bits: SIMD8<Int32> { unsafeBitCast(self, to: SIMD8<Int32>.self) }

  @inline(__always)
  init(bits: SIMD8<Int32>) { self = unsafeBitCast(bits, to: Self.self) }
}

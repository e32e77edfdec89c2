public import Builtin

// Swift 6.3 computes with vectors of Float lane by lane. The optimiser joins the lanes of a few operations,
// but not of a butterfly, which then runs at half its speed. These operators use the vector instructions
// directly. A file that imports this module uses them in place of the generic ones and can inline them. They
// never fuse a multiplication with an addition, so every machine gives the same bits.

/// Eight floats: one AVX register, or two of NEON or WebAssembly.
@usableFromInline package typealias Float8 = SIMD8<Float>

/// Eight double-precision numbers, for sums that need more than single precision.
@usableFromInline package typealias Double8 = SIMD8<Double>

extension SIMD8 where Scalar == Float {
  /// The lanes as a value of the processor's own type.
  @_alwaysEmitIntoClient @_transparent package var lanes: Builtin.Vec8xFPIEEE32 { _storage._value }

  @_alwaysEmitIntoClient @_transparent package init(_ lanes: Builtin.Vec8xFPIEEE32) {
    self.init()
    _storage._value = lanes
  }

  @inlinable @inline(__always)
  package static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE32(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  package static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE32(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  package static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE32(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  package static func / (a: Self, b: Self) -> Self { Self(Builtin.fdiv_Vec8xFPIEEE32(a.lanes, b.lanes)) }

  /// Returns the larger value in each lane, or this vector's value if either is NaN.
  @inlinable @inline(__always)
  package func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// Returns the smaller value in each lane, or this vector's value if either is NaN.
  @inlinable @inline(__always)
  package func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

  /// The smallest lane, provided that no lane is NaN.
  @inlinable @inline(__always) package var smallest: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two[1] < two[0] ? two[1] : two[0]
  }

  /// The largest lane, provided that no lane is NaN.
  @inlinable @inline(__always) package var largest: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
    return two[1] > two[0] ? two[1] : two[0]
  }
}

extension SIMD8 where Scalar == Double {
  /// The lanes as a value of the processor's own type.
  @_alwaysEmitIntoClient @_transparent package var lanes: Builtin.Vec8xFPIEEE64 { _storage._value }

  @_alwaysEmitIntoClient @_transparent package init(_ lanes: Builtin.Vec8xFPIEEE64) {
    self.init()
    _storage._value = lanes
  }

  @inlinable @inline(__always)
  package init(_ floats: Float8) { self.init(Builtin.fpext_Vec8xFPIEEE32_Vec8xFPIEEE64(floats.lanes)) }

  @inlinable @inline(__always)
  package static func + (a: Self, b: Self) -> Self { Self(Builtin.fadd_Vec8xFPIEEE64(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  package static func - (a: Self, b: Self) -> Self { Self(Builtin.fsub_Vec8xFPIEEE64(a.lanes, b.lanes)) }

  @inlinable @inline(__always)
  package static func * (a: Self, b: Self) -> Self { Self(Builtin.fmul_Vec8xFPIEEE64(a.lanes, b.lanes)) }

  /// Returns the larger value in each lane, or this vector's value if either is NaN.
  @inlinable @inline(__always)
  package func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  /// The absolute value of each lane.
  @inlinable @inline(__always) package var magnitudes: Self {
    let signs = SIMD8<UInt64>(repeating: 1 << 63)
    return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt64>.self) & ~signs, to: Self.self)
  }

  /// The sum of all lanes, computed pairwise.
  @inlinable @inline(__always) package var total: Double {
    ((self[0] + self[4]) + (self[2] + self[6])) + ((self[1] + self[5]) + (self[3] + self[7]))
  }

  /// The largest lane; NaN is ignored in every lane except the first.
  @inlinable @inline(__always) package var largestLane: Double {
    var result = self[0]
    for lane in 1..<8 where self[lane] > result { result = self[lane] }
    return result
  }
}

extension SIMD8 where Scalar == Float {
  /// Rounds each lane to single precision.
  @inlinable @inline(__always)
  package init(_ doubles: Double8) { self.init(Builtin.fptrunc_Vec8xFPIEEE64_Vec8xFPIEEE32(doubles.lanes)) }
}

extension SIMD8 where Scalar == Int32 {
  /// The lanes converted to the nearest floats.
  @inlinable @inline(__always)
  package var floats: Float8 { Float8(Builtin.sitofp_Vec8xInt32_Vec8xFPIEEE32(_storage._value)) }

  /// The lower 16 bits of each lane.
  @inlinable @inline(__always) package var lowWords: SIMD8<Int16> {
    var result = SIMD8<Int16>()
    result._storage._value = Builtin.trunc_Vec8xInt32_Vec8xInt16(_storage._value)
    return result
  }
}

extension SIMD8 where Scalar == Float {
  /// The bit pattern of each lane.
  @inlinable @inline(__always) package var bits: SIMD8<Int32> { unsafeBitCast(self, to: SIMD8<Int32>.self) }

  @inlinable @inline(__always) package init(bits: SIMD8<Int32>) { self = unsafeBitCast(bits, to: Self.self) }
}

public import Builtin

extension SIMD8 where Scalar == Float {
  /// Returns a vector of the given lanes: 0 to 7 are those of `self`, and 8 to 15 those of the other vector.
  ///
  /// The mask of a shuffle must be a constant in the expression that uses it, so each lane is inserted
  /// separately, and every call is replaced by the body, with or without optimisation.
  @_alwaysEmitIntoClient @_transparent package func shuffled(
    _ other: Self, _ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ e: Int32, _ f: Int32, _ g: Int32,
    _ h: Int32
  ) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, a._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, b._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, c._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, d._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, e._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, f._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, g._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, h._value, Int32(7)._value)
    return Self(Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(lanes, other.lanes, mask))
  }

  /// Returns the lower halves of both vectors, one after the other.
  @inline(__always) func lowerHalves(_ other: Self) -> Self { shuffled(other, 0, 1, 2, 3, 8, 9, 10, 11) }

  /// Returns the upper halves of both vectors, one after the other.
  @inlinable @inline(__always)
  package func upperHalves(_ other: Self) -> Self { shuffled(other, 4, 5, 6, 7, 12, 13, 14, 15) }

  /// Interleaves lanes 0, 1, 4 and 5 of both vectors.
  @inline(__always) func lowTurns(_ other: Self) -> Self { shuffled(other, 0, 8, 1, 9, 4, 12, 5, 13) }

  /// Interleaves lanes 2, 3, 6 and 7 of both vectors.
  @inline(__always) func highTurns(_ other: Self) -> Self { shuffled(other, 2, 10, 3, 11, 6, 14, 7, 15) }

  /// Returns the lower pair of each half, alternating between the two vectors.
  @inline(__always) func lowPairs(_ other: Self) -> Self { shuffled(other, 0, 1, 8, 9, 4, 5, 12, 13) }

  /// Returns the upper pair of each half, alternating between the two vectors.
  @inlinable @inline(__always)
  package func highPairs(_ other: Self) -> Self { shuffled(other, 2, 3, 10, 11, 6, 7, 14, 15) }

  /// Returns the even lanes of each half, as pairs that alternate between the two vectors.
  @inline(__always) func evenTurns(_ other: Self) -> Self { shuffled(other, 0, 2, 8, 10, 4, 6, 12, 14) }

  /// Returns the odd lanes of each half, as pairs that alternate between the two vectors.
  @inlinable @inline(__always)
  package func oddTurns(_ other: Self) -> Self { shuffled(other, 1, 3, 9, 11, 5, 7, 13, 15) }

  /// Interleaves the lower halves of both vectors.
  @inline(__always) func lowerTurns(_ other: Self) -> Self { shuffled(other, 0, 8, 1, 9, 2, 10, 3, 11) }

  /// Interleaves the upper halves of both vectors.
  @inline(__always) func upperTurns(_ other: Self) -> Self { shuffled(other, 4, 12, 5, 13, 6, 14, 7, 15) }

  /// The lanes in reverse order.
  @inline(__always) var reversed: Self { shuffled(self, 7, 6, 5, 4, 3, 2, 1, 0) }
}

public import Builtin

// The mask of a shuffle must be a constant in the expression that uses it, so each lane is inserted
// separately. Lanes 0 to 7 are those of `self`, and lanes 8 to 15 those of the other vector.

extension SIMD8 where Scalar == Float {
  /// Returns the lower halves of both vectors, one after the other.
  @inline(__always)
  func lowerHalves(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(8)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(9)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(10)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(11)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Returns the upper halves of both vectors, one after the other.
  @inlinable @inline(__always)
  package func upperHalves(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(12)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(13)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(14)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(15)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Interleaves lanes 0, 1, 4 and 5 of both vectors.
  @inline(__always)
  func lowTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(8)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(9)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(12)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(13)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Interleaves lanes 2, 3, 6 and 7 of both vectors.
  @inline(__always)
  func highTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(10)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(11)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(14)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(15)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Returns the lower pair of each half, alternating between the two vectors.
  @inline(__always)
  func lowPairs(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(8)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(9)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(12)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(13)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Returns the upper pair of each half, alternating between the two vectors.
  @inlinable @inline(__always)
  package func highPairs(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(10)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(11)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(14)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(15)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Returns the even lanes of each half, as pairs that alternate between the two vectors.
  @inline(__always)
  func evenTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(8)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(10)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(12)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(14)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Returns the odd lanes of each half, as pairs that alternate between the two vectors.
  @inlinable @inline(__always)
  package func oddTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(9)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(11)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(13)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(15)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Interleaves the lower halves of both vectors.
  @inline(__always)
  func lowerTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(8)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(9)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(10)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(11)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// Interleaves the upper halves of both vectors.
  @inline(__always)
  func upperTurns(_ other: Self) -> Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(12)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(13)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(14)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(15)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, other._storage._value, mask)
    return result
  }

  /// The lanes in reverse order.
  @inline(__always)
  var reversed: Self {
    var mask: Builtin.Vec8xInt32 = Builtin.zeroInitializer()
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(7)._value, Int32(0)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(6)._value, Int32(1)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(5)._value, Int32(2)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(4)._value, Int32(3)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(3)._value, Int32(4)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(2)._value, Int32(5)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(1)._value, Int32(6)._value)
    mask = Builtin.insertelement_Vec8xInt32_Int32_Int32(mask, Int32(0)._value, Int32(7)._value)
    var result = self
    result._storage._value = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(
      _storage._value, _storage._value, mask)
    return result
  }
}

extension IQFormat {
  /// Converts components to floats, up to the length of the shorter span.
  ///
  /// NaN, infinities and magnitudes above 2^32 become zeros.
  /// - Returns: The number of components at the limits of the format, and the number of components that are
  ///   not valid levels.
  /// - Complexity: O(n), without allocation.
  public func convert(_ bytes: Span<UInt8>, into components: inout MutableSpan<Float>) -> SampleFaults {
    let count = Swift.min(bytes.count / bytesPerComponent, components.count)
    return bytes.withUnsafeBytes { source in
      components.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return SampleFaults() }
        return convert(source, count: count, .each(target))
      }
    }
  }

  /// Converts pairs of components, and writes the first and second components to separate buffers.
  ///
  /// The bytes must contain all pairs.
  func convertPairs(
    _ bytes: RawSpan, count: Int, _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return SampleFaults() }
      return convert(source, count: count, .pairs(first, second))
    }
  }

  /// Converts the first component in the bytes, which must contain at least one.
  func convertOne(_ bytes: RawSpan, into target: UnsafeMutablePointer<Float>) -> SampleFaults {
    bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return SampleFaults() }
      return convert(source, count: 1, .each(target))
    }
  }

  private func convert(_ source: UnsafeRawPointer, count: Int, _ target: ConversionTarget) -> SampleFaults {
    isBigEndian
      ? convert(source, count: count, target, BigEndian.self)
      : convert(source, count: count, target, LittleEndian.self)
  }

  private func convert<Order: ByteOrder>(
    _ source: UnsafeRawPointer, count: Int, _ target: ConversionTarget, _: Order.Type
  ) -> SampleFaults {
    switch component {
    case .u8: Conversion<OffsetByte>.all(source, count: count, target)
    case .u16: Conversion<OffsetWord<Order>>.all(source, count: count, target)
    case .u32: Conversion<OffsetLong<Order>>.all(source, count: count, target)
    case .i8: Conversion<SignedByte>.all(source, count: count, target)
    case .i16: Conversion<SignedWord<Order>>.all(source, count: count, target)
    case .i24: Conversion<SignedTriple<Order>>.all(source, count: count, target)
    case .i32: Conversion<SignedLong<Order>>.all(source, count: count, target)
    case .i24in32: Conversion<SignedTripleInLong<Order>>.all(source, count: count, target)
    case .f32: Conversion<SingleFloat<Order>>.all(source, count: count, target)
    case .f64: Conversion<DoubleFloat<Order>>.all(source, count: count, target)
    }
  }
}

/// The destination of converted components: one buffer, or separate buffers for the components of each pair.
private enum ConversionTarget {
  case each(UnsafeMutablePointer<Float>)
  case pairs(UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
}

/// Conversion loops that are simple enough for the optimiser to vectorise.
private enum Conversion<Component: StoredComponent> {
  @inline(__always)
  static func all(_ source: UnsafeRawPointer, count: Int, _ target: ConversionTarget) -> SampleFaults {
    switch target {
    case .each(let target): each(source, count: count, target)
    case .pairs(let first, let second): pairs(source, count: count, first, second)
    }
  }

  @inline(__always)
  private static func each(
    _ source: UnsafeRawPointer, count: Int, _ target: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    var (clipped, invalid): (UInt32, UInt32) = (0, 0)
    for index in 0..<count {
      let component = source.loadUnaligned(
        fromByteOffset: index &* MemoryLayout<Component>.size, as: Component.self)
      target[index] = component.level
      clipped &+= component.clipped
      invalid &+= component.invalid
    }
    return SampleFaults(clippedCount: Int(clipped), invalidCount: Int(invalid))
  }

  @inline(__always)
  private static func pairs(
    _ source: UnsafeRawPointer, count: Int, _ first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    var (clipped, invalid): (UInt32, UInt32) = (0, 0)
    let size = MemoryLayout<Component>.size
    for index in 0..<count {
      let one = source.loadUnaligned(fromByteOffset: 2 &* index &* size, as: Component.self)
      let other = source.loadUnaligned(fromByteOffset: 2 &* index &* size &+ size, as: Component.self)
      first[index] = one.level
      second[index] = other.level
      clipped &+= one.clipped &+ other.clipped
      invalid &+= one.invalid &+ other.invalid
    }
    return SampleFaults(clippedCount: Int(clipped), invalidCount: Int(invalid))
  }
}

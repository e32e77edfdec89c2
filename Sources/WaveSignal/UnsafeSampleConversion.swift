extension IQFormat {
  /// Converts components into floats, as many as both spans allow.
  ///
  /// NaN, infinities and magnitudes above 2^32 become zeros.
  /// - Returns: How many components were at the limits of the format, and how many were no level at all.
  /// - Complexity: O(n), no allocation.
  public func convert(_ bytes: Span<UInt8>, into components: inout MutableSpan<Float>) -> SampleFaults {
    let count = Swift.min(bytes.count / bytesPerComponent, components.count)
    return bytes.withUnsafeBytes { source in
      components.withUnsafeMutableBufferPointer { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return SampleFaults() }
        return convert(source, count: count, target)
      }
    }
  }

  /// Converts pairs of components, the first and the second of each apart.
  ///
  /// There must be bytes for them all.
  func convertPairs(
    _ bytes: RawSpan, count: Int, _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return SampleFaults() }
      return switch self {
      case .cu8: Conversion<OffsetByte>.pairs(source, count: count, first, second)
      case .cs8: Conversion<SignedByte>.pairs(source, count: count, first, second)
      case .cs16le: Conversion<SignedWord>.pairs(source, count: count, first, second)
      case .cf32le: Conversion<SingleFloat>.pairs(source, count: count, first, second)
      }
    }
  }

  /// Converts the first component, of which there must be the bytes.
  func convertOne(_ bytes: RawSpan, into target: UnsafeMutablePointer<Float>) -> SampleFaults {
    bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return SampleFaults() }
      return convert(source, count: 1, target)
    }
  }

  private func convert(
    _ source: UnsafeRawPointer, count: Int, _ target: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    switch self {
    case .cu8: Conversion<OffsetByte>.each(source, count: count, target)
    case .cs8: Conversion<SignedByte>.each(source, count: count, target)
    case .cs16le: Conversion<SignedWord>.each(source, count: count, target)
    case .cf32le: Conversion<SingleFloat>.each(source, count: count, target)
    }
  }
}

/// How one component is stored.
private protocol StoredComponent: BitwiseCopyable {
  /// Level relative to full scale, zero if it is none.
  var level: Float { get }
  /// 1 at the limits of the format, else 0.
  var clipped: UInt32 { get }
  /// 1 if it is no level, else 0.
  var invalid: UInt32 { get }
}

private struct OffsetByte: StoredComponent {
  let byte: UInt8
  var level: Float { (Float(byte) - 127.5) * (1 / 127.5) }
  var clipped: UInt32 { byte == 0 || byte == 255 ? 1 : 0 }
  var invalid: UInt32 { 0 }
}

private struct SignedByte: StoredComponent {
  let byte: Int8
  var level: Float { Float(byte) * 0x1p-7 }
  var clipped: UInt32 { byte == .min || byte == .max ? 1 : 0 }
  var invalid: UInt32 { 0 }
}

private struct SignedWord: StoredComponent {
  let word: Int16
  var value: Int16 { Int16(littleEndian: word) }
  var level: Float { Float(value) * 0x1p-15 }
  var clipped: UInt32 { value == .min || value == .max ? 1 : 0 }
  var invalid: UInt32 { 0 }
}

private struct SingleFloat: StoredComponent {
  let bits: UInt32
  var value: Float { Float(bitPattern: UInt32(littleEndian: bits)) }
  var level: Float { value.magnitude <= 0x1p32 ? value : 0 }
  var clipped: UInt32 { value.magnitude >= 1 && value.magnitude <= 0x1p32 ? 1 : 0 }
  var invalid: UInt32 { value.magnitude <= 0x1p32 ? 0 : 1 }
}

/// Loops simple enough for the optimiser to turn into vectors.
private enum Conversion<Component: StoredComponent> {
  @inline(__always)
  static func each(
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
  static func pairs(
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

extension IQFormat {
  /// Converts one component, counting what is at its limits or no level at all.
  @inline(__always)
  func component(at bytes: UnsafeRawPointer, faults: inout SampleFaults) -> Float {
    switch self {
    case .cu8:
      let value = bytes.load(as: UInt8.self)
      if value == 0 || value == 255 { faults.clippedCount &+= 1 }
      return (Float(value) - 127.5) / 127.5
    case .cs8:
      let value = bytes.load(as: Int8.self)
      if value == .min || value == .max { faults.clippedCount &+= 1 }
      return Float(value) / 128
    case .cs16le:
      let value = Int16(littleEndian: bytes.loadUnaligned(as: Int16.self))
      if value == .min || value == .max { faults.clippedCount &+= 1 }
      return Float(value) / 32_768
    case .cf32le:
      let value = Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      guard value.magnitude <= 0x1p32 else {
        faults.invalidCount &+= 1
        return 0
      }
      if value.magnitude >= 1 { faults.clippedCount &+= 1 }
      return value
    }
  }

  /// Converts pairs of components into parts apart: complex samples, or real samples even and odd.
  func convert(
    _ bytes: UnsafeRawPointer, pairCount: Int, first: UnsafeMutablePointer<Float>,
    second: UnsafeMutablePointer<Float>
  ) -> SampleFaults {
    var faults = SampleFaults()
    for index in 0..<pairCount {
      let pair = bytes + 2 * index * bytesPerComponent
      first[index] = component(at: pair, faults: &faults)
      second[index] = component(at: pair + bytesPerComponent, faults: &faults)
    }
    return faults
  }

  /// Converts components into floats, as many as both spans allow.
  ///
  /// NaN, infinities and magnitudes above 2^32 become zeros.
  /// - Returns: How many components were at the limits of the format, and how many were no level at all.
  /// - Complexity: O(n), no allocation.
  public func convert(_ bytes: Span<UInt8>, into components: inout MutableSpan<Float>) -> SampleFaults {
    let count = Swift.min(bytes.count / bytesPerComponent, components.count)
    var faults = SampleFaults()
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return }
      for index in 0..<count {
        components[index] = component(at: base + index * bytesPerComponent, faults: &faults)
      }
    }
    return faults
  }
}

extension IQFormat {
  /// The format's name as a SigMF datatype, such as `cu8`, `ci16_le` or `rf32_be`.
  ///
  /// The 24-bit formats, which SigMF does not define, are named in the same way: `ci24_le`, `ci24in32_le`.
  public var name: [UInt8] {
    var name: [UInt8] = [UInt8(ascii: isReal ? "r" : "c")]
    component.name.withUTF8Buffer { name += $0 }
    if bytesPerComponent > 1 {
      let order: StaticString = isBigEndian ? "_be" : "_le"
      order.withUTF8Buffer { name += $0 }
    }
    return name
  }

  /// Whether SigMF has a datatype for the format.
  public var isSigMF: Bool { component != .i24 && component != .i24in32 }

  /// Creates the format that a SigMF datatype names, or nil if the name is unknown.
  ///
  /// Without a suffix, multi-byte components are little-endian, as in the Python package sigmf on every
  /// common machine. A suffix after a single-byte component is ignored.
  public init?(sigMFDatatype name: [UInt8]) {
    guard let kind = name.first, kind == UInt8(ascii: "c") || kind == UInt8(ascii: "r") else { return nil }
    for component in Component.allCases {
      let format = IQFormat(component, isReal: kind == UInt8(ascii: "r"))
      let stem = component.name.withUTF8Buffer { [kind] + $0 }
      guard format.isSigMF, name.starts(with: stem) else { continue }
      let ending = name[stem.count...]
      let isBigEndian = ending.elementsEqual([0x5F, 0x62, 0x65])
      guard isBigEndian || ending.isEmpty || ending.elementsEqual([0x5F, 0x6C, 0x65]) else { continue }
      self = IQFormat(component, isBigEndian: isBigEndian, isReal: format.isReal)
      return
    }
    return nil
  }
}

extension IQFormat.Component {
  fileprivate var name: StaticString {
    switch self {
    case .u8: "u8"
    case .u16: "u16"
    case .u32: "u32"
    case .i8: "i8"
    case .i16: "i16"
    case .i24: "i24"
    case .i32: "i32"
    case .i24in32: "i24in32"
    case .f32: "f32"
    case .f64: "f64"
    }
  }
}

#if !hasFeature(Embedded)
  extension IQFormat: CustomStringConvertible {
    /// The format's name as a SigMF datatype.
    public var description: String { String(decoding: name, as: UTF8.self) }
  }
#endif

public import WaveSignal

/// What a file holds, told from its first bytes and its name.
public enum FileKind: Equatable, Sendable {
  /// A log of rtl_power or hackrf_sweep: text.
  case rtlPower
  /// Bare interleaved I and Q samples, which only the name can tell.
  case samples(IQFormat)

  /// Bytes of the start that `detect` wants at most; fewer are right where the file is shorter.
  public static let probeBytes = 512

  /// Whether bytes are the start of a gzip file.
  public static func isGzip(_ first: Span<UInt8>) -> Bool {
    first.count >= 2 && first[0] == 0x1F && first[1] == 0x8B
  }

  /// Tells what a file holds.
  ///
  /// - Parameters:
  ///   - first: The first bytes of the content; behind gzip where `isCompressed`.
  ///   - name: The file's name in UTF-8; a trailing `.gz` is passed over.
  ///   - isCompressed: Whether the content lies behind gzip.
  /// - Returns: The kind. Text that starts like a log is a log whatever its name.
  /// - Throws: `FormatError.empty`, `.unknownKind`, `.mislabelled` or `.compressedSamples`.
  public static func detect(
    first: Span<UInt8>, name: [UInt8], isCompressed: Bool = false
  ) throws(FormatError) -> FileKind {
    guard !first.isEmpty else { throw .empty }
    if isLog(first) { return .rtlPower }
    guard let format = format(named: name) else { throw .unknownKind }
    if let content = foreign(first) { throw .mislabelled(as: content) }
    if isCompressed { throw .compressedSamples }
    return .samples(format)
  }

  /// Whether the first line that is not blank starts with `YYYY-MM-DD,`.
  private static func isLog(_ first: Span<UInt8>) -> Bool {
    var start = 0
    if first.count >= 3, first[0] == 0xEF, first[1] == 0xBB, first[2] == 0xBF { start = 3 }
    while start < first.count, first[start] == 0x20 || (first[start] >= 0x09 && first[start] <= 0x0D) {
      start += 1
    }
    let pattern: StaticString = "0000-00-00,"
    guard first.count - start >= pattern.utf8CodeUnitCount else { return false }
    for index in 0..<pattern.utf8CodeUnitCount {
      let byte = first[start + index]
      if pattern.utf8Start[index] == UInt8(ascii: "0") {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
      } else if byte != pattern.utf8Start[index] {
        return false
      }
    }
    return true
  }

  /// The format that a name's ending promises, in either case.
  private static func format(named name: [UInt8]) -> IQFormat? {
    var name = name[...]
    if ends(name, ".gz") { name = name.dropLast(3) }
    if ends(name, ".cu8") { return .cu8 }
    if ends(name, ".cs8") { return .cs8 }
    if ends(name, ".cs16") { return .cs16le }
    return ends(name, ".cf32") ? .cf32le : nil
  }

  private static func ends(_ name: ArraySlice<UInt8>, _ ending: StaticString) -> Bool {
    let count = ending.utf8CodeUnitCount
    guard name.count > count else { return false }
    for index in 0..<count {
      let byte = name[name.endIndex - count + index]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == ending.utf8Start[index] else { return false }
    }
    return true
  }

  /// What bytes are that cannot be samples: a known mark, or nothing but text for a long stretch.
  private static func foreign(_ first: Span<UInt8>) -> FormatError.Content? {
    func starts(_ bytes: UInt8...) -> Bool {
      guard first.count >= bytes.count else { return false }
      for (index, byte) in bytes.enumerated() where first[index] != byte { return false }
      return true
    }
    if starts(0x52, 0x49, 0x46, 0x46) || starts(0x52, 0x46, 0x36, 0x34) { return .riff }
    if starts(0x89, 0x50, 0x4E, 0x47) || starts(0x50, 0x4B, 3, 4) || starts(0x7F, 0x45, 0x4C, 0x46) {
      return .binary
    }
    guard first.count >= 32 else { return nil }
    var isWordy = false
    for index in 0..<first.count {
      let byte = first[index]
      guard (byte >= 0x20 && byte < 0x7F) || (byte >= 0x09 && byte <= 0x0D) else { return nil }
      // Quiet samples stay within a few neighbouring values; text does not.
      isWordy = isWordy || byte == 0x0A || byte == 0x20
    }
    return isWordy ? .text : nil
  }
}

public import WaveSpectra
import WaveText

/// The format of a receiver's file or stream, detected from its first bytes and its name.
public enum RadioFileKind: Equatable, Sendable {
  /// A text log from rtl_power or hackrf_sweep.
  case rtlPower
  /// Binary output from `hackrf_sweep -B`.
  case hackRFSweep
  /// Raw samples, which can only be recognized by the file's name.
  case samples(IQFormat)
  /// SigMF metadata: a `.sigmf-meta` file.
  case sigMFMetadata
  /// A SigMF dataset of samples: a `.sigmf-data` file, whose metadata are in a separate file in the same
  /// folder.
  case sigMFDataset
  /// A tar archive of SigMF metadata and samples: a `.sigmf` file.
  case sigMFArchive
  /// A RIFF, RF64 or BW64 file with samples.
  case wav
  /// SDRangel samples after a header: an `.sdriq` file.
  case sdriq

  /// The number of initial bytes that `detect` needs; pass fewer if the content is shorter.
  public static let probeBytes = 512

  /// Detects the format of a file or stream.
  ///
  /// The content takes precedence over the name. Only raw samples and SigMF datasets, whose bytes can be
  /// anything, require a name. A stream has an empty name.
  ///
  /// - Parameters:
  ///   - first: The first bytes of the content, which must be decompressed if `isCompressed` is true.
  ///   - name: The file's name in UTF-8; a trailing `.gz` is ignored.
  ///   - isCompressed: Whether the content is compressed with gzip.
  /// - Returns: The format. Content that starts like a log is a log, whatever its name.
  /// - Throws: `RadioFormatError.empty`, `.unknownKind`, `.mislabelled` or `.compressedSamples`.
  public static func detect(
    first: Span<UInt8>, name: [UInt8], isCompressed: Bool = false
  ) throws(RadioFormatError) -> RadioFileKind {
    guard !first.isEmpty else { throw .empty }
    if PowerLogText.begins(first) { return .rtlPower }
    if isHackRFSweep(first) { return .hackRFSweep }
    let kind = try samples(first, name)
    // Samples and their metadata require random access.
    if isCompressed { throw .compressedSamples }
    return kind
  }

  // MARK: - By content

  private static func samples(_ first: Span<UInt8>, _ name: [UInt8]) throws(RadioFormatError) -> RadioFileKind
  {
    if first.holds("RIFF", at: 0) || first.holds("RF64", at: 0) || first.holds("BW64", at: 0) {
      return try first.holds("WAVE", at: 8) ? .wav : named(name, first)
    }
    if first.holds("ustar", at: 257) { return .sigMFArchive }
    if isMetadata(first) { return .sigMFMetadata }
    return try isSDRIQ(first) ? .sdriq : named(name, first)
  }

  /// Returns whether the first record has the form of hackrf_sweep: an odd number of levels over 5 MHz, below
  /// 8 GHz.
  private static func isHackRFSweep(_ first: Span<UInt8>) -> Bool {
    guard first.count >= 20 else { return false }
    let length = first.littleEndian(UInt32.self, at: 0)
    let low = first.littleEndian(UInt64.self, at: 4)
    guard length >= 20, length <= 16 + 4 * 2045, (length - 16) % 8 == 4, low < 8_000_000_000 else {
      return false
    }
    return first.littleEndian(UInt64.self, at: 12) == low + 5_000_000
  }

  /// Returns whether the bytes begin a JSON object with SigMF fields.
  private static func isMetadata(_ first: Span<UInt8>) -> Bool {
    let start = first.textStart
    guard start < first.count, first[start] == UInt8(ascii: "{") else { return false }
    return (start..<first.count).contains { place in
      first.holds("\"core:", at: place) || first.holds("\"global\"", at: place)
        || first.holds("\"captures\"", at: place) || first.holds("\"annotations\"", at: place)
    }
  }

  private static func isSDRIQ(_ first: Span<UInt8>) -> Bool {
    guard first.count >= SDRIQHeader.byteCount else { return false }
    return (try? SDRIQHeader(first)) != nil
  }

  // MARK: - By name

  /// Returns the format for a file name's extension, ignoring case.
  private static func named(_ name: [UInt8], _ first: Span<UInt8>) throws(RadioFormatError) -> RadioFileKind {
    var name = name[...]
    if ends(name, ".gz") { name = name.dropLast(3) }
    if ends(name, ".sigmf-data") { return .sigMFDataset }
    if ends(name, ".sigmf-meta") { return .sigMFMetadata }
    if ends(name, ".sigmf") { return .sigMFArchive }
    if ends(name, ".sdriq") { return .sdriq }
    guard let format = format(named: name) else { throw .unknownKind }
    if let content = foreign(first) { throw .mislabelled(as: content) }
    return .samples(format)
  }

  /// Returns the sample format for a file name's extension, ignoring case.
  ///
  /// `c` means complex samples, and `s` and `u` mean signed and unsigned. All are little-endian, as in
  /// inspectrum and rtl_433. `cfile` and gqrx's `raw` contain floats.
  private static func format(named name: ArraySlice<UInt8>) -> IQFormat? {
    let endings: [(StaticString, IQFormat)] = [
      (".cu8", .cu8), (".cs8", .cs8), (".cs16", .cs16le), (".cf32", .cf32le), (".cfile", .cf32le),
      (".cu16", IQFormat(.u16)), (".cs32", IQFormat(.i32)), (".cf64", IQFormat(.f64)),
      (".u8", IQFormat(.u8, isReal: true)), (".s8", IQFormat(.i8, isReal: true)),
      (".s16", IQFormat(.i16, isReal: true)), (".f32", IQFormat(.f32, isReal: true)),
      (".f64", IQFormat(.f64, isReal: true)),
    ]
    for (ending, format) in endings where ends(name, ending) { return format }
    return ends(name, ".raw") && RecordingName(Array(name)).isGqrx ? .cf32le : nil
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

  /// Returns the apparent content of bytes that are not samples, because they have a known signature or are
  /// plain text; nil if they can be samples.
  private static func foreign(_ first: Span<UInt8>) -> RadioFormatError.Content? {
    if first.holds("RIFF", at: 0) || first.holds("RF64", at: 0) { return .riff }
    if first.holds("\u{7F}ELF", at: 0) || first.holds("PK\u{3}\u{4}", at: 0) || first.holds("PNG", at: 1) {
      return .binary
    }
    guard first.count >= 32 else { return nil }
    var isWordy = false
    for index in 0..<first.count {
      let byte = first[index]
      guard (byte >= 0x20 && byte < 0x7F) || (byte >= 0x09 && byte <= 0x0D) else { return nil }
      // Quiet samples stay within a narrow range of values; text does not.
      isWordy = isWordy || byte == 0x0A || byte == 0x20
    }
    return isWordy ? .text : nil
  }
}

import WaveText

/// The format of a sensor recording, detected from its first bytes.
///
/// Tables are not included, since any text could be one; ``SignalCSVReader`` detects them.
public enum BiosignalFileKind: Equatable, Sendable {
  /// The header of a WFDB record: a `.hea` file, with signal files next to it.
  case wfdb
  /// An EDF or BDF file.
  case edf
  /// A DICOM file.
  case dicom

  /// The number of bytes at the start of a file that `detect(first:)` needs.
  ///
  /// If a file is shorter, pass all of it.
  public static let probeBytes = 512

  /// Detects the format of a file.
  ///
  /// - Parameter first: The first bytes of the file.
  /// - Returns: The format; nil if it is not one of the supported formats.
  public static func detect(first: Span<UInt8>) -> BiosignalFileKind? {
    // The samples of a WAV file can contain this signature by chance.
    if first.holds("DICM", at: 128), !first.holds("WAVE", at: 8) { return .dicom }
    if isEDF(first) { return .edf }
    return isWFDBHeader(first) ? .wfdb : nil
  }

  private static func isEDF(_ first: Span<UInt8>) -> Bool {
    first.count >= EDFHeader.fixedBytes && EDFHeader.isSignature(first)
      && EDFField(first, 252, 4).integer != nil
  }

  /// Returns whether the text has a line that names a record, followed by a line that names a file and a
  /// format.
  private static func isWFDBHeader(_ first: Span<UInt8>) -> Bool {
    var lines = TextLines()
    var signals: Int?
    while let line = lines.next(first) {
      guard first[line.lowerBound] != UInt8(ascii: "#") else { continue }
      var fields = TextFields(line)
      guard let name = fields.next(first), let second = fields.next(first) else { return false }
      guard signals == nil else { return isFormat(first, second) }
      guard isRecordName(first, name), let count = ASCIINumber.integer(first, second),
        (0...WFDBHeader.signalLimit).contains(count)
      else { return false }
      // A record with segments has no signal lines; each segment has its own header.
      if first.firstIndex(of: UInt8(ascii: "/"), in: name) != nil { return true }
      signals = count
    }
    // The first signal line can be beyond the bytes that were read.
    return signals == 0 || signals != nil && first.count >= probeBytes
  }

  /// Returns whether a field begins with the number of a known format.
  private static func isFormat(_ first: Span<UInt8>, _ field: Range<Int>) -> Bool {
    guard let number = ASCIINumber.integer(first, field.prefix { first[$0].isDigit }) else { return false }
    return WFDBFormat(rawValue: number) != nil || [508, 516, 524].contains(number)
  }

  /// Returns whether a field contains only characters of a record name: letters, digits, underscores,
  /// hyphens, and the slash that separates the name from the number of segments.
  private static func isRecordName(_ first: Span<UInt8>, _ field: Range<Int>) -> Bool {
    field.allSatisfy { place in
      switch first[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}

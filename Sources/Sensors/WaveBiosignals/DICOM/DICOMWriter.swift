import WaveText
import WaveUnits

/// A writer that encodes electrocardiograms as DICOM waveforms, piece by piece.
///
/// Write the results of ``head()``, then of ``groupHead(_:)``, ``samples(_:)`` and ``groupTail()`` for each
/// group, and finally of ``tail()``. Samples have 16 bits. The patient fields are left empty, except for a
/// random identifier that distinguishes the file from others. Source: DICOM PS3.3, section A.34.
public struct DICOMWriter: Sendable {
  /// The maximum number of samples of a channel in a 12-lead electrocardiogram.
  public static let twelveLeadSampleLimit = 16_384

  /// The types of DICOM objects, which differ in their limits.
  public enum Storage: Equatable, Sendable {
    /// A 12-lead ECG: up to five groups with thirteen channels in total, 200 to 1000 Hz, 16,384 samples.
    case twelveLead
    /// A general ECG: up to four groups of 24 channels, 200 to 1000 Hz, any length.
    case general
    /// An ambulatory ECG: one group of twelve channels, 50 to 1000 Hz, any length.
    case ambulatory

    var identifier: StaticString {
      switch self {
      case .twelveLead: "1.2.840.10008.5.1.4.1.1.9.1.1"
      case .general: "1.2.840.10008.5.1.4.1.1.9.1.2"
      case .ambulatory: "1.2.840.10008.5.1.4.1.1.9.1.3"
      }
    }
  }

  /// A group of channels that were sampled together.
  public struct Group: Sendable {
    /// The group label, truncated to sixteen characters.
    public var label: [UInt8]
    /// The sample rate in hertz.
    public var rateHertz: Double
    /// The number of samples in each channel.
    public var sampleCount: Int
    /// The channels of the group.
    public var channels: [Channel]

    /// Creates a group with the given properties.
    public init(label: [UInt8], rateHertz: Double, sampleCount: Int, channels: [Channel]) {
      self.label = label
      self.rateHertz = rateHertz
      self.sampleCount = sampleCount
      self.channels = channels
    }
  }

  /// A channel of a group.
  public struct Channel: Sendable {
    /// The label, from which the lead is detected; truncated to sixteen characters.
    public var label: [UInt8]
    /// The unit as a UCUM code, such as `mV`.
    public var units: [UInt8]
    /// The scale of the digital values, within 16 bits.
    public var scale: DigitalScale

    /// Creates a channel with the given properties.
    public init(label: [UInt8], units: [UInt8], scale: DigitalScale) {
      self.label = label
      self.units = units
      self.scale = scale
    }
  }

  /// A note on a sample or a segment.
  public struct Note: Sendable {
    /// The index of the group, counted from 0.
    public var group: Int
    /// The index of the annotated sample; for a segment, the indices of its first and last samples.
    ///
    /// Indices are counted from 0.
    public var samples: [Int64]
    /// The text in UTF-8, truncated to 1,024 bytes.
    public var text: [UInt8]

    /// Creates a note with the given properties.
    public init(group: Int, samples: [Int64], text: [UInt8]) {
      self.group = group
      self.samples = samples
      self.text = text
    }
  }

  /// The digital value that marks a missing sample.
  public static let missing: Int32 = -32_768

  private let storage: Storage
  private let groups: [Group]
  private let notes: [Note]
  private let startMicroseconds: Int64
  private let identifiers: [[UInt8]]

  /// Creates a writer for one file.
  ///
  /// - Parameters:
  ///   - storage: The type of object, as returned by ``storage(for:)``.
  ///   - groups: The groups of channels.
  ///   - notes: The notes; those without samples are omitted.
  ///   - startMicroseconds: The start time in microseconds since 1970.
  ///   - identifiers: Random 128-bit numbers, from which the unique identifiers of the study, series and
  ///     object are formed.
  public init(
    storage: Storage, groups: [Group], notes: [Note] = [], startMicroseconds: Int64,
    identifiers: (study: UInt128, series: UInt128, object: UInt128)
  ) {
    self.storage = storage
    self.groups = groups
    self.notes = notes.filter { !$0.samples.isEmpty }
    self.startMicroseconds = startMicroseconds
    self.identifiers = [identifiers.study, identifiers.series, identifiers.object].map { Self.identifier($0) }
  }

  /// Returns the type of object that supports the given groups.
  ///
  /// - Throws: `BiosignalError.dicom` if no type supports them.
  public static func storage(for groups: [Group]) throws(BiosignalError) -> Storage {
    let channels = groups.reduce(0) { $0 + $1.channels.count }
    let slowest = groups.map { $0.rateHertz }.min() ?? 0
    let fastest = groups.map { $0.rateHertz }.max() ?? 0
    let longest = groups.map { $0.sampleCount }.max() ?? 0
    guard channels > 0 else { throw .dicom(.noWaveforms, byte: 0) }
    guard slowest >= 50, fastest <= 1000 else { throw .dicom(.rateNotStored, byte: 0) }
    let isStandard = groups.allSatisfy {
      $0.channels.allSatisfy { ECGLead(label: $0.label)?.isStandard == true }
    }
    if slowest >= 200 {
      if isStandard, groups.count <= 5, channels <= 13, longest <= twelveLeadSampleLimit {
        return .twelveLead
      }
      if groups.count <= 4, groups.allSatisfy({ $0.channels.count <= 24 }) { return .general }
    }
    if groups.count == 1, channels <= 12 { return .ambulatory }
    throw .dicom(.channelsNotStored, byte: 0)
  }

  /// Returns a unique identifier made of `2.25.` and a 128-bit number, as specified in PS3.5, section B.2.
  private static func identifier(_ number: UInt128) -> [UInt8] { Array("2.25.\(number)".utf8) }

  // MARK: - Pieces

  /// Returns the bytes from the start of the file to the first group.
  public func head() -> [UInt8] {
    let kind = storage.identifier.withUTF8Buffer { Array($0) }
    var meta = DICOMElements()
    meta.long(0x0002_0001, "OB", byteCount: 2)
    meta.bytes += [0, 1]
    meta.text(0x0002_0002, "UI", kind)
    meta.text(0x0002_0003, "UI", identifiers[2])
    meta.text(0x0002_0010, "UI", "1.2.840.10008.1.2.1")
    meta.text(0x0002_0012, "UI", "2.25.110391284703922110245838121987463297713")
    var file = DICOMElements()
    file.bytes = [UInt8](repeating: 0, count: 128) + Array("DICM".utf8)
    file.longs(0x0002_0000, [UInt32(meta.bytes.count)])
    file.bytes += meta.bytes
    let (date, time) = Self.clock(startMicroseconds)
    file.text(0x0008_0005, "CS", "ISO_IR 192")
    file.text(0x0008_0016, "UI", kind)
    file.text(0x0008_0018, "UI", identifiers[2])
    file.text(0x0008_0020, "DA", date)
    file.text(0x0008_0023, "DA", date)
    file.text(0x0008_002A, "DT", date + time)
    file.text(0x0008_0030, "TM", time)
    file.text(0x0008_0033, "TM", time)
    file.text(0x0008_0050, "SH", "")
    file.text(0x0008_0060, "CS", "ECG")
    file.text(0x0008_0070, "LO", "")
    file.text(0x0008_0090, "PN", "")
    file.text(0x0008_1090, "LO", "Waveglass")
    file.text(0x0010_0010, "PN", "")
    // Without a patient identifier, an archive could confuse the patient with another one.
    file.text(0x0010_0020, "LO", Array("WG".utf8) + identifiers[0].suffix(14))
    file.text(0x0010_0030, "DA", "")
    file.text(0x0010_0040, "CS", "")
    file.text(0x0020_000D, "UI", identifiers[0])
    file.text(0x0020_000E, "UI", identifiers[1])
    file.text(0x0020_0010, "SH", "1")
    file.text(0x0020_0011, "IS", "1")
    file.text(0x0020_0013, "IS", "1")
    file.sequence(0x0040_0555, [])
    if !notes.isEmpty { file.sequence(0x0040_B020, notes.map { Self.item($0) }) }
    file.long(0x5400_0100, "SQ", byteCount: nil)
    return file.bytes
  }

  /// Returns the bytes from the start of a group to its samples.
  public func groupHead(_ number: Int) -> [UInt8] {
    let group = groups[number]
    var item = DICOMElements()
    item.mark(0xFFFE_E000, 0xFFFF_FFFF)
    item.text(0x003A_0004, "CS", "ORIGINAL")
    item.words(0x003A_0005, [UInt16(group.channels.count)])
    item.longs(0x003A_0010, [UInt32(group.sampleCount)])
    item.decimal(0x003A_001A, group.rateHertz)
    let label = Self.short(group.label, 16)
    if !label.isEmpty { item.text(0x003A_0020, "SH", label) }
    item.sequence(0x003A_0200, group.channels.map { Self.item($0) })
    item.words(0x5400_1004, [16])
    item.text(0x5400_1006, "CS", "SS")
    item.long(0x5400_100A, "OW", byteCount: 2)
    item.bytes += [0x00, 0x80]
    item.long(0x5400_1010, "OW", byteCount: UInt32(group.sampleCount * group.channels.count * 2))
    return item.bytes
  }

  /// Encodes samples of a group; every channel must have the same number of samples.
  ///
  /// - Complexity: O(samples), with one allocation.
  public func samples(_ samples: [[Int32]]) -> [UInt8] {
    let count = samples.map { $0.count }.min() ?? 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * samples.count * 2)
    for index in 0..<count {
      for channel in samples { bytes.append(littleEndian: channel[index], byteCount: 2) }
    }
    return bytes
  }

  /// Returns the bytes that end a group.
  public func groupTail() -> [UInt8] { DICOMElements.end(0xFFFE_E00D) }

  /// Returns the bytes that end the file.
  public func tail() -> [UInt8] {
    DICOMElements.end(0xFFFE_E0DD)
  }

  // MARK: - Items

  private static func item(_ channel: Channel) -> DICOMElements {
    var item = DICOMElements()
    let label = short(channel.label, 16)
    if !label.isEmpty { item.text(0x003A_0203, "SH", label) }
    let lead = ECGLead(label: channel.label) ?? .unspecified
    item.code(0x003A_0208, lead.code, "MDC", lead.meaning)
    item.decimal(0x003A_0210, channel.scale.step)
    item.code(0x003A_0211, short(channel.units, 16), "UCUM", short(channel.units, 64))
    item.decimal(0x003A_0212, 1)
    item.decimal(0x003A_0213, channel.scale.offset)
    item.decimal(0x003A_0215, 0)
    item.words(0x003A_021A, [16])
    return item
  }

  private static func item(_ note: Note) -> DICOMElements {
    var item = DICOMElements()
    item.words(0x0040_A0B0, [UInt16(note.group + 1), 0])
    item.text(0x0040_A130, "CS", note.samples.count > 1 ? "SEGMENT" : "POINT")
    item.longs(0x0040_A132, note.samples.map { UInt32(clamping: $0 + 1) })
    item.words(0x0040_A180, [1])
    // Tags must be in ascending order, so the text of a note follows its positions.
    item.text(0x0070_0006, "ST", short(note.text, 1024))
    return item
  }

  /// Returns text without control characters and backslashes, truncated at a character boundary.
  private static func short(_ text: [UInt8], _ limit: Int) -> [UInt8] {
    UTF8Text.prefix(text.map { $0 < 0x20 || $0 == UInt8(ascii: "\\") ? 0x20 : $0 }, limit: limit)
  }

  /// Returns the date as `YYYYMMDD` and the time as `HHMMSS.FFFFFF`.
  private static func clock(_ microseconds: Int64) -> (date: [UInt8], time: [UInt8]) {
    let text = CivilTime.text(microseconds: microseconds) ?? Array("1970-01-01T00:00:00.000000Z".utf8)
    return (text[..<10].filter { $0 != UInt8(ascii: "-") }, text[11..<26].filter { $0 != UInt8(ascii: ":") })
  }
}

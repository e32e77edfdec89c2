import WaveSpectra
public import WaveText

/// Locates the samples in a WAV file: RIFF, or RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) beyond 4 GiB.
///
/// Chunks can be in any order. Pass the bytes that `request` asks for until it is nil, then call `header()`.
/// The reader does not read the samples themselves.
public struct WAVReader: Sendable {
  /// The maximum number of chunks.
  public static let chunkLimit = 1024

  /// The range of bytes to pass next; nil once the layout is known.
  public private(set) var request: ByteRequest? = ByteRequest(byteOffset: 0, byteCount: 12)

  private let fileByteCount: Int64
  private var is64 = false
  private var state = State.start
  private var chunkCount = 0
  private var layout: Layout?
  private var data: (byteOffset: Int64, byteCount: Int64)?
  private var wideDataByteCount: Int64?
  private var auxiliary: WAVAuxiliary?
  private var remarks: [WAVRemark] = []

  private enum State: Sendable {
    case start, chunk
    case format(end: Int64)
    case sizes(end: Int64)
    case auxiliary(end: Int64)
  }

  private struct Layout: Sendable {
    var tag: UInt16
    var channels: Int
    var rate: UInt32
    var frameBytes: Int
    var bits: UInt16
  }

  /// Creates a reader that starts at the first byte of a file.
  ///
  /// - Parameter fileByteCount: The length of the file in bytes.
  public init(fileByteCount: Int64) { self.fileByteCount = fileByteCount }

  /// Reads the bytes that were requested.
  ///
  /// - Throws: `RadioFormatError.wav` with the offset of those bytes, or `RadioFormatError.empty`.
  /// - Complexity: O(1).
  public mutating func read(_ bytes: Span<UInt8>) throws(RadioFormatError) {
    guard let start = request?.byteOffset else { return }
    request = nil
    guard start > 0 || !bytes.isEmpty else { throw .empty }
    do throws(WAVFault) { try step(bytes, start) } catch { throw .wav(error, byte: start) }
  }

  /// Returns the format and layout of the samples; call it once `request` is nil.
  ///
  /// - Throws: `RadioFormatError.wav` if a required chunk is missing or not supported.
  public func header() throws(RadioFormatError) -> WAVHeader {
    guard let layout else { throw .wav(.noFormat, byte: 12) }
    guard let data else { throw .wav(.noData, byte: 12) }
    do throws(WAVFault) {
      let format = try Self.format(layout)
      guard layout.rate > 0 else { throw .sampleRate }
      var remarks = remarks
      let part = data.byteCount % Int64(format.bytesPerSample)
      if part > 0 { remarks.append(.partialSample(byteCount: Int(part))) }
      return WAVHeader(
        format: format, sampleRateHertz: Double(layout.rate), dataByteOffset: data.byteOffset,
        dataByteCount: data.byteCount - part, auxiliary: auxiliary, remarks: remarks)
    } catch { throw .wav(error, byte: 12) }
  }

  // MARK: - Chunks

  private mutating func step(_ bytes: Span<UInt8>, _ start: Int64) throws(WAVFault) {
    switch state {
    case .start:
      let isPlain = bytes.holds("RIFF", at: 0)
      is64 = bytes.holds("RF64", at: 0) || bytes.holds("BW64", at: 0)
      guard isPlain || is64, bytes.holds("WAVE", at: 8) else { throw .notWAV }
      seek(12)
    case .chunk: try readChunk(bytes, start)
    case .format(let end):
      try readFormat(bytes)
      seek(end)
    case .sizes(let end):
      guard bytes.count >= 16, let count = Int64(exactly: bytes.littleEndian(UInt64.self, at: 8)) else {
        throw .badSize
      }
      wideDataByteCount = count
      seek(end)
    case .auxiliary(let end):
      auxiliary = WAVAuxiliary(bytes)
      if auxiliary == nil { remarks.append(.auxiliaryUnreadable) }
      seek(end)
    }
  }

  /// Requests the header of the chunk at an offset, if the file extends that far.
  private mutating func seek(_ place: Int64) {
    state = .chunk
    request = place < fileByteCount ? ByteRequest(byteOffset: place, byteCount: 8) : nil
  }

  private mutating func readChunk(_ bytes: Span<UInt8>, _ start: Int64) throws(WAVFault) {
    // An incomplete chunk header at the end of the file is padding, or the file was truncated.
    guard bytes.count >= 8 else { return }
    chunkCount += 1
    guard chunkCount <= Self.chunkLimit else { throw .tooManyChunks(limit: Self.chunkLimit) }
    let size = bytes.littleEndian(UInt32.self, at: 4)
    let body = start + 8
    let end = body + Int64(size) + Int64(size & 1)
    func ask(_ next: State, _ limit: Int) -> (State, ByteRequest) {
      (next, ByteRequest(byteOffset: body, byteCount: min(limit, Int(size))))
    }
    if bytes.holds("fmt ", at: 0), layout == nil {
      guard size >= 16 else { throw .noFormat }
      (state, request) = ask(.format(end: end), 40)
    } else if bytes.holds("ds64", at: 0), is64, wideDataByteCount == nil {
      guard size >= 16 else { throw .badSize }
      (state, request) = ask(.sizes(end: end), 28)
    } else if bytes.holds("auxi", at: 0), auxiliary == nil, size > 0 {
      (state, request) = ask(.auxiliary(end: end), 164)
    } else if bytes.holds("data", at: 0), data == nil {
      try readData(size, body)
    } else {
      seek(end)
    }
  }

  private mutating func readData(_ size: UInt32, _ body: Int64) throws(WAVFault) {
    var byteCount = Int64(size)
    if is64, size == .max {
      guard let wide = wideDataByteCount else { throw .badSize }
      byteCount = wide
    }
    let room = max(0, fileByteCount - body)
    if byteCount == 0 || (!is64 && size == .max) {
      if room > 0 { remarks.append(.sizeUnknown) }
      byteCount = room
    } else if byteCount > room {
      remarks.append(.torn(missingByteCount: byteCount - room))
      byteCount = room
    }
    data = (body, byteCount)
    seek(body + byteCount + byteCount % 2)
  }

  private mutating func readFormat(_ bytes: Span<UInt8>) throws(WAVFault) {
    guard bytes.count >= 16 else { throw .truncated }
    var tag = bytes.littleEndian(UInt16.self, at: 0)
    // The extensible form stores the actual tag in the first bytes of an identifier.
    if tag == 0xFFFE, bytes.count >= 26 { tag = bytes.littleEndian(UInt16.self, at: 24) }
    layout = Layout(
      tag: tag, channels: Int(bytes.littleEndian(UInt16.self, at: 2)),
      rate: bytes.littleEndian(UInt32.self, at: 4), frameBytes: Int(bytes.littleEndian(UInt16.self, at: 12)),
      bits: bytes.littleEndian(UInt16.self, at: 14))
  }

  /// Returns the storage format, whose component size is the number of bits rounded up to whole bytes.
  private static func format(_ layout: Layout) throws(WAVFault) -> IQFormat {
    guard layout.channels == 1 || layout.channels == 2 else { throw .channels(layout.channels) }
    let bytes = (Int(layout.bits) + 7) / 8
    let component: IQFormat.Component? =
      switch (layout.tag, bytes) {
      case (1, 1): .u8
      case (1, 2): .i16
      case (1, 3): .i24
      case (1, 4): .i32
      case (3, 4): .f32
      case (3, 8): .f64
      default: nil
      }
    guard let component, layout.frameBytes == bytes * layout.channels else {
      throw .unsupported(tag: layout.tag, bits: layout.bits)
    }
    return IQFormat(component, isReal: layout.channels == 1)
  }
}

extension WAVAuxiliary {
  /// Parses the body of an `auxi` chunk; nil if the body is too short or not in the binary form.
  fileprivate init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 36 else { return nil }
    let start = Self.systemTime(bytes, at: 0)
    let stop = Self.systemTime(bytes, at: 16)
    // Some programs store text in a chunk with this name; in that case neither time is valid.
    let isBlank = (0..<32).allSatisfy { bytes[$0] == 0 }
    guard start != nil || stop != nil || isBlank else { return nil }
    self.init(
      startMicroseconds: start, stopMicroseconds: stop,
      centerHertz: Double(bytes.littleEndian(UInt32.self, at: 32)))
  }

  /// Reads a Windows SYSTEMTIME: year, month, day of week, day, hour, minute, second and millisecond.
  private static func systemTime(_ bytes: Span<UInt8>, at place: Int) -> Int64? {
    func field(_ index: Int) -> Int { Int(bytes.littleEndian(UInt16.self, at: place + 2 * index)) }
    let (year, month, day) = (field(0), field(1), field(3))
    guard year >= 1601, year <= 9999, (1...12).contains(month), day >= 1,
      day <= CivilTime.days(inMonth: month, year: year), field(4) <= 23, field(5) <= 59, field(6) <= 60,
      field(7) <= 999
    else { return nil }
    return CivilTime.microseconds(
      year: year, month: month, day: day, hour: field(4), minute: field(5), second: field(6),
      micro: field(7) * 1000)
  }
}

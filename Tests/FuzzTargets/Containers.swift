import WaveRadioFormats
import WaveSignal
import WaveSpectra
import WaveText

extension FuzzTarget {
  /// Tar archives: members lie in order, and the reader ends.
  ///
  /// In inputs of an even length the checksums of all blocks are set right, which hardly any change of bytes
  /// does.
  static let tar = FuzzTarget("tar", byteLimit: 4096) { bytes throws(Finding) in
    let bytes = bytes.count % 2 == 0 ? summed(bytes) : bytes
    var reader = TarReader()
    var last: Int64 = 0
    var reads = 0
    while let request = reader.request {
      reads += 1
      try require(reads <= bytes.count / TarReader.blockBytes + 2, "the reader goes on")
      try require(
        request.byteOffset >= last && request.byteCount == TarReader.blockBytes,
        "blocks are asked for in order")
      last = request.byteOffset
      let block = piece(bytes, request)
      guard
        case .success(let member) = Result(catching: { () throws(TextError) in try reader.read(block.span) })
      else {
        try require(reader.request == nil, "an error is the end")
        return
      }
      guard let member else { continue }
      try require(
        member.byteCount >= 0 && member.byteOffset == request.byteOffset + Int64(TarReader.blockBytes),
        "a member follows its header")
    }
  }

  /// Writes into each block what the sum of its bytes is, the eight of the sum counted as blanks.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, through: bytes.count - TarReader.blockBytes, by: TarReader.blockBytes) {
      let block = start..<(start + TarReader.blockBytes)
      guard bytes[block].contains(where: { $0 != 0 }) else { continue }
      bytes.replaceSubrange((start + 148)..<(start + 156), with: repeatElement(0x20, count: 8))
      let sum = bytes[block].reduce(0) { $0 + Int($1) }
      for place in 0..<6 { bytes[start + 148 + place] = UInt8(0x30 + sum >> (3 * (5 - place)) & 7) }
      bytes[start + 154] = 0
    }
    return bytes
  }

  /// The bytes of a file that a reader asked for, as far as there are.
  static func piece(_ bytes: [UInt8], _ request: ByteRequest) -> [UInt8] {
    let start = Int(clamping: Swift.max(0, Swift.min(request.byteOffset, Int64(bytes.count))))
    return Array(bytes[start..<Swift.min(bytes.count, start + request.byteCount)])
  }

  /// WAV files: what is said of the samples lies in the file, and the reader ends.
  static let wav = FuzzTarget("wav", byteLimit: 512) { bytes throws(Finding) in
    var reader = WAVReader(fileByteCount: Int64(bytes.count))
    var reads = 0
    while let request = reader.request {
      reads += 1
      try require(reads <= 2 * WAVReader.chunkLimit + 2, "the reader ends")
      try require(request.byteOffset >= 0 && request.byteCount <= 164, "little is asked for")
      let bytes = piece(bytes, request)
      guard case .success = Result(catching: { () throws(RadioFormatError) in try reader.read(bytes.span) })
      else {
        try require(reader.request == nil, "an error is the end")
        return
      }
    }
    guard case .success(let header) = Result(catching: { () throws(RadioFormatError) in try reader.header() })
    else { return }
    try require(header.sampleRateHertz > 0, "a rate is above zero")
    try require(
      header.dataByteOffset >= 12 && header.dataByteCount >= 0
        && header.dataByteOffset + header.dataByteCount <= Int64(bytes.count), "samples lie in the file")
    try require(
      header.dataByteCount % Int64(header.format.bytesPerSample) == 0, "there are whole samples")
  }

  /// The header of `.sdriq` files; in inputs of an even length its checksum is set right.
  static let sdriq = FuzzTarget("sdriq", byteLimit: 64) { bytes throws(Finding) in
    var bytes = bytes
    if bytes.count % 2 == 0, bytes.count >= 32 {
      let sum = checksum(bytes[..<28])
      for place in 0..<4 { bytes[28 + place] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(place))) }
    }
    let result = Result { () throws(RadioFormatError) in try SDRIQHeader(bytes.span) }
    guard case .success(let header) = result else { return }
    try require(header.sampleRateHertz > 0, "a rate is above zero")
    try require(header.centerHertz >= 0 && header.centerHertz <= 1e12, "a frequency is one")
  }

  /// CRC-32 bit by bit.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }

  /// What recorders write into the names of their files.
  static let recordingName = FuzzTarget("recording-name", byteLimit: 96) { bytes throws(Finding) in
    let name = RecordingName(bytes)
    if let hertz = name.centerHertz { try require(hertz >= 0 && hertz <= 1e12, "a frequency is one") }
    if let rate = name.sampleRateHertz { try require(rate > 0 && rate <= 1e12, "a rate is one") }
    if let start = name.startMicroseconds { try require(start >= 0, "a time is after 1970") }
    try require(!name.isUTC || name.startMicroseconds != nil, "a zone is one of a time")
  }
}

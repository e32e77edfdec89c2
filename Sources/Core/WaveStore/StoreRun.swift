/// Consecutive frames within one chunk, stored as the payload of a samples record.
struct StoreRun {
  /// The encoding of a channel's samples.
  enum Encoding: UInt8 {
    /// No sample is present.
    case none = 0
    /// Samples are stored in double precision.
    case double = 1
    /// Every sample can be represented exactly in single precision.
    case float = 2
    /// Every sample is exactly an 8-bit integer times the channel's scale.
    case int8 = 3
    /// Every sample is exactly a 16-bit integer times the channel's scale.
    case int16 = 4
    /// Every sample is exactly a 32-bit integer times the channel's scale.
    case int32 = 5

    var byteCount: Int {
      switch self {
      case .none: 0
      case .double: 8
      case .float, .int32: 4
      case .int16: 2
      case .int8: 1
      }
    }

    var isInteger: Bool { rawValue >= Encoding.int8.rawValue }
  }

  static let fixedByteCount = 32
  static let channelByteCount = 48

  let group: Int
  let count: Int
  let sequence: UInt64
  /// The byte offset of the previous run in the same chunk, or 0 if there is none.
  let previous: UInt64
  let channelCount: Int
  private let payload: [UInt8]
  /// The offset of each channel's data in the payload.
  private let starts: [Int]

  /// One more than the last frame's sequence number.
  var end: UInt64 { sequence + UInt64(count) }

  /// Reads a run and checks that all its data lie within the payload.
  init(_ payload: [UInt8], place: UInt64) throws(StoreError) {
    var coder = StoreCoder(payload, place: place)
    group = Int(coder.read(UInt16.self))
    coder.skip(2)
    count = coder.count(0, limit: 1 << StoreFormat.chunkExponentLimit)
    sequence = coder.read(UInt64.self)
    previous = coder.read(UInt64.self)
    channelCount = coder.count(0, limit: StoreFormat.channelLimit)
    coder.skip(4)
    coder.require(
      count > 0 && previous < place && sequence <= StoreFormat.sequenceLimit - UInt64(count)
        && coder.remainingCount >= channelCount * Self.channelByteCount)
    try coder.finish()
    var starts: [Int] = []
    starts.reserveCapacity(channelCount)
    var start = Self.fixedByteCount + channelCount * Self.channelByteCount
    for channel in 0..<channelCount {
      let head = Self.fixedByteCount + channel * Self.channelByteCount
      guard let encoding = Encoding(rawValue: payload[head]), payload[head + 1] <= 1 else {
        throw coder.malformed
      }
      starts.append(start)
      start += Self.dataByteCount(encoding, hasBitmap: payload[head + 1] == 1, count: count)
    }
    guard start == payload.count else { throw coder.malformed }
    self.starts = starts
    self.payload = payload
  }

  private static func dataByteCount(_ encoding: Encoding, hasBitmap: Bool, count: Int) -> Int {
    padded(encoding.byteCount * count) + (hasBitmap ? padded((count + 7) / 8) : 0)
  }

  /// Returns the summary of a channel's samples.
  func summary(channel: Int) -> StoreSummary {
    StoreSummary(payload, at: Self.fixedByteCount + channel * Self.channelByteCount + 8)
  }

  /// Passes a channel's samples in a range of frames to `body`, with NaN for missing samples.
  func samples(channel: Int, frames: Range<Int>, scale: StoreScale, _ body: (Int, Double) -> Void) {
    let head = Self.fixedByteCount + channel * Self.channelByteCount
    let encoding = Encoding(rawValue: payload[head]) ?? .none
    let hasBitmap = payload[head + 1] == 1
    let bitmap = starts[channel]
    let data = bitmap + (hasBitmap ? padded((count + 7) / 8) : 0)
    for frame in frames {
      if hasBitmap, payload[bitmap + frame / 8] >> UInt8(frame % 8) & 1 == 0 {
        body(frame, .nan)
        continue
      }
      let place = data + frame * encoding.byteCount
      switch encoding {
      case .none: body(frame, .nan)
      case .double: body(frame, payload.double(at: place))
      case .float: body(frame, Double(Float(bitPattern: payload.little(UInt32.self, at: place))))
      case .int8: body(frame, scale.value(Int32(Int8(bitPattern: payload[place]))))
      case .int16: body(frame, scale.value(Int32(payload.little(Int16.self, at: place))))
      case .int32: body(frame, scale.value(payload.little(Int32.self, at: place)))
      }
    }
  }
}

/// An encoder for the payload of a samples record.
struct StoreRunWriter {
  let group: Int
  let sequence: UInt64
  let count: Int
  let previous: UInt64
  let channels: [StoreChannel]
  /// The distance between the starts of two consecutive channels, in samples.
  let stride: Int

  func write(_ samples: [Double], _ summaries: [StoreSummary], to bytes: inout [UInt8]) {
    bytes.append(little: UInt16(group))
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt32(count))
    bytes.append(little: sequence)
    bytes.append(little: previous)
    bytes.append(little: UInt32(channels.count))
    bytes.append(little: UInt32(0))
    let heads = bytes.count
    bytes.appendZeros(channels.count * StoreRun.channelByteCount)
    for channel in channels.indices {
      let start = bytes.count
      let first = channel * stride
      let (encoding, hasBitmap) = writeData(
        samples, first..<(first + count), channels[channel].scale, to: &bytes)
      let head = heads + channel * StoreRun.channelByteCount
      bytes[head] = encoding.rawValue
      bytes[head + 1] = hasBitmap ? 1 : 0
      bytes.write(little: UInt32(bytes.count - start), at: head + 4)
      let summary = summaries[channel]
      for (index, value) in [summary.minimum, summary.maximum, summary.sum, summary.squares].enumerated() {
        bytes.write(little: value.bitPattern, at: head + 8 + 8 * index)
      }
      bytes.write(little: summary.validCount, at: head + 40)
    }
  }

  /// Appends a channel's samples in the most compact encoding that restores them exactly.
  private func writeData(
    _ samples: [Double], _ range: Range<Int>, _ scale: StoreScale, to bytes: inout [UInt8]
  ) -> (StoreRun.Encoding, hasBitmap: Bool) {
    let (encoding, missing) = encoding(samples, range, scale)
    guard encoding != .none else { return (.none, false) }
    let hasBitmap = encoding.isInteger && missing > 0
    if hasBitmap {
      let start = bytes.count
      bytes.appendZeros(padded((count + 7) / 8))
      for index in 0..<count where !samples[range.lowerBound + index].isNaN {
        bytes[start + index / 8] |= 1 << UInt8(index % 8)
      }
    }
    for index in range {
      let value = samples[index]
      let integer = encoding.isInteger ? scale.integer(value) ?? 0 : 0
      switch encoding {
      case .none: break
      case .double: bytes.append(little: value)
      case .float: bytes.append(little: Float(value).bitPattern)
      case .int8: bytes.append(UInt8(bitPattern: Int8(truncatingIfNeeded: integer)))
      case .int16: bytes.append(little: Int16(truncatingIfNeeded: integer))
      case .int32: bytes.append(little: integer)
      }
    }
    let dataCount = encoding.byteCount * count
    bytes.appendZeros(padded(dataCount) - dataCount)
    return (encoding, hasBitmap)
  }

  private func encoding(
    _ samples: [Double], _ range: Range<Int>, _ scale: StoreScale
  ) -> (StoreRun.Encoding, missing: Int) {
    var missing = 0
    var (isFloat, isInteger) = (true, true)
    var (low, high) = (Int32.max, Int32.min)
    for index in range {
      let value = samples[index]
      if value.isNaN {
        missing += 1
        continue
      }
      if isFloat { isFloat = Double(Float(value)).bitPattern == value.bitPattern }
      if isInteger {
        if let integer = scale.integer(value) {
          low = Swift.min(low, integer)
          high = Swift.max(high, integer)
        } else {
          isInteger = false
        }
      }
      if !isFloat, !isInteger { break }
    }
    if missing == range.count { return (.none, missing) }
    guard isInteger else { return (isFloat ? .float : .double, missing) }
    if low >= -128, high <= 127 { return (.int8, missing) }
    if low >= -32_768, high <= 32_767 { return (.int16, missing) }
    return (.int32, missing)
  }
}

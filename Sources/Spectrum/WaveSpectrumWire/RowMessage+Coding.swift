import WaveUnits
public import WaveWire

extension RowMessage: Payload {
  @usableFromInline package static let tag: UInt16 = 68

  /// The number of bytes before the values, including the message's header.
  static let headerBytes = 30

  /// The size of the level scale, in bytes.
  ///
  /// The scale follows the planes.
  private static let scaleBytes = 6

  @usableFromInline package var reservedBytes: Int {
    Self.headerBytes + planes.count + 2 * values.count + Self.scaleBytes
  }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var encoder: PlaneEncoder?
    fields(&coder, by: &encoder)
  }

  /// Appends the header and the fields, using an encoder that later rows can reuse.
  func encode(into bytes: inout [UInt8], by encoder: inout PlaneEncoder?) {
    let start = beginMessage(in: &bytes)
    var row = self
    var writer = FieldWriter(reusing: &bytes)
    row.fields(&writer, by: &encoder)
    writer.returnBuffer(to: &bytes)
    Self.endMessage(from: start, in: &bytes)
  }

  /// Encodes or decodes the fields.
  ///
  /// Planes are encoded with an encoder that is created on first use.
  mutating func fields<C: FieldCoder>(_ coder: inout C, by encoder: inout PlaneEncoder?) {
    if !C.isReading {
      precondition(
        Int(columns) <= WireLimits.columns && values.count == planes.count * Int(columns),
        "A row has a value for each of its planes and columns.")
    }
    coder.integer(&view)
    coder.integer(&axis)
    coder.flags(&flags)
    coder.planes(&planes, areRequired: true)
    coder.columns(&columns, areRequired: true)
    coder.integer(&sequence)
    coder.microseconds(&startMicroseconds)
    coder.integer(&durationMicroseconds)
    coder.integer(&skipped)
    coder.write { appendPlanes(to: &$0, by: &encoder) }
    coder.read { fields in readPlanes(&fields) }
    guard coder.hasMore(scale != .centibels) else { return }
    codeScale(&coder)
  }

  private func appendPlanes(to bytes: inout [UInt8], by kept: inout PlaneEncoder?) {
    var encoder = kept.take() ?? PlaneEncoder()
    for start in stride(from: 0, to: values.count, by: Int(columns)) {
      encoder.append(values.span.extracting(start..<start + Int(columns)), to: &bytes)
    }
    kept = encoder
  }

  private mutating func readPlanes(_ fields: inout UnsafeFieldReader) {
    guard fields.isSound else { return }
    let columns = Int(columns)
    values = [Int16](repeating: Self.gap, count: planes.count * columns)
    var levels = values.mutableSpan
    var decoder = PlaneDecoder()
    for start in stride(from: 0, to: levels.count, by: columns) {
      decoder.read(&fields, columns: start..<start + columns, of: &levels)
    }
  }

  private mutating func codeScale<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    var (low, high, fineness) = (scale.low, scale.high, scale.fineness)
    coder.integer(&low)
    coder.integer(&high)
    coder.integer(&fineness)
    guard let scale = LevelScale(low: low, high: high, fineness: fineness) else {
      return coder.refuse(.invalid(byte: start))
    }
    self.scale = scale
  }
}

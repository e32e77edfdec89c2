public import WaveWire

extension TableDescription: Payload {
  @usableFromInline package static let tag: UInt16 = 128

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.flags(&flags)
    coder.integer(&rowCount, in: 0...UInt64(WireLimits.ticks))
    coder.integer(&columnCount, in: 0...UInt16(WireLimits.tableColumns))
    coder.text(&name)
    coder.text(&detail)
  }
}

extension TableColumns: Payload {
  @usableFromInline package static let tag: UInt16 = 129

  @usableFromInline package var reservedBytes: Int { 64 + columns.count * 96 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    let start = coder.position
    coder.integer(&first)
    let count = coder.count(columns.count, as: UInt8.self, limit: WireLimits.columnsPerMessage)
    coder.require(Int(first) + count <= WireLimits.tableColumns, at: start)
    coder.elements(&columns, count: count)
  }
}

extension TableColumns.Column: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.choice(&kind)
    coder.integer(&timeDigits, in: 0...9)
    coder.text(&name, limit: WireLimits.columnName)
    coder.integer(&missing)
    coder.double(&minimum)
    coder.double(&maximum)
    coder.double(&mean)
    coder.double(&deviation)
    coder.double(&correlation)
  }
}

extension TableWork: Payload {
  @usableFromInline package static let tag: UInt16 = 130

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.choice(&stage)
    coder.integer(&done)
    coder.integer(&total)
  }
}

extension TableAxis: Payload {
  @usableFromInline package static let tag: UInt16 = 131

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.choice(&order)
    coder.integer(&column)
    coder.choice(&kind)
    coder.ticks(&from, &until)
    coder.double(&offset, limit: WireLimits.tableValue)
    coder.double(&step, limit: WireLimits.tableValue)
  }
}

extension LaneSpans: Payload {
  @usableFromInline package static let tag: UInt16 = 132

  @usableFromInline package var reservedBytes: Int { 64 + tops.count * 4 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&column)
    coder.flags(&flags)
    coder.integer(&pixels)
    coder.integer(&drawnCount)
    coder.integer(&rowCount)
    coder.integer(&wrongPixels)
    let count = coder.count(
      Swift.min(tops.count, bottoms.count), as: UInt16.self, limit: WireLimits.tablePixels)
    // The top of each span is followed by its bottom.
    if C.isReading {
      let start = coder.position
      var edges: [Int16] = []
      coder.integers(&edges, count: 2 * count)
      guard coder.isSound else { return }
      tops = [Int16](repeating: Self.none, count: count)
      bottoms = tops
      for index in 0..<count {
        let (top, bottom) = (edges[2 * index], edges[2 * index + 1])
        guard top == Self.none || top < bottom else { return coder.refuse(.invalid(byte: start + 4 * index)) }
        tops[index] = top
        bottoms[index] = bottom
      }
    } else {
      for index in 0..<count {
        var (top, bottom) = (tops[index], bottoms[index])
        coder.integer(&top)
        coder.integer(&bottom)
      }
    }
  }
}

extension ViewDone: Payload {
  @usableFromInline package static let tag: UInt16 = 133

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) { coder.integer(&view) }
}

extension TableCells: Payload {
  @usableFromInline package static let tag: UInt16 = 134

  @usableFromInline package var reservedBytes: Int { 64 + cells.count * 16 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&key)
    coder.tick(&tick)
    coder.integer(&first)
    let count = coder.count(cells.count, as: UInt8.self, limit: WireLimits.columnsPerMessage)
    coder.elements(&cells, count: count)
  }
}

extension TableCells.Cell: FieldList {
  @usableFromInline package init(blank: Void) { self = .null }

  /// The kind, number and text of the cell in the wire format.
  ///
  /// Unused fields are 0 or empty.
  private var parts: (kind: UInt8, bits: UInt64, text: [UInt8]) {
    switch self {
    case .null: (0, 0, [])
    case .integer(let value): (1, UInt64(bitPattern: value), [])
    case .real(let value): (2, value.bitPattern, [])
    case .text(let text): (3, 0, text)
    case .bytes(let count): (4, count, [])
    }
  }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (kind, bits, text) = parts
    let start = coder.position
    coder.integer(&kind)
    switch kind {
    case 0: self = .null
    case 1:
      coder.integer(&bits)
      self = .integer(Int64(bitPattern: bits))
    case 2:
      coder.integer(&bits)
      self = .real(Double(bitPattern: bits))
    case 3:
      coder.text(&text, limit: WireLimits.cellText)
      self = .text(text)
    case 4:
      coder.integer(&bits)
      self = .bytes(bits)
    default: return coder.refuse(.invalid(byte: start))
    }
  }
}

extension RangeSummary: Payload {
  @usableFromInline package static let tag: UInt16 = 135

  @usableFromInline package var reservedBytes: Int {
    64 + columns.count * 42 + counts.count * 4 + texts.count * 67
  }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&rowCount)
    let count = coder.count(columns.count, as: UInt8.self, limit: WireLimits.columnsPerMessage)
    coder.elements(&columns, count: count)
    coder.integer(&histogramColumn)
    coder.double(&low)
    coder.double(&high)
    coder.each(&counts, limit: WireLimits.histogramBins)
    // Servers of earlier releases end the message here.
    guard coder.hasMore(!texts.isEmpty) else { return }
    let lanes = coder.count(texts.count, as: UInt8.self, limit: WireLimits.textLanes)
    coder.elements(&texts, count: lanes)
  }
}

extension RangeSummary.Column: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&column)
    coder.integer(&missing)
    coder.double(&minimum)
    coder.double(&maximum)
    coder.double(&mean)
    coder.double(&deviation)
  }
}

extension RangeSummary.Texts: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&column)
    coder.integer(&missingCount)
    coder.each(&counts, limit: WireLimits.textCategories)
  }
}

extension ExportPart: Payload {
  @usableFromInline package static let tag: UInt16 = 136

  @usableFromInline package var reservedBytes: Int { 32 + bytes.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.flag(&isLast)
    coder.integer(&done)
    coder.integer(&total)
    // The writer truncates the bytes. The reader accepts as many bytes as fit in a message.
    var count = UInt16(truncatingIfNeeded: Swift.min(bytes.count, WireLimits.exportBytes))
    coder.integer(&count)
    coder.bytes(&bytes, count: Int(count))
  }
}

extension TableRows: Payload {
  @usableFromInline package static let tag: UInt16 = 137

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&request)
    coder.integer(&source)
    coder.integer(&first)
    coder.rowsAtOnce(&count)
    coder.integer(&place)
    coder.integer(&total)
  }
}

package import WaveWire

extension TableDescription: Payload {
  package static let tag: UInt16 = 128

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.flags(&flags)
    let rowsStart = coder.position
    try coder.integer(&rowCount)
    try coder.require(rowCount <= UInt64(WireLimits.ticks), at: rowsStart)
    let columnsStart = coder.position
    try coder.integer(&columnCount)
    try coder.require(Int(columnCount) <= WireLimits.tableColumns, at: columnsStart)
    try coder.text(&name)
    try coder.text(&detail)
  }
}

extension TableColumns: Payload {
  package static let tag: UInt16 = 129

  package var reservedBytes: Int { 64 + columns.count * 96 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    let start = coder.position
    try coder.integer(&first)
    let count = try coder.count(columns.count, as: UInt8.self, limit: WireLimits.toldColumns)
    try coder.require(Int(first) + count <= WireLimits.tableColumns, at: start)
    try coder.elements(&columns, count: count)
  }
}

extension TableColumns.Column: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.choice(&kind)
    let start = coder.position
    try coder.integer(&timeDigits)
    try coder.require(timeDigits <= 9, at: start)
    try coder.text(&name, limit: WireLimits.columnName)
    try coder.integer(&missing)
    try coder.double(&minimum)
    try coder.double(&maximum)
    try coder.double(&mean)
    try coder.double(&deviation)
    try coder.double(&correlation)
  }
}

extension TableWork: Payload {
  package static let tag: UInt16 = 130

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.choice(&stage)
    try coder.integer(&done)
    try coder.integer(&total)
  }
}

extension TableAxis: Payload {
  package static let tag: UInt16 = 131

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    try coder.choice(&order)
    try coder.integer(&column)
    try coder.choice(&kind)
    try coder.ticks(&from, &until)
    try coder.double(&offset, limit: WireLimits.tableValue)
    try coder.double(&step, limit: WireLimits.tableValue)
  }
}

extension LaneSpans: Payload {
  package static let tag: UInt16 = 132

  package var reservedBytes: Int { 64 + tops.count * 4 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
    try coder.integer(&column)
    try coder.flags(&flags)
    try coder.integer(&pixels)
    try coder.integer(&drawnCount)
    try coder.integer(&rowCount)
    try coder.integer(&wrongPixels)
    let count = try coder.count(
      Swift.min(tops.count, bottoms.count), as: UInt16.self, limit: WireLimits.tablePixels)
    // A top and its bottom stand beside one another.
    if C.isReading {
      let start = coder.position
      var edges: [Int16] = []
      try coder.integers(&edges, count: 2 * count)
      tops = [Int16](repeating: Self.none, count: count)
      bottoms = tops
      for index in 0..<count {
        let (top, bottom) = (edges[2 * index], edges[2 * index + 1])
        guard top == Self.none || top < bottom else { throw .invalid(byte: start + 4 * index) }
        tops[index] = top
        bottoms[index] = bottom
      }
    } else {
      for index in 0..<count {
        var (top, bottom) = (tops[index], bottoms[index])
        try coder.integer(&top)
        try coder.integer(&bottom)
      }
    }
  }
}

extension ViewDone: Payload {
  package static let tag: UInt16 = 133

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&view)
  }
}

extension TableCells: Payload {
  package static let tag: UInt16 = 134

  package var reservedBytes: Int { 64 + cells.count * 16 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.integer(&key)
    try coder.tick(&tick)
    try coder.integer(&first)
    let count = try coder.count(cells.count, as: UInt8.self, limit: WireLimits.toldColumns)
    try coder.elements(&cells, count: count)
  }
}

extension TableCells.Cell: FieldList {
  package init(blank: Void) { self = .null }

  /// What it is, as it is sent, and its number or text; 0 or none where it has none such.
  private var parts: (kind: UInt8, bits: UInt64, text: [UInt8]) {
    switch self {
    case .null: (0, 0, [])
    case .integer(let value): (1, UInt64(bitPattern: value), [])
    case .real(let value): (2, value.bitPattern, [])
    case .text(let text): (3, 0, text)
    case .bytes(let count): (4, count, [])
    }
  }

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    var (kind, bits, text) = parts
    let start = coder.position
    try coder.integer(&kind)
    switch kind {
    case 0: self = .null
    case 1:
      try coder.integer(&bits)
      self = .integer(Int64(bitPattern: bits))
    case 2:
      try coder.integer(&bits)
      self = .real(Double(bitPattern: bits))
    case 3:
      try coder.text(&text, limit: WireLimits.cellText)
      self = .text(text)
    case 4:
      try coder.integer(&bits)
      self = .bytes(bits)
    default: throw .invalid(byte: start)
    }
  }
}

extension RangeSummary: Payload {
  package static let tag: UInt16 = 135

  package var reservedBytes: Int { 64 + columns.count * 42 + counts.count * 4 + texts.count * 67 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.integer(&rowCount)
    let count = try coder.count(columns.count, as: UInt8.self, limit: WireLimits.toldColumns)
    try coder.elements(&columns, count: count)
    try coder.integer(&histogramColumn)
    try coder.double(&low)
    try coder.double(&high)
    let bins = try coder.count(counts.count, as: UInt8.self, limit: WireLimits.histogramBins)
    try coder.each(&counts, count: bins)
    // A server of an earlier release ends here.
    guard coder.hasMore(!texts.isEmpty) else { return }
    let lanes = try coder.count(texts.count, as: UInt8.self, limit: WireLimits.textLanes)
    try coder.elements(&texts, count: lanes)
  }
}

extension RangeSummary.Column: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&column)
    try coder.integer(&missing)
    try coder.double(&minimum)
    try coder.double(&maximum)
    try coder.double(&mean)
    try coder.double(&deviation)
  }
}

extension RangeSummary.Texts: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&column)
    try coder.integer(&missingCount)
    let count = try coder.count(counts.count, as: UInt8.self, limit: WireLimits.textCategories)
    try coder.each(&counts, count: count)
  }
}

extension ExportPart: Payload {
  package static let tag: UInt16 = 136

  package var reservedBytes: Int { 32 + bytes.count }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.flag(&isLast)
    try coder.integer(&done)
    try coder.integer(&total)
    // What is written is cut; a reader takes whatever fits into a message.
    var count = UInt16(truncatingIfNeeded: Swift.min(bytes.count, WireLimits.exportBytes))
    try coder.integer(&count)
    try coder.bytes(&bytes, count: Int(count))
  }
}

extension TableRows: Payload {
  package static let tag: UInt16 = 137

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&request)
    try coder.integer(&source)
    try coder.integer(&first)
    try coder.rowsAtOnce(&count)
    try coder.integer(&place)
    try coder.integer(&total)
  }
}

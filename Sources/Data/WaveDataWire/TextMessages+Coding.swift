public import WaveWire

extension ShowTexts: Payload {
  @usableFromInline package static let tag: UInt16 = 42

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&buckets, in: 0...UInt16(WireLimits.textBuckets))
    coder.each(&columns, limit: WireLimits.textLanes)
  }
}

extension TextMatch: FieldList {
  @usableFromInline package init(blank: Void) { self = .missing }

  /// The kind and text of the match in the wire format.
  ///
  /// The text is empty if unused.
  private var parts: (kind: UInt8, text: [UInt8]) {
    switch self {
    case .value(let text): (0, text)
    case .missing: (1, [])
    case .others: (2, [])
    }
  }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (kind, text) = parts
    let start = coder.position
    coder.integer(&kind)
    switch kind {
    case 0:
      coder.text(&text, limit: WireLimits.categoryText)
      self = .value(text)
    case 1: self = .missing
    case 2: self = .others
    default: return coder.refuse(.invalid(byte: start))
    }
  }
}

extension TextSummary: Payload {
  @usableFromInline package static let tag: UInt16 = 138

  @usableFromInline package var reservedBytes: Int { 40 + top.count * 64 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    coder.integer(&column)
    coder.flag(&isCut)
    coder.integer(&distinctCount)
    coder.integer(&rowCount)
    coder.integer(&missingCount)
    let count = coder.count(top.count, as: UInt8.self, limit: WireLimits.textCategories)
    coder.elements(&top, count: count)
  }
}

extension TextSummary.Category: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.text(&text, limit: WireLimits.categoryText)
    coder.integer(&count)
  }
}

extension TextStrip: Payload {
  @usableFromInline package static let tag: UInt16 = 139

  @usableFromInline package var reservedBytes: Int { 24 + shares.count }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&column)
    coder.integer(&rowCount)
    let count = coder.count(buckets, as: UInt16.self, limit: WireLimits.textBuckets)
    let start = coder.position
    coder.bytes(&shares, count: count * Self.classCount)
    guard C.isReading else { return }
    for first in stride(from: 0, to: shares.count, by: Self.classCount) {
      let sum = shares[first..<first + Self.classCount].reduce(0) { $0 + Int($1) }
      guard sum == 0 || sum == 255 else { return coder.refuse(.invalid(byte: start + first)) }
    }
  }
}

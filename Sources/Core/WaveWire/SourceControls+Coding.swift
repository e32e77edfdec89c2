import WaveUnits

extension SourceControls: Payload {
  @usableFromInline package static let tag: UInt16 = 74

  @usableFromInline package var reservedBytes: Int { 512 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    let count = coder.count(controls.count, as: UInt8.self, limit: WireLimits.controls)
    coder.elements(&controls, count: count)
  }
}

extension SourceControl: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&id)
    var kind = kind.rawValue
    coder.integer(&kind)
    coder.hertz(&value)
    coder.hertz(&low)
    coder.hertz(&high)
    coder.hertz(&step)
    coder.text(&name)
    let count = coder.count(texts.count, as: UInt8.self, limit: WireLimits.choices)
    if C.isReading {
      guard let known = Kind(rawValue: kind) else { return coder.refuse(.invalid(byte: start)) }
      self.kind = known
      let isInRange = low <= value && value <= high && step > 0 && (known != .choice || low >= 0)
      let wanted = known == .choice ? Int(saturating: Swift.min(high, 255)) + 1 : 1
      coder.require(isInRange && count == wanted, at: start)
    }
    coder.texts(&texts, count: count)
  }
}

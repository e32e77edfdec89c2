import WaveUnits

extension SourceControls: Payload {
  package static let tag: UInt16 = 74

  package var reservedBytes: Int { 512 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    try coder.integer(&source)
    let count = try coder.count(controls.count, as: UInt8.self, limit: WireLimits.controls)
    try coder.elements(&controls, count: count)
  }
}

extension SourceControl: FieldList {
  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) throws(WireError) {
    let start = coder.position
    try coder.integer(&id)
    var kind = kind.rawValue
    try coder.integer(&kind)
    try coder.hertz(&value)
    try coder.hertz(&low)
    try coder.hertz(&high)
    try coder.hertz(&step)
    try coder.text(&name)
    let count = try coder.count(texts.count, as: UInt8.self, limit: WireLimits.choices)
    if C.isReading {
      guard let known = Kind(rawValue: kind) else { throw .invalid(byte: start) }
      self.kind = known
      let isInRange = low <= value && value <= high && step > 0 && (known != .choice || low >= 0)
      let wanted = known == .choice ? Int(saturating: Swift.min(high, 255)) + 1 : 1
      try coder.require(isInRange && count == wanted, at: start)
    }
    try coder.texts(&texts, count: count)
  }
}

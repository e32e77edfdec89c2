import WaveUnits

extension SourceControls: Payload {
  static let tag: UInt16 = 74

  var reservedBytes: Int { 512 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    let shown = controls.prefix(WireLimits.controls)
    bytes.append(UInt8(truncatingIfNeeded: shown.count))
    for control in shown {
      bytes.append(control.id)
      bytes.append(control.kind.rawValue)
      bytes.append(littleEndian: control.value)
      bytes.append(littleEndian: control.low)
      bytes.append(littleEndian: control.high)
      bytes.append(littleEndian: control.step)
      bytes.append(text: control.name)
      let texts = control.texts.prefix(WireLimits.choices)
      bytes.append(UInt8(truncatingIfNeeded: texts.count))
      for text in texts { bytes.append(text: text) }
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.controls)
    var controls: [SourceControl] = []
    controls.reserveCapacity(count)
    for _ in 0..<count {
      let start = cursor.position
      let id: UInt8 = try cursor.integer(bytes)
      let kind = SourceControl.Kind(rawValue: try cursor.integer(bytes))
      let value = try cursor.hertz(bytes)
      let low = try cursor.hertz(bytes)
      let high = try cursor.hertz(bytes)
      let step = try cursor.hertz(bytes)
      let name = try cursor.text(bytes)
      let textCount = try cursor.count(bytes, limit: WireLimits.choices)
      guard let kind, low <= value, value <= high, step > 0, kind != .choice || low >= 0,
        textCount == (kind == .choice ? Int(saturating: Swift.min(high, 255)) + 1 : 1)
      else { throw .invalid(byte: start) }
      var texts: [[UInt8]] = []
      texts.reserveCapacity(textCount)
      for _ in 0..<textCount { texts.append(try cursor.text(bytes)) }
      controls.append(
        SourceControl(
          id: id, kind: kind, value: value, low: low, high: high, step: step, name: name, texts: texts))
    }
    self.init(source: source, controls: controls)
  }
}

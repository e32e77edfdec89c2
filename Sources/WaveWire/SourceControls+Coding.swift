extension SourceControls: Payload {
  static let tag: UInt16 = 74

  var reservedBytes: Int { 512 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    let shown = controls.prefix(WireLimits.controls)
    bytes.append(UInt8(truncatingIfNeeded: shown.count))
    for control in shown { control.append(to: &bytes) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt8)
    guard count <= WireLimits.controls else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.controls)
    }
    var controls: [SourceControl] = []
    controls.reserveCapacity(count)
    for _ in 0..<count { controls.append(try SourceControl(&cursor, bytes)) }
    self.init(source: source, controls: controls)
  }
}

extension SourceControl {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(id)
    switch kind {
    case .toggle: bytes.append(0)
    case .choice: bytes.append(1)
    case .number: bytes.append(2)
    }
    bytes.append(littleEndian: value)
    bytes.append(text: name)
    switch kind {
    case .toggle(let confirmation): bytes.append(text: confirmation)
    case .choice(let names):
      let shown = names.prefix(WireLimits.choices)
      bytes.append(UInt8(truncatingIfNeeded: shown.count))
      for name in shown { bytes.append(text: name) }
    case .number(let low, let high, let step, let unit):
      bytes.append(littleEndian: low)
      bytes.append(littleEndian: high)
      bytes.append(littleEndian: step)
      bytes.append(text: unit)
    }
  }

  fileprivate init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let id: UInt8 = try cursor.integer(bytes)
    let kindByte = cursor.position
    let kind: UInt8 = try cursor.integer(bytes)
    let valueByte = cursor.position
    let value = try cursor.double(bytes, limit: WireLimits.hertz)
    let name = try cursor.text(bytes)
    switch kind {
    case 0:
      guard value == 0 || value == 1 else { throw .invalid(byte: valueByte) }
      self.init(id: id, name: name, kind: .toggle(confirmation: try cursor.text(bytes)), value: value)
    case 1:
      let countByte = cursor.position
      let count = Int(try cursor.integer(bytes) as UInt8)
      guard count <= WireLimits.choices else {
        throw .tooLong(byte: countByte, length: count, limit: WireLimits.choices)
      }
      guard value >= 0, value < Double(count), value == value.rounded() else {
        throw .invalid(byte: valueByte)
      }
      var names: [[UInt8]] = []
      names.reserveCapacity(count)
      for _ in 0..<count { names.append(try cursor.text(bytes)) }
      self.init(id: id, name: name, kind: .choice(names: names), value: value)
    case 2:
      let rangeByte = cursor.position
      let low = try cursor.double(bytes, limit: WireLimits.hertz)
      let high = try cursor.double(bytes, limit: WireLimits.hertz)
      let step = try cursor.double(bytes, limit: WireLimits.hertz)
      guard low <= high, step > 0 else { throw .invalid(byte: rangeByte) }
      guard value >= low, value <= high else { throw .invalid(byte: valueByte) }
      self.init(
        id: id, name: name, kind: .number(low: low, high: high, step: step, unit: try cursor.text(bytes)),
        value: value)
    default: throw .invalid(byte: kindByte)
    }
  }
}

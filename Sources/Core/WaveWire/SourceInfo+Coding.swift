extension SourceInfo: Payload {
  static let tag: UInt16 = 65

  var reservedBytes: Int { 105 + name.count + detail.count }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: flags.rawValue)
    bytes.append(unit.rawValue)
    bytes.append(littleEndian: lowHertz)
    bytes.append(littleEndian: highHertz)
    bytes.append(littleEndian: tuneLowHertz)
    bytes.append(littleEndian: tuneHighHertz)
    bytes.append(littleEndian: stepHertz)
    bytes.append(littleEndian: rbwHertz)
    bytes.append(littleEndian: enbwHertz)
    bytes.append(littleEndian: rowSeconds)
    bytes.append(littleEndian: durationSeconds)
    bytes.append(littleEndian: startMicroseconds)
    bytes.append(littleEndian: levelLow)
    bytes.append(littleEndian: levelHigh)
    bytes.append(text: name)
    bytes.append(text: detail)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let flags = SourceFlags(rawValue: try cursor.integer(bytes))
    let unitByte = cursor.position
    guard let unit = LevelUnit(rawValue: try cursor.integer(bytes)) else { throw .invalid(byte: unitByte) }
    let bandByte = cursor.position
    let lowHertz = try cursor.hertz(bytes)
    let highHertz = try cursor.hertz(bytes)
    guard lowHertz < highHertz else { throw .invalid(byte: bandByte) }
    let tuneByte = cursor.position
    let tuneLowHertz = try cursor.hertz(bytes)
    let tuneHighHertz = try cursor.hertz(bytes)
    guard tuneLowHertz < tuneHighHertz else { throw .invalid(byte: tuneByte) }
    // A band that is nothing beside the frequencies it may move to would vanish on its way there.
    let highest = [lowHertz, highHertz, tuneLowHertz, tuneHighHertz].reduce(0) { Swift.max($0, $1.magnitude) }
    guard highHertz - lowHertz >= highest * WireLimits.bandShare else { throw .invalid(byte: bandByte) }
    guard tuneHighHertz - tuneLowHertz >= highest * WireLimits.bandShare else {
      throw .invalid(byte: tuneByte)
    }
    let stepByte = cursor.position
    let stepHertz = try cursor.hertz(bytes)
    guard stepHertz >= WireLimits.stepHertz else { throw .invalid(byte: stepByte) }
    let rbwHertz = try cursor.bandwidth(bytes)
    let enbwHertz = try cursor.bandwidth(bytes)
    let rowSeconds = try cursor.double(bytes, limit: WireLimits.seconds)
    let durationSeconds = try cursor.double(bytes, limit: WireLimits.seconds)
    let startMicroseconds = try cursor.microseconds(bytes)
    let levelByte = cursor.position
    let levelLow = try cursor.decibels(bytes)
    let levelHigh = try cursor.decibels(bytes)
    guard levelLow < levelHigh else { throw .invalid(byte: levelByte) }
    self.init(
      source: source, flags: flags, unit: unit, lowHertz: lowHertz, highHertz: highHertz,
      tuneLowHertz: tuneLowHertz, tuneHighHertz: tuneHighHertz, stepHertz: stepHertz, rbwHertz: rbwHertz,
      enbwHertz: enbwHertz, rowSeconds: rowSeconds, durationSeconds: durationSeconds,
      startMicroseconds: startMicroseconds, levelLow: levelLow, levelHigh: levelHigh,
      name: try cursor.text(bytes), detail: try cursor.text(bytes))
  }
}

import WaveUnits

/// A group of channels with a common sample rate, as described in a store.
public struct StoreGroup: Equatable, Sendable {
  /// The name of the group, in UTF-8.
  public var name: [UInt8]
  /// The sample rate in hertz, or 0 if it is unknown or variable.
  public var rateHertz: Double
  /// The exponent of the chunk length, from 0 to 16: a chunk contains 2^exponent frames.
  public var chunkExponent: Int
  /// The channels of the group; there must be 1 to 1024.
  public var channels: [StoreChannel]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name, in UTF-8.
  ///   - rateHertz: The sample rate, or 0 if it is unknown or variable.
  ///   - chunkExponent: The exponent of the chunk length, or nil for chunks of a quarter to half a second,
  ///     with at least 16 frames.
  ///   - channels: The channels of the group; there must be 1 to 1024.
  public init(name: [UInt8], rateHertz: Double, chunkExponent: Int? = nil, channels: [StoreChannel]) {
    self.name = name
    self.rateHertz = rateHertz
    self.channels = channels
    self.chunkExponent =
      chunkExponent ?? Self.chunkExponent(rateHertz: rateHertz, channelCount: channels.count)
  }

  private static func chunkExponent(rateHertz: Double, channelCount: Int) -> Int {
    var exponent = 4
    while exponent < StoreFormat.chunkExponentLimit, Double(4 << exponent) <= rateHertz,
      Swift.max(1, channelCount) << (exponent + 1) <= StoreFormat.chunkSampleLimit
    {
      exponent += 1
    }
    return exponent
  }

  /// Throws an error if the group exceeds the limits of a store.
  func check() throws(StoreError) {
    guard rateHertz.isFinite, rateHertz >= 0 else { throw .badRate }
    guard (1...StoreFormat.channelLimit).contains(channels.count) else {
      throw .badChannelCount(count: channels.count, limit: StoreFormat.channelLimit)
    }
    guard (0...StoreFormat.chunkExponentLimit).contains(chunkExponent),
      channels.count << chunkExponent <= StoreFormat.chunkSampleLimit
    else { throw .badChunk(exponent: chunkExponent, limit: StoreFormat.chunkSampleLimit) }
    try name.checkLength()
    for channel in channels {
      try channel.label.checkLength()
      try channel.unit.checkLength()
    }
  }
}

/// A channel, as described in a store.
public struct StoreChannel: Equatable, Sendable {
  /// The name of the channel, in UTF-8.
  public var label: [UInt8]
  /// The unit of the values, in UTF-8.
  public var unit: [UInt8]
  /// The lowest plausible value, or NaN if it is unknown.
  public var low: Double
  /// The highest plausible value, or NaN if it is unknown.
  public var high: Double
  /// The conversion from integers to values; a value that no integer represents exactly is stored as a
  /// floating-point number.
  public var scale: StoreScale

  /// Creates a channel.
  public init(
    label: [UInt8], unit: [UInt8], low: Double = .nan, high: Double = .nan, scale: StoreScale = .identity
  ) {
    self.label = label
    self.unit = unit
    self.low = low
    self.high = high
    self.scale = scale
  }
}

/// The conversion from integers to values: (integer − zero) × factor ÷ divisor + offset.
///
/// It is computed in double precision and in this order, so that the scales of WFDB (zero, divisor), EDF
/// (zero, factor, offset) and DICOM (factor, offset) give bit-identical values.
public struct StoreScale: Equatable, Sendable {
  /// The number subtracted from the integer.
  public var zero: Double
  /// The factor applied to the difference.
  public var factor: Double
  /// The divisor of the product.
  public var divisor: Double
  /// The number added to the quotient.
  public var offset: Double

  /// Creates a scale, by default the identity.
  public init(zero: Double = 0, factor: Double = 1, divisor: Double = 1, offset: Double = 0) {
    self.zero = zero
    self.factor = factor
    self.divisor = divisor
    self.offset = offset
  }

  /// The identity scale, for values that are integers.
  public static let identity = StoreScale()

  /// Returns the value that an integer represents.
  public func value(_ integer: Int32) -> Double {
    let scaled = (Double(integer) - zero) * factor
    return scaled / divisor + offset
  }

  /// Returns the integer that represents a value exactly, or nil if there is none.
  public func integer(_ value: Double) -> Int32? {
    let guess = ((value - offset) * divisor / factor + zero).rounded()
    guard guess >= -2_147_483_648, guess <= 2_147_483_647 else { return nil }
    let integer = Int32(saturating: guess)
    return self.value(integer).bitPattern == value.bitPattern ? integer : nil
  }
}

extension [UInt8] {
  /// Throws an error if the text is too long.
  func checkLength() throws(StoreError) {
    guard count <= StoreFormat.textLimit else {
      throw .textTooLong(byteCount: count, limit: StoreFormat.textLimit)
    }
  }
}

/// A group with its number, as stored in a record.
struct StoreGroupRecord: StoreFields {
  var number: Int
  var group: StoreGroup

  static func read(_ payload: [UInt8], place: UInt64) throws(StoreError) -> StoreGroupRecord {
    var coder = StoreCoder(payload, place: place)
    let blank = StoreGroup(name: [], rateHertz: 0, channels: [])
    let record = coder.read(StoreGroupRecord(number: 0, group: blank))
    coder.require(record.number < StoreFormat.groupLimit)
    try coder.finish()
    do { try record.group.check() } catch { throw coder.malformed }
    return record
  }

  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&number, as: UInt16.self)
    coder.integer(&group.chunkExponent, as: UInt8.self)
    coder.skip(1)
    let count = coder.count(group.channels.count, limit: StoreFormat.channelLimit)
    coder.double(&group.rateHertz)
    coder.text(&group.name)
    coder.items(&group.channels, count: count, blank: StoreChannel(label: [], unit: []))
  }
}

extension StoreChannel: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.sized(52 + label.count + unit.count) { coder in
      coder.double(&low)
      coder.double(&high)
      coder.double(&scale.zero)
      coder.double(&scale.factor)
      coder.double(&scale.divisor)
      coder.double(&scale.offset)
      coder.text(&label)
      coder.text(&unit)
    }
  }
}

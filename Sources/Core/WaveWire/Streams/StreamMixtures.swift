/// A wish to make a stream of others, or to take one away that was made (tag 24).
public enum SetMixture: Equatable, Sendable {
  /// Make one; the server finds its place.
  case make(source: UInt16, StreamMixture.Formula, label: [UInt8], unit: [UInt8])
  /// Take one away, by its channel.
  case remove(source: UInt16, channel: UInt8)

  /// Which source.
  public var source: UInt16 {
    switch self {
    case .make(let source, _, _, _), .remove(let source, _): source
    }
  }
}

/// A stream that is made of others: two streams weighed and added, or one scaled and shifted.
public struct StreamMixture: Equatable, Sendable {
  /// How its samples are made: `firstFactor` × first + `secondFactor` × second + `offset`; missing where one of them is.
  public struct Formula: Equatable, Sendable {
    /// One channel, as counted through all groups.
    public var first: UInt8
    /// Its weight.
    public var firstFactor: Double
    /// The other channel, of the same group; not read where its weight is 0.
    public var second: UInt8
    /// Its weight; 0 where there is no other channel.
    public var secondFactor: Double
    /// What is added.
    public var offset: Double

    /// Describes a sum; without a second channel, one that is scaled and shifted.
    public init(
      first: UInt8, firstFactor: Double = 1, second: UInt8 = 0, secondFactor: Double = 0, offset: Double = 0
    ) {
      self.first = first
      self.firstFactor = firstFactor
      self.second = second
      self.secondFactor = secondFactor
      self.offset = offset
    }
  }

  /// The channel that it is.
  public var channel: UInt8
  /// How it is made.
  public var formula: Formula

  /// Describes a made stream.
  public init(channel: UInt8, formula: Formula) {
    self.channel = channel
    self.formula = formula
  }
}

/// The streams of a source that users have made (tag 109); sent where such can be made, and again when it changes.
public struct StreamMixtures: Equatable, Sendable {
  /// Which source.
  public var source: UInt16
  /// The streams in order of their channels, `WireLimits.mixtures` at most.
  public var mixtures: [StreamMixture]

  /// Lists made streams.
  public init(source: UInt16, mixtures: [StreamMixture]) {
    self.source = source
    self.mixtures = mixtures
  }
}

extension StreamMixture.Formula {
  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(first)
    bytes.append(littleEndian: firstFactor)
    bytes.append(second)
    bytes.append(littleEndian: secondFactor)
    bytes.append(littleEndian: offset)
  }

  fileprivate init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    self.init(
      first: try cursor.integer(bytes), firstFactor: try cursor.hertz(bytes),
      second: try cursor.integer(bytes), secondFactor: try cursor.hertz(bytes),
      offset: try cursor.hertz(bytes))
  }
}

extension SetMixture: Payload {
  static let tag: UInt16 = 24

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    switch self {
    case .make(_, let formula, let label, let unit):
      bytes.append(0)
      formula.append(to: &bytes)
      bytes.append(text: label, limit: WireLimits.channelLabel)
      bytes.append(text: unit, limit: WireLimits.channelUnit)
    case .remove(_, let channel):
      bytes.append(1)
      bytes.append(channel)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let kindByte = cursor.position
    switch try cursor.integer(bytes) as UInt8 {
    case 0:
      self = .make(
        source: source, try StreamMixture.Formula(&cursor, bytes),
        label: try cursor.text(bytes, limit: WireLimits.channelLabel),
        unit: try cursor.text(bytes, limit: WireLimits.channelUnit))
    case 1: self = .remove(source: source, channel: try cursor.integer(bytes))
    default: throw .invalid(byte: kindByte)
    }
  }
}

extension StreamMixtures: Payload {
  static let tag: UInt16 = 109

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    let shown = mixtures.prefix(WireLimits.mixtures)
    bytes.append(UInt8(truncatingIfNeeded: shown.count))
    for mixture in shown {
      bytes.append(mixture.channel)
      mixture.formula.append(to: &bytes)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.mixtures)
    var mixtures: [StreamMixture] = []
    mixtures.reserveCapacity(count)
    for _ in 0..<count {
      mixtures.append(
        StreamMixture(
          channel: try cursor.integer(bytes), formula: try StreamMixture.Formula(&cursor, bytes)))
    }
    self.init(source: source, mixtures: mixtures)
  }
}

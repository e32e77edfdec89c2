public import WaveWire

/// A request to derive a stream from others, or to remove a derived one (tag 24).
public enum SetMixture: Equatable, Sendable {
  /// Derives a stream; the server assigns its channel number.
  case make(source: UInt16, StreamMixture.Formula, label: [UInt8], unit: [UInt8])
  /// Removes a derived stream, identified by its channel number.
  case remove(source: UInt16, channel: UInt8)

  /// The number of the source.
  public var source: UInt16 {
    switch self {
    case .make(let source, _, _, _), .remove(let source, _): source
    }
  }
}

/// A stream derived from others: a weighted sum of two streams, or one stream scaled and shifted.
public struct StreamMixture: Equatable, Sendable {
  /// The formula for the samples: `firstFactor` × first + `secondFactor` × second + `offset`.
  ///
  /// A sample is missing if any of its operands is missing.
  public struct Formula: Equatable, Sendable {
    /// The number of the first channel, counted across all groups.
    public var first: UInt8 = 0
    /// The factor of the first channel.
    public var firstFactor: Double = 1
    /// The number of the second channel, which must be in the same group; ignored if its factor is 0.
    public var second: UInt8 = 0
    /// The factor of the second channel; 0 if there is no second channel.
    public var secondFactor: Double = 0
    /// The offset that is added to the sum.
    public var offset: Double = 0

    /// Creates a weighted sum of two channels or, without a second channel, one channel scaled and shifted.
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

  /// The channel number of the derived stream.
  public var channel: UInt8 = 0
  /// The formula for the samples.
  public var formula = Formula(blank: ())

  /// Creates a derived stream with the given properties.
  public init(channel: UInt8, formula: Formula) {
    self.channel = channel
    self.formula = formula
  }
}

/// The derived streams of a source (tag 109).
///
/// The list is sent if the source supports derived streams, and again whenever it changes.
public struct StreamMixtures: Equatable, Sendable {
  /// The number of the source.
  public var source: UInt16 = 0
  /// The streams in the order of their channels, at most `WireLimits.mixtures`.
  public var mixtures: [StreamMixture] = []

  /// Creates a list of derived streams.
  public init(source: UInt16, mixtures: [StreamMixture]) {
    self.source = source
    self.mixtures = mixtures
  }
}

extension StreamMixture.Formula: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&first)
    coder.hertz(&firstFactor)
    coder.integer(&second)
    coder.hertz(&secondFactor)
    coder.hertz(&offset)
  }
}

extension SetMixture: Payload {
  @usableFromInline package static let tag: UInt16 = 24

  @usableFromInline package init(blank: Void) { self = .remove(source: 0, channel: 0) }

  /// The fields of the request on the wire: its type, and the fields of every type of request.
  ///
  /// Unused fields are blank.
  private var values:
    (kind: UInt8, formula: StreamMixture.Formula, label: [UInt8], unit: [UInt8], channel: UInt8)
  {
    switch self {
    case .make(_, let formula, let label, let unit): (0, formula, label, unit, 0)
    case .remove(_, let channel): (1, StreamMixture.Formula(blank: ()), [], [], channel)
    }
  }

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    var (source, values) = (source, values)
    coder.integer(&source)
    let start = coder.position
    coder.integer(&values.kind)
    switch values.kind {
    case 0:
      values.formula.fields(&coder)
      coder.text(&values.label, limit: WireLimits.channelLabel)
      coder.text(&values.unit, limit: WireLimits.channelUnit)
      self = .make(source: source, values.formula, label: values.label, unit: values.unit)
    case 1:
      coder.integer(&values.channel)
      self = .remove(source: source, channel: values.channel)
    default: return coder.refuse(.invalid(byte: start))
    }
  }
}

extension StreamMixture: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&channel)
    formula.fields(&coder)
  }
}

extension StreamMixtures: Payload {
  @usableFromInline package static let tag: UInt16 = 109

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    let count = coder.count(mixtures.count, as: UInt8.self, limit: WireLimits.mixtures)
    coder.elements(&mixtures, count: count)
  }
}

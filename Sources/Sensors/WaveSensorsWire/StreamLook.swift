public import WaveWire

/// A part of a source's appearance, either on a client's screen (tag 19) or stored in a recording that is
/// being played (tag 101).
///
/// Code that needs the content decodes it with `StreamLook`; other code passes it on.
public struct StreamLookPart: Equatable, Sendable {
  /// The number of the source.
  public var source: UInt16 = 0
  /// The encoded content, as described in Documentation/wire.md.
  public var content: [UInt8] = []
}

extension StreamLookPart: Payload {
  @usableFromInline package static let tag: UInt16 = 19
  /// The tag of the message when a server sends it.
  package static let serverTag: UInt16 = 101

  /// Appends the header and the payload of the message as sent by a server.
  func encodeFromServer(into bytes: inout [UInt8]) {
    let start = bytes.count
    encode(into: &bytes)
    bytes[start] = UInt8(truncatingIfNeeded: Self.serverTag)
  }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&source)
    // The content extends to the end of the message.
    coder.bytes(&content, count: C.isReading ? coder.bytesLeft : content.count)
  }
}

/// The appearance of streams on a client's screen, including layout, motion and scales.
///
/// An appearance with too many channels for one message is sent in parts that differ only in their channels.
public struct StreamLook: Equatable, Sendable {
  /// The layout of the streams.
  public enum Layout: UInt8, Equatable, Sendable {
    /// A separate lane for each stream.
    case lanes = 0
    /// All streams in one lane.
    case overlaid = 1
    /// Electrocardiogram paper.
    case paper = 2
    /// One stream plotted against another.
    case xy = 3
  }

  /// The motion of the display as time passes.
  public enum Motion: UInt8, Equatable, Sendable {
    /// A cursor moves from left to right, overwriting the previous traces.
    case sweep = 0
    /// The traces move to the left, with the newest samples at the right edge.
    case scroll = 1
    /// The display freezes when a stream crosses the trigger level, until the next crossing.
    case trigger = 2
  }

  /// The arrangement of leads on paper.
  public enum Form: UInt8, Equatable, Sendable {
    /// Three rows of four leads, and lead II below them.
    case threeByFour = 0
    /// Six rows of two leads.
    case sixByTwo = 1
    /// Twelve rows of one lead.
    case twelve = 2
  }

  /// The appearance of one stream.
  public struct Channel: Equatable, Sendable {
    /// The number of the channel, counted across all groups.
    public var channel: UInt8 = 0
    /// Whether the stream is visible.
    public var isShown: Bool = false
    /// Whether the scale follows the visible samples.
    public var isAutomatic: Bool = false
    /// The value at the bottom of the lane.
    public var low: Float = 0
    /// The value at the top of the lane.
    public var high: Float = 0
    /// The range of values that raises no alarm; nil if there is no alarm.
    public var alarm: Band?

    /// Creates the appearance of a stream.
    public init(
      channel: UInt8, isShown: Bool, isAutomatic: Bool, low: Float, high: Float, alarm: Band? = nil
    ) {
      self.channel = channel
      self.isShown = isShown
      self.isAutomatic = isAutomatic
      self.low = low
      self.high = high
      self.alarm = alarm
    }
  }

  /// The maximum number of channels in a message.
  public static let channelsAtOnce = 20
  /// The maximum number of channels in a message if every channel has an alarm.
  static let alarmsAtOnce = 11

  /// The number of the source.
  public var source: UInt16 = 0
  /// The layout of the streams.
  public var layout: Layout = .lanes
  /// The motion of the display.
  public var motion: Motion = .sweep
  /// The arrangement of leads on paper.
  public var form: Form = .threeByFour
  /// Whether lanes with the same unit share one scale.
  public var isLinked: Bool = false
  /// The duration from the left edge to the right edge in seconds, above 0.
  public var windowSeconds: Double = 0
  /// The paper speed in millimetres per second, above 0.
  public var speed: Float = 0
  /// The gain in millimetres per millivolt, above 0.
  public var gain: Float = 0
  /// The total number of channels in all parts.
  public var channelCount: UInt16 = 0
  /// The index of this part's first channel.
  public var firstPlace: UInt16 = 0
  /// The channels in the order of their lanes: all of them, or those in this part.
  public var channels: [Channel] = []
  /// The trigger that freezes the display if the motion is `trigger`.
  public var trigger = Trigger()

  /// Creates a complete appearance.
  public init(
    source: UInt16, layout: Layout, motion: Motion, form: Form, isLinked: Bool, windowSeconds: Double,
    speed: Float, gain: Float, channels: [Channel]
  ) {
    self.source = source
    self.layout = layout
    self.motion = motion
    self.form = form
    self.isLinked = isLinked
    self.windowSeconds = windowSeconds
    self.speed = speed
    self.gain = gain
    channelCount = UInt16(truncatingIfNeeded: channels.count)
    firstPlace = 0
    self.channels = channels
  }

  /// Whether the appearance contains all channels, rather than only those of one part.
  public var isWhole: Bool { firstPlace == 0 && channels.count == Int(channelCount) }

  /// The messages that together contain all channels.
  public var parts: [StreamLookPart] {
    var parts: [StreamLookPart] = []
    var place = 0
    let length = channels.contains { $0.alarm != nil } ? Self.alarmsAtOnce : Self.channelsAtOnce
    repeat {
      var part = self
      part.firstPlace = UInt16(truncatingIfNeeded: place)
      part.channels = Array(channels[place..<Swift.min(place + length, channels.count)])
      parts.append(StreamLookPart(source: source, content: part.content))
      place += length
    } while place < channels.count
    return parts
  }

  /// Appends the next part; a part that is out of order is ignored.
  public mutating func append(_ part: StreamLook) {
    guard part.channelCount == channelCount, Int(part.firstPlace) == channels.count else { return }
    channels += part.channels
  }
}

extension StreamLook {
  var content: [UInt8] {
    var bytes: [UInt8] = []
    var look = self
    var writer = FieldWriter(reusing: &bytes)
    look.fields(&writer)
    writer.returnBuffer(to: &bytes)
    return bytes
  }

  /// Decodes a part.
  ///
  /// - Throws: `WireError` with the position of the invalid byte in the content.
  public init(_ part: StreamLookPart) throws(WireError) {
    self = try part.content.span.bytes.withUnsafeBytes { (bytes) throws(WireError) in
      var look = StreamLook(blank: ())
      var reader = UnsafeFieldReader(bytes, position: 0, end: bytes.count)
      look.fields(&reader)
      try reader.finish()
      return look
    }
    source = part.source
  }
}

// The content of a part, which excludes the source.
extension StreamLook: FieldList {
  /// The encoded alarm of a stream.
  private struct Alarm: FieldList {
    var channel: UInt8 = 0
    var band = Band(blank: ())

    init(channel: UInt8, band: Band) {
      self.channel = channel
      self.band = band
    }

    init(blank: Void) {}

    mutating func fields<C: FieldCoder>(_ coder: inout C) {
      coder.integer(&channel)
      band.fields(&coder)
    }
  }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.choice(&layout, from: start)
    coder.choice(&motion, from: start)
    coder.choice(&form, from: start)
    var flags: UInt8 = isLinked ? 1 : 0
    coder.integer(&flags)
    isLinked = flags & 1 != 0
    let windowStart = coder.position
    coder.double(&windowSeconds, limit: WireLimits.seconds)
    coder.finite(&speed)
    coder.finite(&gain)
    coder.require(windowSeconds > 0 && speed > 0 && gain > 0, at: windowStart)
    let countStart = coder.position
    coder.integer(&channelCount)
    coder.integer(&firstPlace)
    let count = coder.count(channels.count, as: UInt8.self, limit: Self.channelsAtOnce)
    let isWithin = channelCount <= WireLimits.channels && Int(firstPlace) + count <= Int(channelCount)
    coder.require(isWithin, at: countStart)
    coder.elements(&channels, count: count)
    // Messages from older clients end here.
    guard coder.hasMore(true) else { return }
    trigger.fields(&coder)
    var alarms = channels.compactMap { channel in
      channel.alarm.map { Alarm(channel: channel.channel, band: $0) }
    }
    let alarmCount = coder.count(alarms.count, as: UInt8.self, limit: Self.channelsAtOnce)
    coder.elements(&alarms, count: alarmCount)
    guard C.isReading else { return }
    for alarm in alarms {
      for place in channels.indices where channels[place].channel == alarm.channel {
        channels[place].alarm = alarm.band
      }
    }
  }
}

extension StreamLook.Channel: FieldList {
  @usableFromInline package init(blank: Void) {}

  /// Encodes or decodes all fields except the alarm; alarms follow after all channels.
  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&channel)
    var flags: UInt8 = (isShown ? 1 : 0) | (isAutomatic ? 2 : 0)
    coder.integer(&flags)
    isShown = flags & 1 != 0
    isAutomatic = flags & 2 != 0
    let start = coder.position
    coder.finite(&low)
    coder.finite(&high)
    coder.require(low < high, at: start)
  }
}

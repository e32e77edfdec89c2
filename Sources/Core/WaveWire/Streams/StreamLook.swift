/// A part of how a client looks at a source (tag 19), or how one did whose recording is played (tag 101).
///
/// Its content is read by `StreamLook` where it is needed, and passed on elsewhere.
public struct StreamLookPart: Equatable, Sendable {
  /// Which source.
  public var source: UInt16
  /// What follows, as Documentation/wire.md has it.
  public var content: [UInt8]

  /// Passes on a content.
  public init(source: UInt16, content: [UInt8]) {
    self.source = source
    self.content = content
  }
}

extension StreamLookPart: Payload {
  static let tag: UInt16 = 19
  /// The tag from a server.
  static let serverTag: UInt16 = 101

  /// Appends header and payload as a server sends it.
  func encodeFromServer(into bytes: inout [UInt8]) {
    let start = bytes.count
    encode(into: &bytes)
    bytes[start] = UInt8(truncatingIfNeeded: Self.serverTag)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(contentsOf: content)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    source = try cursor.integer(bytes)
    content = []
    while cursor.position < cursor.end { content.append(try cursor.integer(bytes)) }
  }
}

/// How streams are looked at.
///
/// More channels than fit into a message come in parts, one after another, which differ in their channels alone.
public struct StreamLook: Equatable, Sendable {
  /// How streams are laid out.
  public enum Layout: UInt8, Equatable, Sendable {
    /// A lane for each stream.
    case lanes = 0
    /// All streams in one lane.
    case overlaid = 1
    /// The paper of an electrocardiogram.
    case paper = 2
    /// One stream against another.
    case crossed = 3
  }

  /// How time moves.
  public enum Motion: UInt8, Equatable, Sendable {
    /// A cursor writes from left to right over what is there.
    case sweep = 0
    /// The newest stands at the right edge.
    case scroll = 1
    /// The picture stands until a stream crosses a level again.
    case trigger = 2
  }

  /// Rows and columns of leads on the paper.
  public enum Form: UInt8, Equatable, Sendable {
    /// Three rows of four, and lead II below them.
    case threeByFour = 0
    /// Six rows of two.
    case sixByTwo = 1
    /// Twelve rows.
    case twelve = 2
  }

  /// One stream.
  public struct Channel: Equatable, Sendable {
    /// Which one, counted through all groups.
    public var channel: UInt8
    /// Whether it is shown.
    public var isShown: Bool
    /// Whether its values follow what is seen.
    public var isAutomatic: Bool
    /// The value at the bottom of its lane.
    public var low: Float
    /// The value at the top of its lane.
    public var high: Float
    /// The values that it may have without an alarm; nil for any.
    public var alarm: Band?

    /// Describes a stream.
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

  /// Channels in a message at most.
  public static let channelsAtOnce = 20
  /// Channels in a message at most where each has an alarm.
  static let alarmsAtOnce = 11

  /// Which source.
  public var source: UInt16
  /// How streams are laid out.
  public var layout: Layout
  /// How time moves.
  public var motion: Motion
  /// Rows and columns of leads on the paper.
  public var form: Form
  /// Whether lanes of one unit are scaled together.
  public var isLinked: Bool
  /// Seconds from the left edge to the right one, above 0.
  public var windowSeconds: Double
  /// Paper speed in millimetres a second, above 0.
  public var speed: Float
  /// Millimetres for a millivolt, above 0.
  public var gain: Float
  /// How many channels there are in all parts.
  public var channelCount: UInt16
  /// The place of this part's first channel.
  public var firstPlace: UInt16
  /// Channels in the order of their lanes: all of them, or those of this part.
  public var channels: [Channel]
  /// When the picture stands, where time stands until a stream crosses a level.
  public var trigger = Trigger()

  /// Describes a look as a whole.
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

  /// Whether it has all channels.
  public var isWhole: Bool { firstPlace == 0 && channels.count == Int(channelCount) }

  /// Messages that have all of it together.
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

  /// Takes the next part; one that is not the next is passed over.
  public mutating func append(_ part: StreamLook) {
    guard part.channelCount == channelCount, Int(part.firstPlace) == channels.count else { return }
    channels += part.channels
  }
}

extension StreamLook {
  private var content: [UInt8] {
    var bytes: [UInt8] = [layout.rawValue, motion.rawValue, form.rawValue, isLinked ? 1 : 0]
    bytes.append(littleEndian: windowSeconds)
    bytes.append(littleEndian: speed)
    bytes.append(littleEndian: gain)
    bytes.append(littleEndian: channelCount)
    bytes.append(littleEndian: firstPlace)
    bytes.append(UInt8(truncatingIfNeeded: channels.count))
    for channel in channels {
      bytes.append(channel.channel)
      bytes.append((channel.isShown ? 1 : 0) | (channel.isAutomatic ? 2 : 0))
      bytes.append(littleEndian: channel.low)
      bytes.append(littleEndian: channel.high)
    }
    trigger.append(to: &bytes)
    bytes.append(UInt8(truncatingIfNeeded: channels.count { $0.alarm != nil }))
    for channel in channels {
      guard let alarm = channel.alarm else { continue }
      bytes.append(channel.channel)
      bytes.append(littleEndian: alarm.low)
      bytes.append(littleEndian: alarm.high)
    }
    return bytes
  }

  /// Reads a part.
  ///
  /// - Throws: `WireError` with the byte of the content where it cannot be.
  public init(_ part: StreamLookPart) throws(WireError) {
    source = part.source
    let bytes = part.content.span.bytes
    var cursor = ByteCursor(position: 0, end: part.content.count)
    let start = cursor.position
    guard let layout = Layout(rawValue: try cursor.integer(bytes)),
      let motion = Motion(rawValue: try cursor.integer(bytes)),
      let form = Form(rawValue: try cursor.integer(bytes))
    else { throw .invalid(byte: start) }
    (self.layout, self.motion, self.form) = (layout, motion, form)
    let flags: UInt8 = try cursor.integer(bytes)
    isLinked = flags & 1 != 0
    let windowByte = cursor.position
    windowSeconds = try cursor.double(bytes, limit: WireLimits.seconds)
    speed = try cursor.level(bytes)
    gain = try cursor.level(bytes)
    guard windowSeconds > 0, speed > 0, gain > 0 else { throw .invalid(byte: windowByte) }
    let countByte = cursor.position
    channelCount = try cursor.integer(bytes)
    firstPlace = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: Self.channelsAtOnce)
    guard channelCount <= WireLimits.channels, Int(firstPlace) + count <= Int(channelCount) else {
      throw .invalid(byte: countByte)
    }
    channels = []
    channels.reserveCapacity(count)
    for _ in 0..<count {
      let channel: UInt8 = try cursor.integer(bytes)
      let flags: UInt8 = try cursor.integer(bytes)
      let lowByte = cursor.position
      let low = try cursor.level(bytes)
      let high = try cursor.level(bytes)
      guard low < high else { throw .invalid(byte: lowByte) }
      channels.append(
        Channel(
          channel: channel, isShown: flags & 1 != 0, isAutomatic: flags & 2 != 0, low: low, high: high))
    }
    // Clients of before there was more end here.
    guard cursor.position < cursor.end else { return }
    trigger = try Trigger(&cursor, bytes)
    for _ in 0..<(try cursor.count(bytes, limit: Self.channelsAtOnce)) {
      let channel: UInt8 = try cursor.integer(bytes)
      let alarm = try Band(&cursor, bytes)
      for place in channels.indices where channels[place].channel == channel { channels[place].alarm = alarm }
    }
  }
}

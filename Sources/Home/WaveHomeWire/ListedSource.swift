public import WaveWire

/// An entry in the list of what a server offers: a receiver, a sensor, a recording, a table or a terrain.
public struct ListedSource: Equatable, Sendable {
  /// The instrument that shows a source.
  public enum Instrument: UInt8, CaseIterable, Sendable {
    case spectrum = 0
    case sensors = 1
    case data = 2
    case coverage = 3
  }

  /// What a source is doing.
  public enum State: UInt8, Sendable {
    /// The source sends data, or is ready to answer.
    case live = 0
    /// The source is being opened.
    case opening = 1
    /// The source has stopped, for example because its device is unplugged; `stateText` says why.
    case stopped = 2
    /// The source is a recording or a file.
    case recorded = 3
  }

  /// Properties of a source, as a set of flags.
  public struct Flags: OptionSet, Equatable, Sendable {
    /// The flags as they are sent in messages.
    public let rawValue: UInt8
    /// Creates flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The signal is simulated; clients show this on the screen.
    public static let simulated = Flags(rawValue: 1)
    /// The source was added by a client, and can be removed.
    public static let removable = Flags(rawValue: 2)
    /// The source has thumbnails.
    public static let thumbnail = Flags(rawValue: 4)
  }

  /// The number that identifies the entry as long as the server runs.
  public var identifier: UInt32 = 0
  /// The instrument that shows the source.
  public var instrument = Instrument.spectrum
  /// The number of the source in the messages of its instrument.
  public var source: UInt16 = 0
  /// What the source is doing.
  public var state = State.live
  /// The properties of the source.
  public var flags: Flags = []
  /// The name, in UTF-8, at most `WireLimits.sourceText` bytes; never the name of a patient.
  public var name: [UInt8] = []
  /// The description, such as "2.4 MS/s" or "12 leads, 1,000 Hz"; at most `WireLimits.sourceText` bytes.
  public var detail: [UInt8] = []
  /// The reason for the state, or empty; at most `WireLimits.sourceText` bytes.
  public var stateText: [UInt8] = []

  /// Creates an entry.
  public init(
    identifier: UInt32, instrument: Instrument, source: UInt16, state: State = .live, flags: Flags = [],
    name: [UInt8], detail: [UInt8] = [], stateText: [UInt8] = []
  ) {
    self.identifier = identifier
    self.instrument = instrument
    self.source = source
    self.state = state
    self.flags = flags
    self.name = name
    self.detail = detail
    self.stateText = stateText
  }
}

extension ListedSource: FieldList {
  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&identifier)
    coder.choice(&instrument)
    coder.integer(&source)
    coder.choice(&state)
    coder.flags(&flags)
    coder.text(&name, limit: WireLimits.sourceText)
    coder.text(&detail, limit: WireLimits.sourceText)
    coder.text(&stateText, limit: WireLimits.sourceText)
  }
}

/// A part of the list of sources (tag 192).
///
/// A list replaces the previous one when its first part arrives, and is complete when `total` entries have.
public struct SourceList: Equatable, Sendable {
  /// The index of the first entry in this message.
  public var first: UInt16 = 0
  /// The total number of entries, at most `WireLimits.listedSources`.
  public var total: UInt16 = 0
  /// The entries, at most `WireLimits.listedSourcesPerMessage`.
  public var sources: [ListedSource] = []

  /// Creates a part of a list.
  public init(first: UInt16, total: UInt16, sources: [ListedSource]) {
    self.first = first
    self.total = total
    self.sources = sources
  }

  /// Returns the messages that send a list; entries beyond the limit are left out.
  public static func messages(_ sources: [ListedSource]) -> [SourceList] {
    let sources = sources.prefix(WireLimits.listedSources)
    let size = WireLimits.listedSourcesPerMessage
    return stride(from: 0, to: Swift.max(1, sources.count), by: size).map { first in
      SourceList(
        first: UInt16(first), total: UInt16(sources.count), sources: Array(sources[first...].prefix(size)))
    }
  }
}

extension SourceList: Payload {
  @usableFromInline package static let tag: UInt16 = 192

  @usableFromInline package var reservedBytes: Int { 16 + sources.count * 96 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    let start = coder.position
    coder.integer(&first)
    coder.integer(&total)
    let count = coder.count(sources.count, as: UInt8.self, limit: WireLimits.listedSourcesPerMessage)
    coder.require(Int(total) <= WireLimits.listedSources && Int(first) + count <= Int(total), at: start)
    coder.elements(&sources, count: count)
  }
}

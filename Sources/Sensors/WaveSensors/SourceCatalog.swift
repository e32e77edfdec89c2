import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The sources that the server has announced, its messages about each of them, and which one is shown.
struct SourceCatalog: Sendable {
  /// The server's control that records, as Documentation/wire.md has it.
  static let recordControl: UInt8 = 203
  /// The control of a folder of recordings that picks one; its first choice is none.
  static let pickControl: UInt8 = 199

  /// A source, and the clocks of its groups.
  struct Entry: Sendable {
    fileprivate(set) var source: StreamSource
    /// When the samples of each group were made.
    fileprivate(set) var clocks: [StreamClock]
    /// How its time runs beside the server's.
    fileprivate(set) var playback = PlaybackClock()
  }

  /// What belongs to a source; the server may send it before the source itself.
  private struct Details: Sendable {
    let source: UInt16
    fileprivate(set) var marks: [StreamMarks.Mark] = []
    fileprivate(set) var controls: [SourceControl] = []
    fileprivate(set) var steering: Steering?
    fileprivate(set) var mixtures: [StreamMixture]?
  }

  /// What an announced source is to those that were known.
  enum Announcement {
    /// The only one: it is shown.
    case first
    /// One more.
    case added
    /// A known one, whose streams and name are the same.
    case described
    /// A known one, whose streams or name are others than before.
    case changed(from: StreamSource, isShown: Bool)
  }

  /// What a message changes.
  struct Changes: OptionSet {
    let rawValue: UInt8
    /// What is drawn, or said around it.
    static let picture = Changes(rawValue: 1)
    /// When samples were made that have been drawn.
    static let times = Changes(rawValue: 2)
    /// What the server has to send.
    static let view = Changes(rawValue: 4)
    /// A recording that was at rest is played on.
    static let resumed = Changes(rawValue: 8)
  }

  /// The sources in the order in which they were announced.
  private(set) var entries: [Entry] = []
  /// The place of the one that is shown.
  private(set) var index = 0
  private var details: [Details] = []

  /// The source that is shown, with its clocks.
  private var shown: Entry? { hasSource ? entries[index] : nil }
  private var shownDetails: Details? { details.first { $0.source == source?.source } }

  /// Whether any source is shown.
  var hasSource: Bool { entries.indices.contains(index) }
  /// The source that is shown; nil before there is one.
  var source: StreamSource? { shown?.source }
  /// When the samples of each of its groups were made.
  var clocks: [StreamClock] { shown?.clocks ?? [] }
  /// How its time runs.
  var playback: PlaybackClock { shown?.playback ?? PlaybackClock() }
  /// The marks in it.
  var marks: [StreamMarks.Mark] { shownDetails?.marks ?? [] }
  /// What can be set at it.
  var controls: [SourceControl] { shownDetails?.controls ?? [] }
  /// Who steers it.
  var steering: Steering? { shownDetails?.steering }
  /// Its streams that are made of others; nil where none can be made.
  var mixtures: [StreamMixture]? { shownDetails?.mixtures }
  /// Whether the server records it.
  var isBeingRecorded: Bool { controls.contains { $0.id == Self.recordControl && $0.value != 0 } }
  /// What picks a recording, where it is a folder of them.
  var picker: SourceControl? { controls.first { $0.id == Self.pickControl && $0.kind == .choice } }
  /// Whether it is a recording that is not played on.
  var isAtRest: Bool { source?.isRecording == true && playback.newest?.speed == 0 }

  /// The source's time at a server time.
  func microseconds(atServer server: Int64) -> Double { playback.microseconds(atServer: Double(server)) }

  /// When a mark's sample was made, in source time; nil where that is not known.
  func microseconds(of mark: StreamMarks.Mark) -> Double? {
    let clocks = clocks
    guard Int(mark.group) < clocks.count, !clocks[Int(mark.group)].isEmpty else { return nil }
    return clocks[Int(mark.group)].microseconds(of: Double(mark.sequence))
  }

  /// Seconds into a recording at a moment of its time; nil where they are not known.
  func positionSeconds(at microseconds: Double) -> Double? {
    guard let source, source.recordingSeconds > 0,
      let recorded = playback.recordedMicroseconds(at: microseconds)
    else { return nil }
    let seconds = (recorded - Double(source.recordingStartMicroseconds)) / 1e6
    return Swift.max(0, Swift.min(source.recordingSeconds, seconds))
  }

  /// Forgets all: the server has been started anew.
  mutating func removeAll() {
    entries = []
    details = []
  }

  /// Shows another source.
  ///
  /// - Returns: Whether it is another one than before.
  mutating func choose(_ next: Int) -> Bool {
    guard entries.indices.contains(next), next != index else { return false }
    index = next
    return true
  }

  /// Receives the description of a source.
  mutating func announce(_ source: StreamSource) -> Announcement {
    guard let place = place(of: source.source) else {
      entries.append(
        Entry(source: source, clocks: [StreamClock](repeating: StreamClock(), count: source.groups.count)))
      guard entries.count == 1 else { return .added }
      index = 0
      return .first
    }
    let before = entries[place].source
    entries[place].source = source
    // Another name is another recording: what was seen is of another time.
    guard before.groups != source.groups || before.name != source.name else { return .described }
    entries[place].clocks = [StreamClock](
      repeating: StreamClock(entries[place].playback), count: source.groups.count)
    return .changed(from: before, isShown: place == index)
  }

  /// Receives what the server says of a source; passes over other messages.
  mutating func receive(_ message: SensorsMessage) -> Changes {
    switch message {
    case .times(let times):
      guard let place = place(of: times.source), Int(times.group) < entries[place].clocks.count else { break }
      entries[place].clocks[Int(times.group)].receive(times)
      return place == index && times.reason == .step ? .times : []
    case .timeMap(let map):
      guard let place = place(of: map.source) else { return [.view, .picture] }
      let wasAtRest = entries[place].playback.newest?.speed == 0
      entries[place].playback.receive(map)
      // The times of its samples follow.
      for group in entries[place].clocks.indices {
        entries[place].clocks[group].follow(entries[place].playback)
      }
      guard place == index else { return [.view, .picture] }
      return wasAtRest && map.speed > 0 ? [.view, .picture, .times, .resumed] : [.view, .picture, .times]
    case .marks(let marks):
      details[detail(of: marks.source)].marks = marks.marks
      return .picture
    case .controls(let controls):
      details[detail(of: controls.source)].controls = controls.controls
      return .picture
    case .mixtures(let mixtures):
      details[detail(of: mixtures.source)].mixtures = mixtures.mixtures
      return .picture
    case .steering(let steering): details[detail(of: steering.source)].steering = steering
    default: break
    }
    return []
  }

  /// Sets a control of the source that is shown at once; the source's answer is what counts.
  ///
  /// - Returns: What to ask of the source; nil where there is no such control, or its value stays.
  mutating func adjust(_ id: UInt8, _ input: ControlInput) -> Command? {
    guard let place = details.firstIndex(where: { $0.source == source?.source }),
      let index = details[place].controls.firstIndex(where: { $0.id == id })
    else { return nil }
    let control = details[place].controls[index]
    let wish: Double
    switch input {
    case .set(let value): wish = Double(value)
    case .drag(_, let fraction, _): wish = control.low + fraction * (control.high - control.low)
    case .step(_, let steps): wish = control.value + Double(steps) * control.step
    case .text: return nil
    }
    let value = control.value(nearestTo: wish)
    guard value != control.value else { return nil }
    details[place].controls[index].value = value
    return .adjust(source: details[place].source, control: id, value: value)
  }

  private func place(of source: UInt16) -> Int? { entries.firstIndex { $0.source.source == source } }

  /// The place of a source's details, which are empty at first.
  private mutating func detail(of source: UInt16) -> Int {
    if let place = details.firstIndex(where: { $0.source == source }) { return place }
    details.append(Details(source: source))
    return details.count - 1
  }
}

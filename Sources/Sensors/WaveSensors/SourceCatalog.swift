import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The sources announced by the server, their latest state, and the index of the visible source.
struct SourceCatalog: Sendable {
  /// The number of the server's control for recording, as documented in Documentation/wire.md.
  static let recordControl: UInt8 = 203
  /// The number of the control that selects a recording in a folder; its first choice is “none”.
  static let pickControl: UInt8 = 199

  /// A source and the clocks of its groups.
  struct Entry: Sendable {
    fileprivate(set) var source: StreamSource
    /// The sample times of each group.
    fileprivate(set) var clocks: [StreamClock]
    /// The mapping between the source's time and server time.
    fileprivate(set) var playback = PlaybackClock()
  }

  /// Details of a source, which the server can send before the source itself.
  private struct Details: Sendable {
    let source: UInt16
    fileprivate(set) var marks: [StreamMarks.Mark] = []
    fileprivate(set) var controls: [SourceControl] = []
    fileprivate(set) var steering: Steering?
    fileprivate(set) var mixtures: [StreamMixture]?
  }

  /// The result of adding an announced source to the catalog.
  enum Announcement {
    /// The first source. It is shown.
    case first
    /// An additional source.
    case added
    /// A known source whose streams and name have not changed.
    case described
    /// A known source whose streams or name have changed.
    case changed(from: StreamSource, isShown: Bool)
  }

  /// The changes that a message causes.
  struct Changes: OptionSet {
    let rawValue: UInt8
    /// The display or the text around it has changed.
    static let picture = Changes(rawValue: 1)
    /// The times of samples that have already been drawn have changed.
    static let times = Changes(rawValue: 2)
    /// The server must send different data.
    static let view = Changes(rawValue: 4)
    /// Playback of a recording has resumed.
    static let resumed = Changes(rawValue: 8)
  }

  /// The sources in the order of their announcement.
  private(set) var entries: [Entry] = []
  /// The index of the source that is shown.
  private(set) var index = 0
  private var details: [Details] = []

  /// The source that is shown, with its clocks.
  private var shown: Entry? { hasSource ? entries[index] : nil }
  private var shownDetails: Details? { details.first { $0.source == source?.source } }

  /// Whether any source is shown.
  var hasSource: Bool { entries.indices.contains(index) }
  /// The source that is shown; nil until one is announced.
  var source: StreamSource? { shown?.source }
  /// The sample times of each of the source's groups.
  var clocks: [StreamClock] { shown?.clocks ?? [] }
  /// The playback clock of the source.
  var playback: PlaybackClock { shown?.playback ?? PlaybackClock() }
  /// The marks in the source.
  var marks: [StreamMarks.Mark] { shownDetails?.marks ?? [] }
  /// The controls of the source.
  var controls: [SourceControl] { shownDetails?.controls ?? [] }
  /// The client that controls the source, as reported by the server; nil if the server has not reported it.
  var steering: Steering? { shownDetails?.steering }
  /// The derived streams; nil if the server does not support derived streams.
  var mixtures: [StreamMixture]? { shownDetails?.mixtures }
  /// Whether the server is recording the source.
  var isBeingRecorded: Bool { controls.contains { $0.id == Self.recordControl && $0.value != 0 } }
  /// The control that selects a recording, if the source is a folder of recordings.
  var picker: SourceControl? { controls.first { $0.id == Self.pickControl && $0.kind == .choice } }
  /// Whether the source is a recording whose playback has stopped.
  var isAtRest: Bool { source?.isRecording == true && playback.newest?.speed == 0 }

  /// Returns the source time at a server time.
  func microseconds(atServer server: Int64) -> Double { playback.microseconds(atServer: Double(server)) }

  /// Returns the source time of a mark's sample; nil if it is unknown.
  func microseconds(of mark: StreamMarks.Mark) -> Double? {
    let clocks = clocks
    guard Int(mark.group) < clocks.count, !clocks[Int(mark.group)].isEmpty else { return nil }
    return clocks[Int(mark.group)].microseconds(of: Double(mark.sequence))
  }

  /// Returns the position in a recording at a source time, in seconds; nil if it is unknown.
  func positionSeconds(at microseconds: Double) -> Double? {
    guard let source, source.recordingSeconds > 0,
      let recorded = playback.recordedMicroseconds(at: microseconds)
    else { return nil }
    let seconds = (recorded - Double(source.recordingStartMicroseconds)) / 1e6
    return Swift.max(0, Swift.min(source.recordingSeconds, seconds))
  }

  /// Removes all sources after the server has restarted.
  mutating func removeAll() {
    entries = []
    details = []
  }

  /// Switches to the source with the given index.
  ///
  /// - Returns: Whether the source has changed.
  mutating func choose(_ next: Int) -> Bool {
    guard entries.indices.contains(next), next != index else { return false }
    index = next
    return true
  }

  /// Adds or updates a source that the server describes.
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
    // A different name means a different recording, whose times are unrelated.
    guard before.groups != source.groups || before.name != source.name else { return .described }
    entries[place].clocks = [StreamClock](
      repeating: StreamClock(entries[place].playback), count: source.groups.count)
    return .changed(from: before, isShown: place == index)
  }

  /// Applies a message about a source; other messages are ignored.
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
      // Update the times of the source's samples.
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

  /// Sets a control of the source without waiting for the server; the server's reply then replaces the value.
  ///
  /// - Returns: The command to send; nil if there is no such control, or its value does not change.
  mutating func adjust(_ id: UInt8, _ input: ControlInput) -> Command? {
    guard let place = details.firstIndex(where: { $0.source == source?.source }),
      let index = details[place].controls.firstIndex(where: { $0.id == id })
    else { return nil }
    let control = details[place].controls[index]
    let requested: Double
    switch input {
    case .set(let value): requested = Double(value)
    case .drag(_, let fraction, _): requested = control.low + fraction * (control.high - control.low)
    case .step(_, let steps): requested = control.value + Double(steps) * control.step
    case .text, .seen: return nil
    }
    let value = control.value(nearestTo: requested)
    guard value != control.value else { return nil }
    details[place].controls[index].value = value
    return .adjust(source: details[place].source, control: id, value: value)
  }

  private func place(of source: UInt16) -> Int? { entries.firstIndex { $0.source.source == source } }

  /// Returns the index of a source's details, creating empty details if there are none.
  private mutating func detail(of source: UInt16) -> Int {
    if let place = details.firstIndex(where: { $0.source == source }) { return place }
    details.append(Details(source: source))
    return details.count - 1
  }
}

import Testing
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// Sources, and what belongs to each of them, in whatever order it comes.
@Suite struct SourceCatalogTests {
  private func source(
    _ number: UInt16, name: String = "a", rates: [Double] = [100], flags: StreamSource.Flags = []
  ) -> StreamSource {
    StreamSource(
      source: number, flags: flags, name: Array(name.utf8), detail: [],
      groups: rates.map { .init(rateHertz: $0, channels: [StreamChannel(label: [0x61], unit: [])]) })
  }

  private func times(
    _ number: UInt16, group: UInt8 = 0, reason: SampleTimes.Reason = .start, microseconds: Int64 = 1_000_000
  ) -> SensorsMessage {
    .times(
      SampleTimes(
        source: number, group: group, reason: reason, sequence: 0, microseconds: microseconds, rateHertz: 100)
    )
  }

  private func map(_ number: UInt16, at server: Int64 = 0, speed: Double) -> SensorsMessage {
    .timeMap(TimeMap(source: number, serverMicroseconds: server, recordedMicroseconds: 0, speed: speed))
  }

  /// What an announcement was, in a word.
  private func announce(_ source: StreamSource, to catalog: inout SourceCatalog) -> String {
    switch catalog.announce(source) {
    case .first: "first"
    case .added: "added"
    case .described: "described"
    case .changed(let before, let isShown):
      "changed from \(String(decoding: before.name, as: UTF8.self)) \(before.groups.count) \(isShown)"
    }
  }

  @Test func theFirstSourceIsShown() {
    var catalog = SourceCatalog()
    #expect(catalog.source == nil && catalog.clocks.isEmpty && catalog.playback == PlaybackClock())
    #expect(announce(source(7), to: &catalog) == "first")
    #expect(announce(source(3), to: &catalog) == "added")
    #expect(catalog.source?.source == 7 && catalog.entries.map(\.source.source) == [7, 3])
  }

  @Test func anAnnouncementIsComparedWithTheOneBefore() {
    var catalog = SourceCatalog()
    _ = catalog.announce(source(0))
    _ = catalog.announce(source(1))
    #expect(announce(source(0, flags: .simulated), to: &catalog) == "described")
    #expect(catalog.source?.flags == .simulated)
    #expect(announce(source(0, name: "b"), to: &catalog) == "changed from a 1 true")
    #expect(announce(source(1, rates: [100, 25]), to: &catalog) == "changed from a 1 false")
    #expect(announce(source(1, rates: [100]), to: &catalog) == "changed from a 2 false")
  }

  @Test func aChangedSourceHasClocksThatKnowNothing() {
    var catalog = SourceCatalog()
    _ = catalog.announce(source(0))
    _ = catalog.receive(times(0))
    #expect(!catalog.clocks[0].isEmpty)
    _ = catalog.announce(source(0, flags: .simulated))
    #expect(!catalog.clocks[0].isEmpty)
    _ = catalog.announce(source(0, rates: [100, 25]))
    #expect(catalog.clocks.count == 2 && catalog.clocks.allSatisfy(\.isEmpty))
    // They follow the recording's time from the beginning.
    _ = catalog.receive(map(0, speed: 4))
    _ = catalog.announce(source(0, name: "b"))
    _ = catalog.receive(times(0))
    #expect(catalog.clocks[0].microseconds(of: 0) == 4_000_000)
  }

  @Test func oneIsChosenByItsPlace() {
    var catalog = SourceCatalog()
    _ = catalog.announce(source(7))
    _ = catalog.announce(source(3))
    for (place, isOther) in [(0, false), (1, true), (1, false), (2, false), (-1, false)] {
      #expect(catalog.choose(place) == isOther)
    }
    #expect(catalog.source?.source == 3)
    // After a restart the only source is shown, whatever was chosen before.
    catalog.removeAll()
    #expect(catalog.source == nil)
    #expect(announce(source(3), to: &catalog) == "first")
    #expect(catalog.index == 0 && catalog.source?.source == 3)
  }

  @Test func timesReachTheirGroup() {
    var catalog = SourceCatalog()
    #expect(catalog.receive(times(0, reason: .step)) == [])
    _ = catalog.announce(source(0, rates: [100, 25]))
    _ = catalog.announce(source(1))
    #expect(catalog.receive(times(0, group: 2, reason: .step)) == [])
    #expect(catalog.receive(times(0, group: 1, reason: .drift)) == [])
    #expect(catalog.clocks[0].isEmpty && catalog.clocks[1].microseconds(of: 100) == 2_000_000)
    #expect(catalog.receive(times(0, group: 1, reason: .step)) == .times)
    #expect(catalog.receive(times(1, reason: .step)) == [], "it is not shown")
  }

  @Test func mapsMoveTheSamplesOfTheirSource() {
    var catalog = SourceCatalog()
    #expect(catalog.receive(map(0, speed: 1)) == [.view, .picture])
    _ = catalog.announce(source(0, flags: .recording))
    _ = catalog.announce(source(1, flags: .recording))
    _ = catalog.receive(times(0))
    #expect(catalog.receive(map(1, speed: 5)) == [.view, .picture])
    #expect(catalog.playback.newest == nil && catalog.clocks[0].microseconds(of: 0) == 1_000_000)
    #expect(catalog.receive(map(0, speed: 5)) == [.view, .picture, .times])
    #expect(catalog.clocks[0].microseconds(of: 0) == 5_000_000)
    #expect(!catalog.isAtRest)
    #expect(catalog.receive(map(0, at: 10, speed: 0)) == [.view, .picture, .times])
    #expect(catalog.isAtRest)
    #expect(catalog.receive(map(0, at: 15, speed: 0)) == [.view, .picture, .times], "it rests on")
    #expect(catalog.receive(map(0, at: 20, speed: 2)) == [.view, .picture, .times, .resumed])
    #expect(catalog.receive(map(0, at: 30, speed: 3)) == [.view, .picture, .times], "it was not at rest")
    // Another source that plays on is none that is shown.
    _ = catalog.receive(map(1, at: 10, speed: 0))
    #expect(catalog.receive(map(1, at: 20, speed: 1)) == [.view, .picture])
    // What is live is never at rest.
    _ = catalog.receive(map(0, at: 40, speed: 0))
    #expect(catalog.isAtRest)
    _ = catalog.announce(source(0))
    #expect(!catalog.isAtRest)
  }

  @Test func detailsMayComeBeforeTheirSource() {
    var catalog = SourceCatalog()
    #expect(catalog.receive(.mixtures(StreamMixtures(source: 4, mixtures: []))) == .picture)
    let mark = StreamMarks.Mark(mark: 9, group: 0, sequence: 200, text: [])
    #expect(catalog.receive(.marks(StreamMarks(source: 4, marks: [mark]))) == .picture)
    #expect(catalog.receive(.steering(Steering(source: 4, state: .you, viewers: 1))) == [])
    let control = SourceControl.toggle(id: 1, name: [], isOn: true)
    #expect(catalog.receive(.controls(SourceControls(source: 5, controls: [control]))) == .picture)
    #expect(catalog.receive(.notice(Notice(severity: .warning, text: []))) == [])
    #expect(catalog.marks.isEmpty && catalog.mixtures == nil && catalog.steering == nil)
    _ = catalog.announce(source(4))
    #expect(catalog.marks.map(\.mark) == [9] && catalog.mixtures == [] && catalog.steering?.state == .you)
    #expect(catalog.controls.isEmpty)
    // A list replaces the one before.
    _ = catalog.receive(.marks(StreamMarks(source: 4, marks: [])))
    #expect(catalog.marks.isEmpty && catalog.mixtures == [])
    catalog.removeAll()
    _ = catalog.announce(source(4))
    #expect(catalog.mixtures == nil && catalog.steering == nil)
  }

  @Test func aMarkIsAtItsSample() {
    var catalog = SourceCatalog()
    let mark = StreamMarks.Mark(mark: 1, group: 0, sequence: 250, text: [])
    #expect(catalog.microseconds(of: mark) == nil)
    _ = catalog.announce(source(0))
    #expect(catalog.microseconds(of: mark) == nil, "no time is known")
    _ = catalog.receive(times(0))
    #expect(catalog.microseconds(of: mark) == 3_500_000)
    #expect(catalog.microseconds(of: .init(mark: 1, group: 1, sequence: 0, text: [])) == nil)
  }

  private func adjusting() -> SourceCatalog {
    var catalog = SourceCatalog()
    _ = catalog.announce(source(6))
    _ = catalog.receive(
      .controls(
        SourceControls(
          source: 6,
          controls: [
            SourceControl(
              id: 2, kind: .number, value: 3, low: 1, high: 9, step: 0.5, name: [], texts: [[]])
          ])))
    return catalog
  }

  @Test(arguments: [
    (ControlInput.set(4), 4.0), (.set(99), 9), (.set(-99), 1), (.drag(.moved, fraction: 0.5, distance: 0), 5),
    (.drag(.moved, fraction: 0.26, distance: 0), 3), (.step(thumb: 0, steps: 2), 4),
    (.step(thumb: 0, steps: -1), 2.5), (.set(3), 3), (.text([0x34]), 3),
    (.drag(.moved, fraction: .nan, distance: 0), 3),
  ])
  func aControlIsSetAtOnceAndAskedFor(input: ControlInput, value: Double) {
    var catalog = adjusting()
    let command = catalog.adjust(2, input)
    #expect(catalog.controls[0].value == value)
    #expect(command == (value == 3 ? nil : .adjust(source: 6, control: 2, value: value)))
  }

  @Test func aControlThatIsNotThereIsNotAskedFor() {
    var catalog = adjusting()
    #expect(catalog.adjust(3, .set(4)) == nil)
    _ = catalog.announce(source(8))
    _ = catalog.choose(1)
    #expect(catalog.adjust(2, .set(4)) == nil)
    catalog.removeAll()
    #expect(catalog.adjust(2, .set(4)) == nil)
  }

  /// The first choice means that no recording is played, so the list in the drawer begins with the second.
  @Test(arguments: [(0.0, nil), (1, 0), (2, 1)] as [(Double, Int?)])
  func theRecordingThatPlaysIsSelected(_ value: Double, _ selected: Int?) throws {
    var catalog = SourceCatalog()
    _ = catalog.announce(source(6))
    let names = ["None", "a.edf", "b.edf"].map { Array($0.utf8) }
    let control = SourceControl.choice(
      id: SourceCatalog.pickControl, name: [], names: names, selected: Int(value))
    _ = catalog.receive(.controls(SourceControls(source: 6, controls: [control])))
    var (list, expected) = (ControlListBuilder<SensorsAction>(), ControlListBuilder<SensorsAction>())
    catalog.appendRecordings(to: &list)
    expected.choices(
      .chooseRecording, label: "Recordings", options: Array(names.dropFirst()), selected: selected,
      style: .entries)
    #expect(list.list.bytes == expected.list.bytes)
    #expect(catalog.pick(2) == nil && catalog.pick(-1) == nil)
    for index in 0..<2 {
      #expect(
        catalog.pick(index)
          == (index == selected
            ? .seek(source: 6, seconds: 0)
            : .adjust(source: 6, control: SourceCatalog.pickControl, value: Double(index + 1))))
    }
  }
}

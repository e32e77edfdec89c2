import Testing
import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

/// What fingers do, and what the server receives.
@Suite struct SensorsModelTests {
  private func chip(_ bench: Bench) -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }

  @Test func saysWhatItShows() throws {
    var bench = Bench()
    try bench.run(seconds: 0.3)
    let shown = try #require(bench.shown)
    #expect(shown.isShowing)
    #expect(shown.channels == ChannelSet(first: 2))
    #expect(shown.columnMicroseconds == 25_000)
    #expect(chip(bench).contains("Live"))
    #expect(chip(bench).contains("simulated"))
  }

  /// Nothing is live before something has come; a phone's address for what it pushes stands where it is
  /// looked for.
  @Test func aSourceWithoutDataSaysWhatItWaitsFor() {
    var bench = Bench()
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(
      .source(
        StreamSource(
          source: 0, flags: [], name: Texts.bytes("Phone"), detail: Texts.bytes("its Push URL is http://x"),
          groups: [])))
    #expect(chip(bench).contains("Waiting") && chip(bench).contains("no data yet"))
    #expect(chip(bench).contains("its Push URL is http://x") && !chip(bench).contains("Live"))
  }

  @Test func theChipHasRateDelayAndTheClocksDifferenceWhereThereIsRoom() throws {
    var bench = Bench(width: 1280)
    let since1970: Int64 = 1_790_000_000_000_000
    bench.receive(
      .welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now, wallMicroseconds: since1970)))
    bench.send(.wallClock(microseconds: since1970 - 370_000))
    try bench.run(seconds: 1)
    #expect(chip(bench).contains("1000 Hz \u{00B7} ") && chip(bench).contains(" \u{00B7} clock +370 ms"))
    bench.send(.wallClock(microseconds: since1970 + 1_000_000 + 12_500_000))
    try bench.run(seconds: 2)
    #expect(chip(bench).contains(" \u{00B7} clock \u{2212}12.5 s"))
    bench.send(.press(.handle))
    #expect(chip(bench).contains("server\u{2019}s 12.5 s behind this device\u{2019}s, known within \u{00B1}"))
  }

  @Test func aClockMayJumpBackWithinWhatComes() throws {
    var bench = Bench()
    try bench.run(seconds: 0.3)
    let sequence = UInt64(Double(bench.now - bench.start) * bench.rateHertz / 1e6) + 50
    bench.receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .step, sequence: sequence, microseconds: bench.now - 3_000_000,
          rateHertz: bench.rateHertz)))
    try bench.run(seconds: 0.3)
    #expect(chip(bench).contains("Live"))
  }

  @Test func clocksDifferInTheUnitThatSuits() {
    let known: [(UInt64, String)] = [
      (999_000, "999 ms"), (119_000_000, "119.0 s"), (600_000_000, "10 min"), (18_000_000_000, "5.0 h"),
      (864_000_000_000, "10 days"),
    ]
    for (microseconds, text) in known {
      #expect(String(decoding: Texts.clockDifference(microseconds: microseconds), as: UTF8.self) == text)
    }
  }

  @Test func nothingIsWantedWhileHidden() throws {
    var bench = Bench()
    try bench.run(seconds: 0.3)
    bench.send(.visibility(false))
    bench.answer()
    #expect(bench.shown?.isShowing == false)
    bench.effects = []
    for _ in 0..<50 {
      bench.now += 100_000
      bench.send(.tick)
    }
    #expect(!bench.effects.contains { if case .send = $0 { true } else { false } })
  }

  @Test func aPauseHoldsStillAndGoesOnFromThere() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    bench.tap()
    #expect(bench.model.isPaused)
    let edge = bench.model.edgeMicroseconds(at: bench.now)
    try bench.run(seconds: 2)
    #expect(bench.model.edgeMicroseconds(at: bench.now) == edge)
    #expect(chip(bench).contains("Paused"))
    let before = bench.columns
    try bench.run(seconds: 0.5)
    #expect(bench.columns == before)
    bench.tap()
    #expect(!bench.model.isPaused)
    try bench.run(seconds: 1)
    // It has gone on for the second, from where it stood.
    let moved = bench.model.edgeMicroseconds(at: bench.now) - edge
    #expect(moved > 0.9e6 && moved < 1.6e6, "\(moved)")
    #expect(chip(bench).contains("back to now"))
    #expect((bench.model.delayMicroseconds - 2_900_000).magnitude < 500_000)
    #expect(bench.columns.count { $0.isEmpty } < 3)
    bench.send(.press(.chip))
    bench.answer()
    try bench.run(seconds: 0.5)
    #expect(bench.model.delayMicroseconds == 0)
    #expect(Double(bench.now) - bench.model.edgeMicroseconds(at: bench.now) < 50_000)
  }

  @Test func draggingLooksBackAndFetchesWhatIsMissing() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    for _ in 0..<4 { bench.drag(from: (60, 150), to: (380, 150)) }
    for _ in 0..<20 { try bench.run(seconds: 0.1) }
    #expect(bench.model.delayMicroseconds > 25_000_000)
    #expect(bench.columns.count { $0.isEmpty } < 3)
    // Not beyond the beginning.
    for _ in 0..<20 { bench.drag(from: (60, 150), to: (380, 150)) }
    for _ in 0..<20 { try bench.run(seconds: 0.1) }
    #expect(bench.model.edgeMicroseconds(at: bench.now) > Double(bench.start))
  }

  @Test func pinchingScalesTimeAndTheLaneUnderTheFingers() throws {
    var bench = Bench()
    try bench.run(seconds: 0.5)
    let span = bench.model.view.streams.scales.map(\.span)
    bench.touch(.began, 150, 260)
    bench.touch(.began, 250, 260, id: 2)
    for step in 1...10 {
      bench.touch(.moved, 150 - Float(step) * 5, 260)
      bench.touch(.moved, 250 + Float(step) * 5, 260, id: 2)
    }
    bench.touch(.ended, 100, 260)
    bench.touch(.ended, 300, 260, id: 2)
    #expect(bench.model.windowSeconds < 6 && bench.model.windowSeconds > 4)
    #expect(bench.model.view.streams.scales.map(\.span) == span)
    bench.touch(.began, 200, 200)
    bench.touch(.began, 200, 260, id: 2)
    for step in 1...10 { bench.touch(.moved, 200, 260 + Float(step) * 3, id: 2) }
    bench.touch(.ended, 200, 200)
    bench.touch(.ended, 200, 290, id: 2)
    #expect(bench.model.view.streams.scales[0].span == span[0])
    #expect(bench.model.view.streams.scales[1].span < span[1])
  }

  @Test func aNameIsDraggedToAnotherPlace() throws {
    var bench = Bench(channels: 3)
    try bench.run(seconds: 0.2)
    let lanes = bench.model.lanes
    #expect(bench.model.view.streams.order == [0, 1, 2])
    bench.drag(from: (20, lanes[0].y + 8), to: (20, lanes[2].y + 20))
    #expect(bench.model.view.streams.order == [1, 2, 0])
  }

  @Test func aLongPressMarksTheSampleUnderTheFinger() throws {
    var bench = Bench()
    try bench.run(seconds: 0.5)
    bench.tap()
    bench.touch(.began, 200, 200)
    bench.effects = []
    bench.now += 600_000
    bench.send(.tick)
    let marks = bench.effects.compactMap { effect -> SetMark? in
      if case .send(.setMark(let mark)) = effect { mark } else { nil }
    }
    let mark = try #require(marks.first)
    let wanted = bench.model.edgeMicroseconds(at: bench.now) - 5e6
    #expect((Double(mark.sequence) * 1000 + Double(bench.start) - wanted).magnitude < 60_000)
    #expect(String(decoding: mark.text, as: UTF8.self) == "Mark 1")
    // It is shown where it was set.
    bench.receive(
      .marks(
        StreamMarks(
          source: 0, marks: [StreamMarks.Mark(mark: 1, group: 0, sequence: mark.sequence, text: mark.text)])))
    try bench.draw()
    let marked = bench.scene.layers.first { $0.id == LayerID.marks }?.marks ?? []
    #expect(
      marked.contains {
        if case .rectangle(let rect, _, _) = $0 { (rect.x - 200).magnitude < 3 } else { false }
      })
  }

  @Test func calipersFollowTwoFingers() throws {
    var bench = Bench()
    try bench.run(seconds: 0.3)
    bench.perform(.measure, .set(1))
    bench.touch(.began, 100, 150)
    bench.touch(.began, 300, 220, id: 2)
    try bench.draw()
    #expect(bench.model.calipers.x == [0.25, 0.75])
    let texts = bench.scene.layers.first { $0.id == LayerID.calipers }?.marks.compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(texts?.contains("5.000 s") == true)
    #expect(texts?.contains { $0.hasPrefix("12.0 per minute") } == true)
    bench.touch(.ended, 100, 150)
    bench.touch(.ended, 300, 220, id: 2)
    #expect(!bench.model.isPaused)
    // A mouse that hovers over them while a finger drags is no second finger.
    bench.touch(.moved, 250, 150, id: 7)
    bench.drag(from: (300, 220), to: (340, 220))
    #expect(bench.model.calipers.x == [0.25, 0.85])
  }

  /// After a moment without a connection the picture goes on, and what was missed is there.
  @Test func aLostConnectionLeavesNoHole() throws {
    var bench = Bench()
    try bench.run(seconds: 3)
    bench.send(.connection(isOpen: false))
    #expect(chip(bench).contains("No connection"))
    let before = bench.columns
    bench.isStreaming = false
    try bench.run(seconds: 1)
    #expect(bench.columns == before)
    bench.isStreaming = true
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(.source(bench.source))
    try bench.run(seconds: 1)
    #expect(chip(bench).contains("Live"))
    #expect(bench.columns.count { $0.isEmpty } < 3)
    #expect(Double(bench.now) - bench.model.edgeMicroseconds(at: bench.now) < 50_000)
  }

  /// A server that was started anew counts from the beginning: its samples are shown, and none of the one
  /// before.
  @Test func aServerStartedAnewBeginsAnew() throws {
    var bench = Bench()
    try bench.run(seconds: 3)
    bench.send(.connection(isOpen: false))
    var other = Bench(secondsBefore: 1) { _, _ in 2.5 }
    other.model = bench.model
    other.now = bench.now
    let jump: Int64 = 500_000_000
    other.send(.connection(isOpen: true))
    other.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: other.now - jump)))
    #expect(other.model.sources.entries.isEmpty)
    other.receive(.source(other.source))
    #expect(other.model.intake.blocks.stores.allSatisfy { $0 == nil || $0?.newest == -1 })
    #expect(other.model.source?.name == other.source.name)
  }

  @Test func aStreamThatStopsLeavesAGapThatGrows() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    bench.isStreaming = false
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    for _ in 0..<50 {
      bench.now += 100_000
      bench.receive(.notice(Notice(severity: .information, text: [])))
      bench.answer()
      try bench.draw()
    }
    #expect(chip(bench).contains("No data"))
    let edge = bench.model.edgeMicroseconds(at: bench.now)
    #expect(Double(bench.now) - edge < 1.2e6)
    #expect(bench.columns.suffix(100).allSatisfy { $0.isEmpty })
  }

  @Test func theGapIsDrawnAsSoonAsASampleIsLate() throws {
    var bench = Bench()
    try bench.run(seconds: 2)
    bench.isStreaming = false
    let newest = try #require(bench.model.intake.recency.newest)
    var gaps: [Double] = []
    // Nothing but what the page wakes for.
    for _ in 0..<40 {
      let wake = bench.effects.reversed().compactMap { effect -> Int64? in
        if case .wake(let due) = effect { due } else { nil }
      }.first
      bench.now = max(bench.now + 1000, try #require(wake))
      bench.effects = []
      bench.send(.tick)
      bench.answer()
      let isDrawn = bench.effects.contains { if case .redraw = $0 { true } else { false } }
      if isDrawn { try bench.draw() }
      guard isDrawn, Double(bench.now) - newest < 1e6 else { continue }
      gaps.append((bench.model.edgeMicroseconds(at: bench.now) - newest) / 1e6)
    }
    // From 0.3 s after the newest sample on in steps that follow one another.
    #expect(gaps.contains { (0.001...0.15).contains($0) } && gaps.contains { $0 > 0.5 }, "\(gaps)")
    #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $1 - $0 < 0.15 }, "\(gaps)")
  }

  @Test func aLaneWhoseWindowHasEmptiedHasNoValue() throws {
    var bench = Bench(channels: 1) { _, _ in 1.25 }
    try bench.run(seconds: 1)
    bench.receive(
      .readings(
        StreamReadings(
          view: 1, source: 0, receivedCount: 1, missingCount: 0,
          readings: [
            .init(channel: 0, value: 1.25, minimum: 1.25, maximum: 1.25, rootMeanSquare: 1.25)
          ])))
    try bench.run(seconds: 0.1)
    #expect(bench.texts.contains { $0.contains("RMS") })
    bench.isStreaming = false
    for _ in 0..<130 {
      bench.now += 100_000
      bench.receive(.notice(Notice(severity: .information, text: [])))
      bench.answer()
      try bench.draw()
    }
    #expect(bench.texts.contains("ch0") && !bench.texts.contains { $0.contains("RMS") })
  }

  @Test func newTroubleEndsWhatWasSaidOfItsEnd() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    bench.receive(.notice(Notice(severity: .information, text: Array("connected again".utf8))))
    #expect(bench.model.shell.texts.toastText(at: bench.now) != nil)
    bench.receive(.notice(Notice(severity: .warning, text: Array("trying again".utf8))))
    #expect(
      bench.model.shell.texts.toastText(at: bench.now) == nil
        && bench.model.alertText == Array("trying again".utf8))
  }

  @Test func aRecordingThatHasEndedIsNotPlaying() throws {
    var bench = Bench()
    bench.source.flags = .recording
    bench.receive(.source(bench.source))
    for (speed, words) in [(1.0, "Playing"), (0, "Playback stopped")] {
      bench.receive(
        .timeMap(TimeMap(source: 0, serverMicroseconds: bench.now, recordedMicroseconds: 0, speed: speed)))
      try bench.run(seconds: 0.1)
      #expect(chip(bench).contains(words))
    }
  }

  @Test func paperHasItsSquaresAndItsSpeed() throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700)
    try bench.run(seconds: 0.5)
    #expect(bench.model.layout == .paper)
    #expect(bench.model.lanes.count == 13)
    let millimetre = bench.model.plot.pixelsPerMillimetre
    #expect(
      (bench.model.windowSeconds - Double(Float(bench.model.plot.columns) / millimetre) / 25).magnitude < 1e-6
    )
    let lane = bench.model.lanes[0]
    // One millivolt is ten millimetres.
    #expect(
      (lane.y(of: 0) - lane.y(of: 1) - 10 * millimetre).magnitude < 0.01)
    bench.perform(.setPaperSpeed, .set(1))
    bench.perform(.setPaperGain, .set(2))
    #expect(
      (bench.model.windowSeconds - Double(Float(bench.model.plot.columns) / millimetre) / 50).magnitude < 1e-6
    )
    let finer = bench.model.lanes[0]
    #expect(
      (finer.y(of: 0) - finer.y(of: 1) - 20 * millimetre).magnitude < 0.01)
  }

  /// The server cannot be asked now: nothing of the stream has come yet.
  @Test(arguments: [0.5, 60]) func aStreamCanBeShownWhileThereIsNoConnection(window: Double) throws {
    var bench = Bench(channels: 3, windowSeconds: window)
    bench.perform(.showStream(2), .set(0))
    bench.answer()
    try bench.run(seconds: 0.5)
    #expect(bench.model.lanes.count == 2)
    bench.send(.connection(isOpen: false))
    bench.perform(.showStream(2), .set(1))
    try bench.draw()
    #expect(bench.model.lanes.count == 3)
    bench.send(.connection(isOpen: true))
    bench.answer()
    try bench.run(seconds: 0.5)
    #expect(bench.model.intake.blocks.stores[0]?.channelCount == 3)
  }
}

import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct SourcesTests {
  private func info(_ source: UInt16, name: String = "test", low: Double = 90e6) -> SourceInfo {
    var info = Bench.info(low: low)
    info.source = source
    info.name = Array(name.utf8)
    return info
  }

  @Test func theFirstSourceIsShown() {
    var sources = Sources()
    #expect(sources.shown == nil && !sources.hasShown && sources.number == nil && sources.unit == nil)
    #expect(sources.rowSeconds == 0 && !sources.isRecording)
    #expect(sources.receive(info(3)) == .added(isFirst: true, isStrange: false))
    #expect(sources.shown?.source == 3)
    #expect(sources.receive(info(5)) == .added(isFirst: false, isStrange: false))
    #expect(sources.shown?.source == 3 && sources.all.map(\.source) == [3, 5])
  }

  @Test func factsAreThoseOfTheShownSource() {
    var sources = Sources()
    _ = sources.receive(info(3))
    var recording = Bench.info(flags: .recording, rowSeconds: 2)
    (recording.source, recording.unit) = (5, .milliwatt)
    _ = sources.receive(recording)
    #expect(sources.number == 3 && sources.unit == .fullScale && sources.hasShown)
    #expect(sources.rowSeconds == 1.0 / 30 && !sources.isRecording)
    _ = sources.choose(1)
    #expect(sources.number == 5 && sources.unit == .milliwatt)
    #expect(sources.rowSeconds == 2 && sources.isRecording)
  }

  @Test func aSourceChanges() {
    var sources = Sources()
    _ = sources.receive(info(3))
    _ = sources.receive(info(5))
    #expect(sources.receive(info(5, low: 95e6)) == .changed(isShown: false))
    #expect(sources.all[1].lowHertz == 95e6 && sources.all.count == 2)
    #expect(sources.receive(info(3, low: 80e6)) == .changed(isShown: true))
    #expect(sources.shown?.lowHertz == 80e6)
  }

  @Test func anotherSourceIsChosen() {
    var sources = Sources()
    #expect(sources.choose(0) == false)
    _ = sources.receive(info(3))
    _ = sources.receive(info(5))
    #expect(sources.choose(2) == false)
    #expect(sources.choose(-1) == false)
    #expect(sources.choose(0) == false)
    #expect(sources.choose(1) == true)
    #expect(sources.shown?.source == 5 && sources.index == 1)
    #expect(sources.receive(info(5)) == .changed(isShown: true))
  }

  @Test func sourcesReturnAfterARestart() {
    var sources = Sources()
    _ = sources.receive(info(0))
    _ = sources.receive(info(1))
    _ = sources.choose(1)
    sources.restart()
    #expect(sources.shown == nil && sources.all.isEmpty)
    #expect(sources.receive(info(0)) == .returned(isShown: false))
    #expect(sources.shown == nil)
    #expect(sources.receive(info(1)) == .returned(isShown: true))
    #expect(sources.shown?.source == 1)
    // All are there again: one more is new.
    #expect(sources.receive(info(2)) == .added(isFirst: false, isStrange: false))
  }

  @Test func aServerMayReturnWithOtherSources() {
    for other in [info(0, name: "another"), info(7)] {
      var sources = Sources()
      _ = sources.receive(info(0))
      _ = sources.receive(info(1))
      _ = sources.choose(1)
      sources.restart()
      #expect(sources.receive(other) == .added(isFirst: true, isStrange: true))
      #expect(sources.index == 0 && sources.shown == other)
      #expect(sources.receive(info(1)) == .added(isFirst: false, isStrange: false))
    }
  }

  @Test func aSourceOfAnotherUnitOrRangeIsAnother() {
    for change in [0, 1, 2] {
      var sources = Sources()
      _ = sources.receive(info(0))
      sources.restart()
      var other = info(0)
      if change == 0 { other.unit = .milliwatt }
      if change == 1 { other.tuneLowHertz -= 1 }
      if change == 2 { other.tuneHighHertz += 1 }
      #expect(sources.receive(other) == .added(isFirst: true, isStrange: true), "change \(change)")
    }
    // What it has acquired may be another band.
    var sources = Sources()
    _ = sources.receive(info(0))
    sources.restart()
    var moved = info(0)
    moved.highHertz -= 1e6
    #expect(sources.receive(moved) == .returned(isShown: true))
  }

  @Test func aSecondSourceThatIsStrangeIsNotTheFirst() {
    var sources = Sources()
    _ = sources.receive(info(0))
    _ = sources.receive(info(1))
    sources.restart()
    #expect(sources.receive(info(0)) == .returned(isShown: true))
    #expect(sources.receive(info(9)) == .added(isFirst: false, isStrange: true))
  }
}

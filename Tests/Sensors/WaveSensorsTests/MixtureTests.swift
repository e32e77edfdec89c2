import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Streams that are made of others, in the drawer and on the screen.
@Suite struct MixtureTests {
  private func words(_ bench: Bench) -> String {
    String(decoding: bench.model.controls.bytes, as: UTF8.self)
  }

  private func opened(channels: Int = 3, leads: [ECGLead] = []) throws -> Bench {
    var bench = Bench(channels: channels, leads: leads, width: 400, height: 600)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    try bench.run(seconds: 0.3)
    bench.send(.press(.handle))
    return bench
  }

  /// What the server answers: one stream more, or one less.
  private func answer(_ bench: inout Bench, channels: [StreamChannel], made: [StreamMixture]) throws {
    bench.source.groups[0].channels = channels
    bench.receive(.source(bench.source))
    bench.receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .start, sequence: 0, microseconds: bench.start, rateHertz: 1000)))
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: made)))
    bench.answer()
    try bench.run(seconds: 0.3)
  }

  @Test func itIsOfferedWhereTheServerMakesStreams() throws {
    var bench = Bench()
    bench.send(.press(.handle))
    #expect(!words(bench).contains("Make a stream"))
    #expect(words(try opened()).contains("Make a stream"))
  }

  @Test func theDifferenceOfTwoIsAskedForAndNamed() throws {
    var bench = try opened()
    bench.perform(.mixture(.begin), .set(1))
    #expect(words(bench).contains("ch0 − ch1"))
    bench.perform(.mixture(.chooseFirst), .set(2))
    bench.perform(.mixture(.setOperation), .set(0))
    #expect(words(bench).contains("ch2 + ch1"))
    bench.sent = []
    bench.perform(.mixture(.make), .set(1))
    #expect(
      bench.sent.first
        == .setMixture(
          .make(
            source: 0, .init(first: 2, second: 1, secondFactor: 1), label: Array("ch2 + ch1".utf8),
            unit: Array("mV".utf8))))
  }

  @Test func anotherScaleHasItsUnit() throws {
    var bench = try opened()
    bench.perform(.mixture(.begin), .set(1))
    bench.perform(.mixture(.setOperation), .set(2))
    bench.perform(.mixture(.setGain), .text(Array("133,322".utf8)))
    bench.perform(.mixture(.setOffset), .text(Array("-5".utf8)))
    bench.perform(.mixture(.setUnit), .text(Array("Pa".utf8)))
    bench.sent = []
    bench.perform(.mixture(.make), .set(1))
    #expect(
      bench.sent.first
        == .setMixture(
          .make(
            source: 0, .init(first: 0, firstFactor: 133.322, offset: -5),
            label: Array("133,322 × ch0 -5".utf8), unit: Array("Pa".utf8))))
    // What is no number is said, and nothing is sent.
    bench.perform(.mixture(.begin), .set(1))
    bench.perform(.mixture(.setOperation), .set(2))
    for wrong in ["", "x", "1 2", "0"] {
      bench.perform(.mixture(.setGain), .text(Array(wrong.utf8)))
      #expect(words(bench).contains("it needs a number"), "\(wrong)")
      bench.sent = []
      bench.perform(.mixture(.make), .set(1))
      #expect(!bench.sent.contains { if case .setMixture = $0 { true } else { false } })
    }
  }

  @Test func twoThatDoNotFitAreSaid() throws {
    var bench = try opened()
    bench.source.groups.append(
      .init(rateHertz: 25, channels: [StreamChannel(label: Array("temp".utf8), unit: Array("°C".utf8))]))
    bench.source.groups[0].channels[2].unit = Array("µV".utf8)
    bench.receive(.source(bench.source))
    bench.perform(.mixture(.begin), .set(1))
    for (second, wanted) in [
      (0, "choose two streams"), (2, "ch0 is in mV, ch2 in µV"), (3, "ch0 has 1000 Hz, temp 25 Hz"),
    ] {
      bench.perform(.mixture(.chooseSecond), .set(second))
      #expect(words(bench).contains(wanted))
      bench.sent = []
      bench.perform(.mixture(.make), .set(1))
      #expect(!bench.sent.contains { if case .setMixture = $0 { true } else { false } })
    }
  }

  @Test func whatIsSeenStaysWhereAStreamComesOrGoes() throws {
    var bench = try opened()
    bench.send(.press(.handle))
    bench.drag(from: (50, bench.model.plot.top + 12), to: (50, 560))
    bench.perform(.showStream(1), .set(0))
    let order = bench.model.view.streams.order
    #expect(order != [0, 1, 2])
    bench.setScale(of: 2, center: 1, span: 2)
    let scale = bench.model.view.streams.scales[2]
    bench.tap()
    let edge = bench.model.view.time.heldEdge
    let first = bench.source.groups[0].channels
    let difference = StreamChannel(label: Array("ch0 − ch1".utf8), unit: Array("mV".utf8))
    try answer(
      &bench, channels: first + [difference],
      made: [StreamMixture(channel: 3, formula: .init(first: 0, second: 1, secondFactor: -1))])
    #expect(bench.model.view.streams.order == order + [3] && bench.model.view.streams.scales[2] == scale)
    #expect(
      bench.model.isPaused && bench.model.view.time.heldEdge == edge
        && bench.model.view.streams.hidden.contains(1))
    #expect(bench.shown?.channels.contains(3) == true)
    #expect(bench.columns.count { $0.isEmpty } < 3, "what was held is drawn again")
    bench.send(.press(.handle))
    #expect(words(bench).contains("Remove ch0 − ch1"))
    bench.sent = []
    bench.perform(.mixture(.remove(channel: 3)), .set(1))
    #expect(bench.sent.first == .setMixture(.remove(source: 0, channel: 3)))
    try answer(&bench, channels: first, made: [])
    #expect(
      bench.model.view.streams.order == order && bench.model.view.streams.scales[2] == scale
        && bench.model.isPaused)
  }

  @Test func oneThatWasAskedForOnPaperIsShownInALane() throws {
    var bench = try opened(leads: [.i, .ii])
    #expect(bench.model.layout == .paper)
    let first = bench.source.groups[0].channels
    let made = StreamChannel(label: Array("I − II".utf8), unit: Array("mV".utf8))
    let mixtures = [StreamMixture(channel: 3, formula: .init(first: 0, second: 1, secondFactor: -1))]
    // Made by another: what is seen here stays.
    try answer(&bench, channels: first + [made], made: mixtures)
    #expect(bench.model.layout == .paper)
    try answer(&bench, channels: first, made: [])
    bench.perform(.mixture(.begin), .set(1))
    bench.perform(.mixture(.make), .set(1))
    try answer(&bench, channels: first + [made], made: mixtures)
    #expect(bench.model.layout == .lanes && bench.model.lanes.count == 4)
  }

  @Test func anotherSourceBeginsAnew() throws {
    var bench = try opened()
    bench.tap()
    #expect(bench.model.isPaused)
    bench.source.groups[0].rateHertz = 500
    bench.receive(.source(bench.source))
    #expect(!bench.model.isPaused)
    // An unknown range equals an unknown range: received again, it changes nothing.
    var plain = bench.source
    plain.groups[0].channels = [StreamChannel(label: [0x61], unit: [])]
    bench.receive(.source(plain))
    bench.tap()
    bench.receive(.source(plain))
    #expect(bench.model.isPaused)
  }
}

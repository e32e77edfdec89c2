import TestSupport
import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveWire

@testable import WaveSensors
@testable import WaveSensorsWire

/// How streams are looked at: what a recording keeps of it, and what a replay shows.
@Suite struct LooksTests {
  /// What the recording receives after a while.
  private func sent(_ bench: inout Bench) throws -> [StreamLookPart] {
    defer { bench.effects = [] }
    bench.now += 2_000_000
    bench.send(.tick)
    return bench.effects.compactMap { effect in
      if case .send(.setLook(let part)) = effect { part } else { nil }
    }
  }

  @Test(arguments: [false, true]) func aReplayHasTriggerAndAlarms(isTriggered: Bool) throws {
    var live = Bench(channels: 30, rateHertz: 100, secondsBefore: 12)
    try live.run(seconds: 0.3)
    live.receive(
      .controls(
        SourceControls(source: 0, controls: [.toggle(id: 203, name: Array("Record".utf8), isOn: true)])))
    _ = try sent(&live)
    live.perform(.setMotion, .set(isTriggered ? 2 : 0))
    live.perform(.setSlope, .set(1))
    live.perform(.setHoldOff, .set(3))
    live.perform(.showAlarms, .set(1))
    live.look { look in
      look.trigger.channel = 3
      look.trigger.level = 1.25
    }
    live.setBands { channel in channel == 7 ? nil : .init(low: -0.5, high: 2) }
    try live.run(seconds: 0.1)
    // Values of the last stream are above its band.
    #expect(live.model.view.alarms.bands[29]?.raisedAt != nil)
    live.effects = []
    let parts = try sent(&live)
    #expect(parts.count == 3)
    #expect(parts.allSatisfy { $0.content.count + 6 <= WireLimits.clientMessageBytes })
    // What has not changed is not sent again; an edge that was moved is.
    #expect(try sent(&live).isEmpty)
    live.setBands { channel in channel == 7 ? nil : .init(low: -0.5, high: channel == 29 ? 2.5 : 2) }
    let again = try sent(&live)
    #expect(again.count == 3)

    var replay = Bench(channels: 30, rateHertz: 100, secondsBefore: 12)
    #expect(!replay.model.view.alarms.areOn && replay.model.view.trigger == Trigger())
    for part in again { replay.receive(.look(part)) }
    #expect(replay.model.motion == (isTriggered ? .trigger : .sweep))
    #expect(replay.model.view.trigger.channel == 3 && replay.model.view.trigger.level == 1.25)
    #expect(replay.model.view.trigger.isFalling && replay.model.view.trigger.holdOffSeconds == 0.5)
    #expect(replay.model.view.alarms.bands.count == 30 && replay.model.view.alarms.bands[7] == nil)
    #expect(replay.model.view.alarms.bands[29] == AlarmBand(low: -0.5, high: 2.5))
    #expect(replay.model.view.alarms.bands.count { $0 != nil } == 29)
    // And it is drawn and raised.
    try replay.run(seconds: 0.3)
    #expect(replay.model.view.alarms.bands.contains { $0?.raisedAt != nil })
  }

  @Test func aRecordingWithoutThemHasNone() throws {
    var live = Bench(channels: 2, rateHertz: 100, secondsBefore: 12)
    live.receive(
      .controls(
        SourceControls(source: 0, controls: [.toggle(id: 203, name: Array("Record".utf8), isOn: true)])))
    var parts = try sent(&live)
    try #require(parts.count == 1)
    // As older programs wrote it: no trigger, no count of bands.
    parts[0].content.removeLast(11)
    var replay = Bench(channels: 2, rateHertz: 100, secondsBefore: 12)
    for part in parts { replay.receive(.look(part)) }
    #expect(!replay.model.view.alarms.areOn && replay.model.view.trigger == Trigger())
    // A stream that is not there is not waited for.
    var look = try StreamLook(parts[0])
    look.trigger = .init(channel: 9, level: 1, holdOffSeconds: 1)
    look.motion = .trigger
    replay.receive(.look(look.parts[0]))
    let lane = replay.model.view.trigger.lane(among: replay.model.lanes)
    #expect(replay.model.view.trigger.channel == 0 && lane?.channel == 0)
  }

  @Test func anyLookCanBeSeen() throws {
    var random = SeededGenerator(seed: 12)
    let wild: [Float] = [0, -1, 1e-38, 3e38, -3e38, .leastNonzeroMagnitude, 5, 1e15]
    func value() -> Float { wild[Int(random.next() % 8)] }
    var bench = Bench(channels: 3, rateHertz: 100, secondsBefore: 12)
    var count = 0
    while count < 200 {
      var look = StreamLook(
        source: 0, layout: StreamLook.Layout(rawValue: UInt8(random.next() % 4)) ?? .lanes, motion: .trigger,
        form: .twelve, isLinked: random.next() & 1 == 0, windowSeconds: Double(value()), speed: value(),
        gain: value(),
        channels: (0..<3).map {
          .init(
            channel: $0, isShown: random.next() & 3 > 0, isAutomatic: random.next() & 1 == 0, low: value(),
            high: value(), alarm: random.next() & 1 == 0 ? .init(low: value(), high: value()) : nil)
        })
      look.trigger = .init(
        channel: UInt8(random.next() % 5), level: value(), isFalling: random.next() & 1 == 0,
        holdOffSeconds: value())
      // What cannot be is refused where it is read.
      guard (try? StreamLook(look.parts[0])) != nil else { continue }
      count += 1
      bench.receive(.look(look.parts[0]))
      bench.now += 40_000
      bench.send(.tick)
      bench.answer()
      try bench.draw()
      for layer in bench.scene.layers where layer.id == LayerID.trigger || layer.id == LayerID.alarms {
        for case .rectangle(let rect, _, _) in layer.marks {
          #expect(rect.y.isFinite && rect.height.isFinite)
        }
      }
    }
  }

  // MARK: - What is sent, and what has come

  @Test func aLookIsSentWhenItHasChangedAtMostOnceASecond() {
    var looks = Looks()
    let look = StreamLook.made()
    let other = StreamLook.made(isLinked: true)
    #expect(looks.update(look, at: 100) == .sendLook(look.parts))
    #expect(looks.update(look, at: 5_000_000) == .none)
    #expect(looks.update(other, at: 5_000_000) == .sendLook(other.parts))
    #expect(looks.update(look, at: 5_999_999) == .wait(6_000_000))
    #expect(looks.update(other, at: 5_999_999) == .none, "it has changed back")
    #expect(looks.update(look, at: 6_000_000) == .sendLook(look.parts))
    // A server that records anew, or that is another one, knows nothing.
    #expect(looks.update(nil, at: 7_000_000) == .none)
    #expect(looks.update(look, at: 7_000_000) == .sendLook(look.parts))
    looks.connectionChanged()
    #expect(looks.update(look, at: 7_500_000) == .wait(8_000_000))
    #expect(looks.update(look, at: 8_000_000) == .sendLook(look.parts))
  }

  @Test func aLookIsCompleteWithItsLastPart() throws {
    var looks = Looks()
    let parts = StreamLook.made((0..<50).map { .made($0) }, source: 4).parts
    try #require(parts.count == 3)
    #expect(looks.receive(parts[1]) == nil, "its first part is missing")
    #expect(looks.receive(parts[0]) == nil)
    #expect(looks.receive(parts[2]) == nil, "it is not the next one")
    #expect(looks.receive(StreamLookPart(source: 4, content: [1, 2, 3])) == nil, "it is none")
    #expect(looks.receive(parts[1]) == nil && looks.recorded(of: 4) == nil)
    #expect(looks.receive(parts[2]) == 4)
    #expect(looks.recorded(of: 4)?.channels.count == 50 && looks.recorded(of: 0) == nil)
    #expect(looks.receive(parts[2]) == nil, "it has come already")
  }

  @Test func theNewestLookOfASourceCounts() {
    var looks = Looks()
    for (source, isLinked) in [(4, false), (5, false), (4, true)] as [(UInt16, Bool)] {
      for part in StreamLook.made(source: source, isLinked: isLinked).parts {
        #expect(looks.receive(part) == source)
      }
    }
    #expect(looks.recorded(of: 4)?.isLinked == true && looks.recorded(of: 5)?.isLinked == false)
    looks.forget(4)
    #expect(looks.recorded(of: 4) == nil && looks.recorded(of: 5) != nil)
  }
}

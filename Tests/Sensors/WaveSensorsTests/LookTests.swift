import TestSupport
import Testing
import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// What a recording is told of the look, and what a replay makes of it.
@Suite struct LookTests {
  /// What is told of the look after a while.
  private func told(_ bench: inout Bench) throws -> [StreamLookPart] {
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
    _ = try told(&live)
    live.perform(.setMotion, .set(isTriggered ? 2 : 0))
    live.model.trigger.channel = 3
    live.model.trigger.level = 1.25
    live.perform(.setSlope, .set(1))
    live.perform(.setHoldOff, .set(3))
    live.perform(.showAlarms, .set(1))
    live.model.alarms[7] = nil
    live.model.alarms[29] = AlarmBand(low: -0.5, high: 2, raisedAt: live.now)
    live.effects = []
    let parts = try told(&live)
    #expect(parts.count == 3)
    #expect(parts.allSatisfy { $0.content.count + 6 <= WireLimits.clientMessageBytes })
    // What has not changed is not told again; an edge that was moved is.
    #expect(try told(&live).isEmpty)
    live.model.alarms[29]?.high = 2.5
    let again = try told(&live)
    #expect(again.count == 3)

    var replay = Bench(channels: 30, rateHertz: 100, secondsBefore: 12)
    #expect(!replay.model.hasAlarms && replay.model.trigger == Trigger())
    for part in again { replay.receive(.look(part)) }
    #expect(replay.model.motion == (isTriggered ? .trigger : .sweep))
    #expect(replay.model.trigger.channel == 3 && replay.model.trigger.level == 1.25)
    #expect(replay.model.trigger.isFalling && replay.model.trigger.holdOffSeconds == 0.5)
    #expect(replay.model.alarms.count == 30 && replay.model.alarms[7] == nil)
    #expect(replay.model.alarms[29] == AlarmBand(low: -0.5, high: 2.5))
    #expect(replay.model.alarms.count { $0 != nil } == 29)
    // And it is drawn and raised.
    try replay.run(seconds: 0.3)
    #expect(replay.model.alarms.contains { $0?.raisedAt != nil })
  }

  @Test func aRecordingWithoutThemHasNone() throws {
    var live = Bench(channels: 2, rateHertz: 100, secondsBefore: 12)
    live.receive(
      .controls(
        SourceControls(source: 0, controls: [.toggle(id: 203, name: Array("Record".utf8), isOn: true)])))
    var parts = try told(&live)
    try #require(parts.count == 1)
    // As it was told before there was more: no trigger, no count of bands.
    parts[0].content.removeLast(11)
    var replay = Bench(channels: 2, rateHertz: 100, secondsBefore: 12)
    for part in parts { replay.receive(.look(part)) }
    #expect(!replay.model.hasAlarms && replay.model.trigger == Trigger())
    // A stream that is not there is not waited for.
    var look = try StreamLook(parts[0])
    look.trigger = .init(channel: 9, level: 1, holdOffSeconds: 1)
    look.motion = .trigger
    replay.receive(.look(look.parts[0]))
    #expect(replay.model.trigger.channel == 0 && replay.model.triggerLane?.channel == 0)
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
}

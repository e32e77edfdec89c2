import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

extension SceneSession {
  /// Motions, windows, pauses, and data that are late.
  mutating func playTime() throws {
    open(Self.machine, value: Self.machineValue)
    bench.perform(.setMotion, .set(0))
    try pass(0.6)
    try note("time: sweep")
    try pass(0.4)
    try note("time: sweep on")
    bench.perform(.setMotion, .set(1))
    for (choice, name) in [(0, "1 s"), (1, "2 s"), (5, "30 s"), (7, "2 min"), (11, "1 h")] {
      bench.perform(.setWindow, .set(choice))
      try note("time: \(name) at first")
      try pass(0.3)
      try note("time: \(name)")
    }
    bench.perform(.setWindow, .set(3))
    try pass(0.3)
    bench.tap(x: screen.width * 0.6, y: laneMiddle(1))
    try note("time: paused")
    bench.drag(from: (screen.width * 0.3, laneMiddle(2)), to: (screen.width * 0.8, laneMiddle(2)))
    try pass(0.3)
    try note("time: paused in the past")
    bench.touch(.began, screen.width * 0.5, laneMiddle(1))
    bench.now += 600_000
    bench.send(.tick)
    bench.touch(.ended, screen.width * 0.5, laneMiddle(1))
    try note("time: long press")
    bench.tap(x: screen.width * 0.6, y: laneMiddle(1))
    try pass(0.3)
    try note("time: behind")
    bench.perform(.setMotion, .set(0))
    try pass(0.3)
    try note("time: sweep behind")
    bench.send(.press(.chip))
    try pass(0.3)
    try note("time: back to now")
    try playTrigger()
    try playTrouble()
  }

  private mutating func playTrigger() throws {
    open(Self.machine, value: Self.machineValue)
    bench.perform(.setMotion, .set(2))
    bench.perform(.setWindow, .set(0))
    bench.send(.press(.handle))
    try note("trigger: none yet")
    try pass(3)
    try note("trigger: rising")
    bench.perform(.setSlope, .set(1))
    bench.perform(.setHoldOff, .set(4))
    try pass(3)
    try note("trigger: falling")
    let lane = bench.model.lanes[0]
    let y = lane.y(of: bench.model.view.trigger.level(in: lane))
    bench.drag(from: (10 * screen.scale, y), to: (10 * screen.scale, y - lane.height * 0.3))
    try pass(0.5)
    try note("trigger: moved level")
    bench.look { look in
      look.trigger.channel = 3
      look.trigger.level = -1e9
    }
    try pass(0.2)
    try note("trigger: level off the screen")
    bench.value = { _, _ in 1 }
    try pass(5)
    try note("trigger: last one long ago")
    bench.tap(x: screen.width * 0.6, y: laneMiddle(1))
    try note("trigger: paused")
  }

  private mutating func playTrouble() throws {
    open(Self.machine, value: Self.machineValue)
    receiveReadings(missing: 1_234)
    try pass(0.3)
    bench.receive(.notice(Notice(severity: .information, text: Array("connected again".utf8))))
    try note("trouble: toast")
    bench.receive(.notice(Notice(severity: .warning, text: Array("The cable is loose".utf8))))
    try note("trouble: alert")
    bench.send(.key(.escape, isShifted: false))
    try note("trouble: no alert")
    guard let shown = bench.shown else { return }
    let level = StreamColumns.level(rateHertz: 250, columnMicroseconds: shown.columnMicroseconds)
    let block = UInt64(Double(bench.now - bench.start) * 250 / 1e6) >> UInt64(level)
    bench.receive(
      .columns(
        StreamColumns(
          view: shown.view, source: 0, group: 0, level: UInt8(level), hasSkipped: true, channelCount: 4,
          firstBlock: block, blockCount: 1, arrivalMicroseconds: bench.now,
          values: [Float](repeating: 1, count: level == 0 ? 4 : 8))))
    try note("trouble: skipped")
    bench.isStreaming = false
    try pass(0.8)
    try note("trouble: late")
    try pass(3)
    try note("trouble: no data")
    bench.send(.press(.handle))
    bench.send(.connection(isOpen: false))
    try note("trouble: no connection")
    bench.now += 65_000_000
    bench.send(.tick)
    try note("trouble: no connection for long")
    bench.isStreaming = true
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(.source(bench.source))
    try pass(0.3)
    try note("trouble: connected again")
    bench.receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .step,
          sequence: UInt64(Double(bench.now - bench.start) * 250 / 1e6) - 500,
          microseconds: bench.now - 1_500_000, rateHertz: 250)))
    try pass(0.3)
    try note("trouble: clock step")
    bench.send(.visibility(false))
    bench.answer()
    try note("trouble: hidden")
  }

  /// A shared lane, streams against one another, and many streams.
  mutating func playLayouts() throws {
    open(Self.machine, value: Self.machineValue)
    bench.send(.key(.two, isShifted: false))
    try pass(0.3)
    receiveReadings()
    try note("together: live")
    bench.drag(from: (screen.width * 0.6, laneMiddle(0)), to: (screen.width * 0.6, laneMiddle(0) * 1.1))
    pinch(at: (screen.width * 0.5, laneMiddle(0)), by: (1, 1.5))
    bench.perform(.measure, .set(1))
    try pass(0.3)
    try note("together: scaled, calipers")
    bench.send(.press(.handle))
    bench.perform(.measure, .set(0))
    bench.perform(.setMotion, .set(2))
    try pass(0.3)
    try note("together: trigger, drawer")
    bench.perform(.setMotion, .set(1))
    bench.perform(.setLayout, .set(2))
    try pass(0.3)
    try note("crossed: 10 s")
    pinch(at: (screen.width * 0.5, screen.height * 0.5), by: (1, 1.4))
    bench.perform(.setWindow, .set(0))
    try pass(0.3)
    try note("crossed: 1 s, scaled")
    bench.perform(.setWindow, .set(6))
    try pass(0.3)
    try note("crossed: a minute")
    bench.perform(.setWindow, .set(2))
    bench.perform(.showStream(0), .set(0))
    try pass(0.3)
    try note("crossed: gaps")
    let dark = name.isDark
    bench.send(.appearance(isDark: !dark, reducesMotion: true))
    try note("crossed: other colours")
    try playManyStreams()
  }

  private mutating func playManyStreams() throws {
    for (count, rate) in [(12, 100.0), (40, 50), (110, 20)] {
      let source = StreamSource(
        source: 0, name: Array("\(count) streams".utf8), detail: [],
        groups: [
          StreamSource.Group(
            rateHertz: rate,
            channels: (0..<count).map { index in
              StreamChannel(
                label: Array("Sensor \(index)".utf8), unit: Array(index % 3 == 0 ? "V".utf8 : "A".utf8),
                low: -1,
                high: 1)
            })
        ])
      open(source, secondsBefore: 12) { channel, sequence in
        channel % 5 == 4 && sequence % 90 < 9
          ? .nan : Self.triangle(sequence + Int64(channel) * 7, period: 61 + Int64(channel))
      }
      try pass(0.3)
      try note("\(count) streams: lanes")
      bench.perform(.showAlarms, .set(1))
      bench.setBands { $0 % 2 == 0 ? .init(low: -0.4, high: 0.3) : .init(low: -2, high: 2) }
      try pass(0.1)
      try note("\(count) streams: alarms")
      bench.perform(.setMotion, .set(2))
      bench.send(.press(.handle))
      try pass(0.1)
      try note("\(count) streams: trigger, drawer")
      bench.send(.key(.two, isShifted: false))
      try pass(0.1)
      try note("\(count) streams: together")
    }
  }
}

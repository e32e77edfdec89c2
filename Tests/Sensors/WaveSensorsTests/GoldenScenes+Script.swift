import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

extension SceneSession {
  /// A machine whose streams have long names, gaps, negative values, values off scale, and no range.
  static let machine = StreamSource(
    source: 0, flags: .simulated, name: Array("Pump test bench in hall 4".utf8),
    detail: Array("six streams, made for tests".utf8),
    groups: [
      StreamSource.Group(
        rateHertz: 250,
        channels: [
          StreamChannel(
            label: Array("Pressure at the inlet of the second stage".utf8), unit: Array("kPa".utf8), low: 95,
            high: 105),
          StreamChannel(label: Array("U1".utf8), unit: Array("mV".utf8), low: -2, high: 4),
          StreamChannel(label: Array("U2".utf8), unit: Array("mV".utf8), low: -3, high: 3),
          StreamChannel(label: Array("Torque".utf8), unit: []),
        ]),
      StreamSource.Group(
        rateHertz: 25,
        channels: [StreamChannel(label: Array("Öl".utf8), unit: Array("°C".utf8), low: -40, high: 10)]),
    ])

  /// A triangle of height 1 about 0.
  static func triangle(_ sequence: Int64, period: Int64) -> Float {
    let place = Float(((sequence % period) + period) % period) / Float(period)
    return place < 0.5 ? 4 * place - 1 : 3 - 4 * place
  }

  /// The machine's samples.
  static func machineValue(_ channel: Int, _ sequence: Int64) -> Float {
    switch channel {
    case 0: 100 + 4 * triangle(sequence, period: 700) + Float((sequence * 7919) % 100) / 200
    // It leaves its range at both ends.
    case 1: sequence % 900 < 60 ? 7 : sequence % 1300 < 50 ? -6 : 2 * triangle(sequence, period: 333)
    case 2: sequence % 800 < 120 ? .nan : sequence % 250 < 125 ? 1.5 : -1.5
    case 3: -250 + 40 * triangle(sequence, period: 1900)
    default: sequence % 100 < 12 ? .nan : -20 + Float(sequence % 41) / 4
    }
  }

  mutating func receiveReadings(missing: UInt64 = 0) {
    let readings: [(Float, Float, Float, Float)] = [
      (101.25, 95.5, 104.5, 100.1), (-1.75, -6, 7, 1.9), (.nan, .nan, .nan, .nan), (-250, -290, -210, 251.5),
      (-12.5, -20, -10, 15.25),
    ]
    bench.receive(
      .readings(
        StreamReadings(
          view: bench.shown?.view ?? 0, source: 0, receivedCount: 61_500, missingCount: missing,
          readings: readings.enumerated().map { channel, reading in
            StreamReadings.Reading(
              channel: UInt8(channel), value: reading.0, minimum: reading.1, maximum: reading.2,
              rootMeanSquare: reading.3)
          })))
  }

  /// Before the first samples.
  mutating func playEmptyStates() throws {
    bench.model = SensorsModel()
    bench.shown = nil
    bench.list = DrawList()
    bench.scene = DrawScene()
    bench.resize(to: screen)
    bench.send(.appearance(isDark: name.isDark, reducesMotion: true))
    try note("empty: no connection")
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    try note("empty: no source")
    var source = Self.machine
    source.groups = []
    bench.receive(.source(source))
    try note("empty: no streams")
    open(Self.machine, isStreaming: false, value: Self.machineValue)
    try note("empty: no samples")
    bench.send(.press(.handle))
    try note("empty: drawer of no samples")
  }

  /// Lanes, and what is done to them.
  mutating func playLanes() throws {
    open(Self.machine, value: Self.machineValue)
    try pass()
    try note("lanes: live")
    receiveReadings(missing: 1)
    try pass(0.6)
    try note("lanes: readings")
    bench.receive(
      .welcome(
        Welcome(sourceCount: 1, serverMicroseconds: bench.now, wallMicroseconds: 1_790_000_000_000_000)))
    bench.send(.wallClock(microseconds: 1_790_000_000_000_000 - 370_000))
    bench.send(.press(.handle))
    try pass(0.6)
    try note("lanes: drawer, clock")
    bench.send(.wallClock(microseconds: 1_790_000_000_000_000 + 93_000_000))
    try pass(0.6)
    try note("lanes: clock behind")
    bench.send(.press(.handle))
    try markLanes()
    bench.perform(.fitLanes, .set(0))
    try note("lanes: off scale")
    bench.drag(
      from: (screen.width * 0.6, laneMiddle(1)), to: (screen.width * 0.6, laneMiddle(1) + screen.height * 0.1)
    )
    try pass()
    try note("lanes: moved lane")
    pinch(at: (screen.width * 0.5, laneMiddle(0)), by: (1, 1.6))
    try pass()
    try note("lanes: scaled lane")
    bench.perform(.linkLanes, .set(1))
    pinch(at: (screen.width * 0.5, laneMiddle(2)), by: (1, 0.7))
    try pass()
    try note("lanes: linked")
    bench.perform(.showStream(0), .set(0))
    bench.perform(.showStream(3), .set(0))
    try pass()
    try note("lanes: hidden streams")
    bench.perform(.showStream(0), .set(1))
    let lanes = bench.model.lanes
    let x = screen.left + 20 * screen.scale
    bench.drag(from: (x, lanes[0].y + 6 * screen.scale), to: (x, lanes[2].y + 20 * screen.scale))
    try pass()
    try note("lanes: other order")
    bench.model.setColors([Color(0x12AB34), Color(0xFF0000, opacity: 0.5)])
    bench.send(.appearance(isDark: !name.isDark, reducesMotion: true))
    try note("lanes: colours of the program")
    bench.send(.key(.home, isShifted: false))
    try pass()
    try note("lanes: whole view")
    for (step, key) in [Key.up, .down, .left, .right, .zoomIn, .zoomOut].enumerated() {
      bench.send(.key(key, isShifted: step % 2 == 1))
      try pass(0.1)
      try note("lanes: key \(key)")
    }
    for (zoom, dx, dy) in [(WheelZoom.none, 30, -40), (.horizontal, 0, 60), (.vertical, 0, -60)]
      as [(WheelZoom, Float, Float)]
    {
      bench.send(.wheel(x: screen.width * 0.7, y: laneMiddle(1), dx: dx, dy: dy, zoom: zoom))
      try pass(0.1)
      try note("lanes: wheel \(zoom)")
    }
  }

  private mutating func markLanes() throws {
    let samples = Double(bench.now - bench.start) / 4000
    let marks: [(Double, String)] = [
      (9, "Start"), (5, "A rather long name of a mark that is cut somewhere"), (4.95, "Near"),
      (4.9, "Nearer"),
      (4.85, "Nearest"), (2, ""), (0.1, "At the edge"), (40, "Long ago"),
    ]
    bench.receive(
      .marks(
        StreamMarks(
          source: 0,
          marks: marks.enumerated().map { index, mark in
            StreamMarks.Mark(
              mark: UInt32(index + 1), group: 0, sequence: UInt64(samples - mark.0 * 250),
              text: Array(mark.1.utf8))
          })))
    try note("lanes: marks")
    bench.perform(.measure, .set(1))
    try note("lanes: calipers")
    twoFingers(at: (0.35, laneMiddle(1) - 20), (0.42, laneMiddle(1) + 30))
    try note("lanes: calipers in a lane")
    twoFingers(at: (0.97, laneMiddle(0)), (0.9, laneMiddle(3)))
    try note("lanes: calipers across lanes")
    twoFingers(at: (0.01, laneMiddle(0)), (0.01, laneMiddle(0)))
    try note("lanes: calipers at one place")
    bench.perform(.measure, .set(0))
    bench.perform(.showAlarms, .set(1))
    try pass()
    try note("lanes: alarms")
    bench.setBands { channel in
      channel == 3 ? nil : channel == 0 ? .init(low: 99, high: 101) : .init(low: -1, high: 20)
    }
    try pass()
    try note("lanes: raised alarms")
    let lane = bench.model.lanes[0]
    let y = lane.y(of: 101)
    bench.drag(from: (8 * screen.scale, y), to: (8 * screen.scale, y - lane.height * 0.2))
    try note("lanes: moved alarm")
    bench.perform(.showAlarms, .set(0))
  }

  // MARK: - Fingers

  /// The middle of a lane.
  func laneMiddle(_ index: Int) -> Float {
    let lanes = bench.model.lanes
    guard lanes.indices.contains(index) else { return screen.height / 2 }
    return lanes[index].y + lanes[index].height / 2
  }

  /// Puts two fingers on the screen and lifts them; horizontal places are shares of the width.
  mutating func twoFingers(at first: (x: Float, y: Float), _ second: (x: Float, y: Float)) {
    bench.touch(.began, first.x * screen.width, first.y)
    bench.touch(.began, second.x * screen.width, second.y, id: 2)
    bench.touch(.ended, first.x * screen.width, first.y)
    bench.touch(.ended, second.x * screen.width, second.y, id: 2)
  }

  /// Pinches about a place, so that lengths along both axes are scaled.
  mutating func pinch(at place: (x: Float, y: Float), by scale: (x: Float, y: Float)) {
    // A pinch acts along the axis in which the fingers are apart.
    let isUpright = scale.x == 1
    let arm = 40 * screen.scale
    func fingers(_ phase: Touch.Phase, _ share: Float) {
      let factor = (1 + ((isUpright ? scale.y : scale.x) - 1) * share) * arm
      let (dx, dy) = isUpright ? (0, factor) : (factor, 0)
      bench.touch(phase, place.x - dx, place.y - dy, id: 1)
      bench.touch(phase, place.x + dx, place.y + dy, id: 2)
    }
    fingers(.began, 0)
    for step in 1...6 { fingers(.moved, Float(step) / 6) }
    bench.now += 200_000
    fingers(.ended, 1)
  }
}

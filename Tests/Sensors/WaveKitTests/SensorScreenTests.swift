import Testing
import WaveKit
import WaveSensorsWire
import WaveStreams
import WaveUnits

@Suite struct SensorScreenTests {
  private func texts(_ scene: DrawScene) -> [String] {
    scene.layers.flatMap { layer in
      layer.marks.compactMap { mark in
        if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
    }
  }

  /// What samples come to by hand: one filter over all of them, and the extremes of the newest.
  private func naive(
    _ samples: [Double], _ filters: [SensorFilter], rateHertz: Double, window: Int
  ) throws -> (minimum: Double, maximum: Double) {
    var samples = samples
    var cascade = BiquadCascade(try filters.sections(rateHertz: rateHertz))
    var span = samples.mutableSpan
    cascade.process(&span)
    let newest = samples.suffix(window)
    return (newest.min() ?? .nan, newest.max() ?? .nan)
  }

  @Test func everySampleIsFilteredAndSeen() throws {
    let sensor = MadeSensor(rateHertz: 500) { _, number in
      Trigonometry.sineCosine(turns: Double(number) * 0.0083).sine + Double(number % 97) / 50
    }
    let filters: [SensorFilter] = [.highPass(hertz: 0.5), .notch(hertz: 50), .lowPass(hertz: 150)]
    var screen = try SensorScreen(sensor, filters: filters, windowSeconds: 5)
    var scene = DrawScene()
    screen.resize(width: 700, height: 300, at: 0)
    try screen.run(from: 0, seconds: 20, scene: &scene)
    let count = screen.receivedCount
    #expect(count == UInt64(500 * (20_000_000 - 16_666) / 1_000_000))
    #expect(screen.missingCount == 0)
    let reading = try #require(screen.readings.first)
    let samples = (0..<count).map { sensor.value(0, $0) }
    let expected = try naive(samples, filters, rateHertz: 500, window: 2500)
    // Readings come four times a second, so that their window lies a little before the newest.
    #expect(abs(Double(reading.minimum) - expected.minimum) < 0.02)
    #expect(abs(Double(reading.maximum) - expected.maximum) < 0.02)
  }

  @Test(arguments: [SensorsModel.Motion.scroll, .sweep])
  func manyFramesLeaveThePictureThatIsDrawnAtOnce(motion: SensorsModel.Motion) throws {
    var screen = try SensorScreen(MadeSensor(labels: ["a", "b"]), motion: motion, windowSeconds: 2)
    var scene = DrawScene()
    screen.resize(width: 500, height: 240, at: 0)
    try screen.run(from: 0, seconds: 5, scene: &scene)
    let picture = screen.picture(at: 5_000_000)
    // How often a strip was touched is of no account; what is in it is.
    #expect(picture.strips == scene.strips)
    #expect(picture.layers == scene.layers)
    // It goes on from there.
    var next = picture
    try screen.run(from: 5_000_000, seconds: 1, scene: &next)
    #expect(next == screen.picture(at: 6_000_000))
  }

  @Test func aLossIsAGapAndCounted() throws {
    let isLost: (UInt64) -> Bool = { (500..<625).contains($0) }
    var screen = try SensorScreen(
      MadeSensor { _, number in isLost(number) ? .nan : 0.5 }, windowSeconds: 5)
    var scene = DrawScene()
    screen.resize(width: 500, height: 200, at: 0)
    try screen.run(from: 0, seconds: 4, scene: &scene)
    let gap = Theme.dark.gap
    let columns = screen.picture(at: 4_000_000).strips[0].columns
    // Half a second of five on 500 pixels.
    let gapCount = columns.count { $0.contains { $0.color == gap } }
    #expect(abs(gapCount - 50) <= 2)
    #expect(!columns.contains { $0.contains { $0.color == gap } && $0.contains { $0.color != gap } })
  }

  @Test func whatADriverGivesIsTimedByItsArrival() throws {
    var screen = try SensorScreen(QueuedSensor(), windowSeconds: 5)
    screen.resize(width: 500, height: 200, at: 0)
    var number = 0
    // Bursts of ten, each tenth of a second.
    for frame in 1...600 {
      if frame % 6 == 0 {
        for _ in 0..<10 {
          screen.sensor.queue += [Double(number), -Double(number)]
          number += 1
        }
      }
      _ = screen.draw(at: Int64(frame) * 1_000_000 / 60)
    }
    #expect(screen.receivedCount == 1000)
    #expect(screen.missingCount == 0)
    #expect(screen.readings.count == 2)
    #expect(screen.readings[0].value >= 970)
    #expect(screen.readings[1].value == -screen.readings[0].value)
    // Five seconds of a hundred samples each: neither squeezed nor stretched by the bursts.
    #expect(abs(screen.readings[0].maximum - screen.readings[0].minimum - 500) <= 12)
  }

  @Test func leadsStandOnPaperWithTheFiltersPrinted() throws {
    var screen = try SensorScreen(
      MadeSensor(rateHertz: 500, labels: ["I", "II", "V1"]) { channel, number in
        Double(channel + 1) * Trigonometry.sineCosine(turns: Double(number) / 500).sine / 2
      }, filters: .diagnosticECG)
    screen.resize(width: 1366, height: 1024, at: 0)
    var scene = DrawScene()
    try screen.run(from: 0, seconds: 3, scene: &scene)
    #expect(screen.model.layout == .paper)
    let found = texts(scene)
    #expect(found.contains { $0.contains("0.05–150 Hz") })
    for lead in ["III", "aVR", "aVL", "aVF"] { #expect(found.contains(lead)) }
    // Switched off by whoever looks, in the drawer.
    screen.handle(.press(.handle), at: 3_000_000)
    let filter = try #require(screen.number(ofControl: 200))
    screen.handle(.control(number: filter, .step(thumb: 0, steps: -1)), at: 3_000_000)
    try screen.run(from: 3_000_000, seconds: 1, scene: &scene)
    #expect(!texts(scene).contains { $0.contains("0.05–150 Hz") })
  }

  @Test func theProgramChoosesHowItIsLaidOut() throws {
    var screen = try SensorScreen(
      MadeSensor(labels: ["I", "II"]), layout: .lanes, motion: .sweep, windowSeconds: 4)
    screen.resize(width: 500, height: 200, at: 0)
    _ = screen.draw(at: 0)
    #expect(screen.model.layout == .lanes)
    #expect(screen.model.motion == .sweep)
    #expect(screen.model.windowSeconds == 4)
    // What the streams cannot have is passed over.
    var plain = try SensorScreen(MadeSensor(), layout: .paper, windowSeconds: .nan)
    plain.resize(width: 500, height: 200, at: 0)
    _ = plain.draw(at: 0)
    #expect(plain.model.layout == .lanes)
    #expect(plain.model.windowSeconds == 10)
  }

  @Test func tracesHaveTheColoursThatTheProgramChose() throws {
    var screen = try SensorScreen(MadeSensor(labels: ["a", "b"]))
    screen.resize(width: 300, height: 200, at: 0)
    var scene = DrawScene()
    try screen.run(from: 0, seconds: 1, scene: &scene)
    func colors() -> [Color] {
      scene.strips[0].columns.flatMap { $0.map(\.color) }.filter { $0 != Theme.dark.gap }
    }
    #expect(colors().allSatisfy { $0 == Theme.dark.trace })
    screen.colors = [Color(0xFF0000)]
    try screen.run(from: 1_000_000, seconds: 0.1, scene: &scene)
    #expect(colors().contains(Color(0xFF0000)))
    #expect(colors().contains(Theme.dark.trace))
    #expect(colors().allSatisfy { $0 == Color(0xFF0000) || $0 == Theme.dark.trace })
  }

  @Test func aTapHoldsStillAndTheSensorGoesOn() throws {
    var screen = try SensorScreen(MadeSensor())
    screen.resize(width: 500, height: 200, at: 0)
    var scene = DrawScene()
    try screen.run(from: 0, seconds: 2, scene: &scene)
    for phase in [Touch.Phase.began, .ended] {
      let touch = Touch(id: 1, phase: phase, x: 250, y: 100, microseconds: 2_000_000)
      screen.handle(.touch(touch), at: 2_000_000)
    }
    #expect(screen.model.isPaused)
    let still = screen.picture(at: 2_100_000).strips
    try screen.run(from: 2_100_000, seconds: 2, scene: &scene)
    #expect(screen.picture(at: 4_100_000).strips == still)
    #expect(screen.receivedCount > 1000)
  }

  @Test func holdingAFingerSetsAMark() throws {
    var screen = try SensorScreen(MadeSensor())
    screen.resize(width: 500, height: 200, at: 0)
    var scene = DrawScene()
    try screen.run(from: 0, seconds: 3, scene: &scene)
    screen.handle(
      .touch(Touch(id: 1, phase: .began, x: 400, y: 100, microseconds: 3_000_000)), at: 3_000_000)
    try screen.run(from: 3_000_000, seconds: 1, scene: &scene)
    screen.handle(
      .touch(Touch(id: 1, phase: .ended, x: 400, y: 100, microseconds: 4_000_000)), at: 4_000_000)
    try screen.run(from: 4_000_000, seconds: 0.2, scene: &scene)
    #expect(texts(scene).contains { $0.hasPrefix("Mark 1") })
  }

  @Test func otherFiltersChangeThePast() throws {
    var screen = try SensorScreen(MadeSensor { _, _ in 1 }, windowSeconds: 5)
    screen.resize(width: 500, height: 200, at: 0)
    var scene = DrawScene()
    try screen.run(from: 0, seconds: 6, scene: &scene)
    #expect(screen.readings.first?.minimum == 1)
    try screen.setFilters([.highPass(hertz: 0.5)])
    try screen.run(from: 6_000_000, seconds: 2, scene: &scene)
    let reading = try #require(screen.readings.first)
    #expect(abs(reading.maximum) < 1e-6)
    #expect(abs(reading.minimum) < 1e-6)
  }

  @Test func whatIsWrongWithSamplesIsSaid() throws {
    var screen = try SensorScreen(
      ScriptedSensor(
        StreamSource("Two", rateHertz: 100, channels: [StreamChannel("a"), StreamChannel("b")])
      ) {
        $0.append(1, 2)
        $0.append(1)
      })
    screen.resize(width: 300, height: 200, at: 0)
    _ = screen.draw(at: 0)
    #expect(screen.notice?.string.hasPrefix("A frame has 1 values, and group 0 has 2 channels.") == true)
    screen.notice = nil
    for frame in 1...60 { _ = screen.draw(at: Int64(frame) * 16_667) }
    #expect(screen.notice == nil)
    #expect(screen.receivedCount == 61)
    #expect(screen.missingCount == 60)
    screen.sensor.script = { $0.postNotice("The strap is loose", severity: .failure) }
    _ = screen.draw(at: 2_000_000)
    #expect(screen.notice == Notice(severity: .failure, text: "The strap is loose"))
  }

  @Test func nothingIsDrawnBeforeThereIsAScreen() throws {
    var screen = try SensorScreen(MadeSensor())
    for frame in 0..<120 { _ = screen.draw(at: Int64(frame) * 16_667) }
    screen.resize(width: 0, height: 0, at: 2_000_000)
    _ = screen.draw(at: 2_000_000)
    #expect(screen.receivedCount > 400)
    screen.resize(width: 300, height: 200, at: 2_100_000)
    #expect(screen.picture(at: 2_200_000).strips.count == 1)
    // Memory that is none at all still holds a moment.
    var small = try SensorScreen(MadeSensor(), historyBytes: -1)
    small.resize(width: 300, height: 200, at: 0)
    _ = small.draw(at: 0)
    _ = small.draw(at: 1_000_000)
    #expect(small.receivedCount == 250)
  }
}

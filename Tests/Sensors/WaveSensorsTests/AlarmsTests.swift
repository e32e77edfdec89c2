import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// Bands that values leave, and what follows.
@Suite struct AlarmsTests {
  private func chip(_ bench: Bench) -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }

  /// One sample outside is enough, at every zoom, and nothing else is.
  @Test(arguments: [1.0, 10, 120])
  func oneSampleRaisesTheAlarm(window: Double) throws {
    var bench = Bench(channels: 2, secondsBefore: 60, windowSeconds: window) { channel, sequence in
      channel == 1 && sequence == 66_000 ? 3 : Float(sequence % 10) / 10
    }
    try bench.run(seconds: 1)
    bench.perform(.showAlarms, .set(1))
    #expect(bench.model.view.alarms.areOn)
    bench.setBands { _ in .init(low: -0.5, high: 2) }
    try bench.run(seconds: 4)
    #expect(!chip(bench).contains("alarm"))
    try bench.run(seconds: 2)
    #expect(chip(bench).contains("alarm: ch1"))
    #expect(bench.model.view.alarms.bands[0]?.raisedAt == nil)
    try bench.run(seconds: 4)
    #expect(!chip(bench).contains("alarm"))
    bench.perform(.showAlarms, .set(0))
    #expect(!bench.model.view.alarms.areOn)
  }

  @Test func edgesAreDragged() throws {
    var bench = Bench(channels: 1)
    try bench.run(seconds: 1)
    bench.perform(.showAlarms, .set(1))
    bench.setBands { _ in .init(low: 0, high: 2) }
    let lane = try #require(bench.model.lanes.first)
    let y = lane.y(of: 2)
    bench.drag(from: (10, y), to: (10, y - 20))
    let band = try #require(bench.model.view.alarms.bands[0])
    #expect((lane.y(of: band.high) - (y - 20)).magnitude < 2)
    #expect(band.low == 0)
    // Never beyond the other edge.
    bench.drag(from: (10, y - 20), to: (10, 290))
    #expect(bench.model.view.alarms.bands[0]?.high == 0)
  }

  // MARK: - One band

  @Test func aValueOnAnEdgeIsWithinTheBand() {
    var band = AlarmBand(low: -1, high: 2)
    band.watch([-1, 0, 2, .nan], at: 5)
    #expect(band.raisedAt == nil && !band.isRaised(at: 5))
    for (value, now) in [(2.001, 7), (-1.001, 9), (.infinity, 11), (-.infinity, 13)] as [(Float, Int64)] {
      band.watch([0, value, 0], at: now)
      #expect(band.raisedAt == now)
    }
    #expect(band.isRaised(at: 3_000_012) && !band.isRaised(at: 3_000_013))
  }

  @Test func anEdgeStaysOnItsSideOfTheOther() {
    var band = AlarmBand(low: -1, high: 2)
    band.move(isHigh: true, by: 3)
    #expect(band == AlarmBand(low: -1, high: 5))
    band.move(isHigh: true, by: -10)
    #expect(band == AlarmBand(low: -1, high: -1))
    band.move(isHigh: false, by: -4)
    #expect(band == AlarmBand(low: -5, high: -1))
    band.move(isHigh: false, by: 100)
    #expect(band == AlarmBand(low: -1, high: -1))
  }

  // MARK: - All bands

  /// Bands from −1 to 1.5 of two streams.
  private func both() -> Alarms {
    let band = StreamLook.Band(low: -1, high: 1.5)
    return Alarms(.made([.made(0, alarm: band), .made(1, alarm: band)]), streamCount: 2)
  }

  @Test func aRecordingHasItsBands() {
    let band = StreamLook.Band(low: -1, high: 1.5)
    let alarms = Alarms(.made([.made(0), .made(1, alarm: band), .made(2, alarm: band)]), streamCount: 2)
    #expect(alarms.bands == [nil, AlarmBand(low: -1, high: 1.5)] && alarms.areOn)
    #expect(alarms.band(of: 1) != nil && alarms.band(of: 2) == nil && alarms.band(of: -1) == nil)
    #expect(!Alarms(.made(), streamCount: 2).areOn && !Alarms().areOn)
  }

  @Test func aBandIsALittleWiderThanWhatTheStreamHasDone() {
    var alarms = Alarms()
    let scales = [ChannelScale](repeating: ChannelScale(), count: 4)
    alarms.set(
      true, scales, [.made(0, from: 1, to: 3), .made(1, from: 1, to: 1), .made(2, from: .nan, to: 1)])
    // A tenth of the range, or a fiftieth of the lane; three tenths of the lane where nothing is known.
    #expect(
      alarms.bands == [
        AlarmBand(low: 0.8, high: 3.2), AlarmBand(low: 0.96, high: 1.04), AlarmBand(low: -0.6, high: 0.6),
        AlarmBand(low: -0.6, high: 0.6),
      ])
    alarms.set(false, scales, [])
    #expect(alarms.bands == [nil, nil, nil, nil] && !alarms.areOn)
  }

  @Test(arguments: [UInt8(0), 3]) func blocksAreWatchedStreamByStream(level: UInt8) {
    var alarms = both()
    // The first stream has 0 and 1, the second 2 and 3.
    let columns = StreamColumns.made(level: level, channels: 2, from: 0, count: level == 0 ? 2 : 1)
    alarms.watch(columns, [.made(0), .made(1)], at: 4)
    #expect(alarms.bands.map { $0?.raisedAt } == [nil, 4])
    // Blocks of another group, of fewer streams, and of a stream without a band raise nothing.
    alarms = both()
    alarms.watch(.made(group: 1, channels: 2, from: 0, count: 2), [.made(1)], at: 4)
    alarms.watch(.made(channels: 1, from: 50, count: 2), [.made(1)], at: 4)
    let stranger = Lane(
      channel: 7, group: 0, place: 0, y: 0, height: 1, columns: 0..<1, color: 0, center: 0, span: 1)
    alarms.watch(.made(channels: 1, from: 50, count: 2), [stranger], at: 4)
    #expect(alarms == both())
  }

  @Test func edgesMoveByPixelsOfTheirLane() {
    var alarms = both()
    alarms.drag(.made(0), isHigh: true, dy: -25)
    alarms.drag(.made(1), isHigh: false, dy: 25)
    alarms.drag(.made(7), isHigh: true, dy: 25)
    #expect(alarms.bands == [AlarmBand(low: -1, high: 4), AlarmBand(low: -3.5, high: 1.5)])
  }

  @Test func bandsGoWithTheirStreams() {
    let one = StreamLook.Band(low: 0, high: 1)
    let other = StreamLook.Band(low: 0, high: 2)
    var alarms = Alarms(.made([.made(0, alarm: one), .made(2, alarm: other)]), streamCount: 3)
    alarms.renumber([1, nil, 0], count: 4)
    #expect(alarms.bands.map { $0?.high } == [2, 1, nil, nil])
    alarms.renumber([nil, 0, 1, 2], count: 3)
    #expect(alarms.bands.map { $0?.high } == [1, nil, nil])
    var none = Alarms()
    none.renumber([0, 1], count: 3)
    #expect(none.bands.isEmpty)
  }

  @Test func theNamesOfAsManyStreamsAreSaidAsFit() {
    let band = StreamLook.Band(low: 0, high: 1)
    let source = StreamSource.made([12], rates: [1000])
    var alarms = Alarms(.made((0..<13).map { .made($0, alarm: band) }), streamCount: 13)
    func text(_ now: Int64) -> String { String(decoding: alarms.text(of: source, at: now), as: UTF8.self) }
    #expect(text(0) == "")
    alarms.watch(.made(channels: 13, from: 5, count: 1), [.made(1), .made(12), .made(3)], at: 0)
    #expect(text(2_999_999) == "alarm: ch1, ch3" && text(3_000_000) == "")
    alarms.watch(.made(channels: 13, from: 5, count: 1), (0..<13).map { .made($0) }, at: 0)
    #expect(text(0) == "alarm: ch0, ch1, ch2, ch3, ch4, ch5, ch6")
  }

  @Test func aFingerAtTheLeftOfALaneHoldsTheNearerEdge() {
    let alarms = both()
    // Edges are at 135 and 160 pixels.
    func edge(_ x: Float, _ y: Float) -> Bool? { alarms.edge(x: x, y: y, of: .made(0), scale: 1) }
    #expect(
      edge(10, 135) == true && edge(10, 160) == false && edge(10, 147) == true && edge(10, 148) == false)
    #expect(edge(43.9, 135) == true && edge(44, 135) == nil)
    #expect(
      edge(10, 111.5) == true && edge(10, 111) == nil && edge(10, 183.5) == false && edge(10, 184) == nil)
    #expect(alarms.edge(x: 80, y: 135, of: .made(0), scale: 2) == true, "points, not pixels")
    #expect(alarms.edge(x: 10, y: 135, of: .made(7), scale: 1) == nil)
  }

  @Test func inALowLaneHandlesAreSideBySide() {
    let alarms = both()
    // Edges are at 121 and 136 pixels of a lane of 60.
    func edge(_ x: Float, _ y: Float, height: Float = 60) -> Bool? {
      alarms.edge(x: x, y: y, of: .made(0, height: height), scale: 1)
    }
    #expect(edge(17.9, 128) == true && edge(18, 128) == false)
    #expect(edge(30, 120) == true, "it is nearer by more than eight points")
    #expect(edge(30, 124.5) == true && edge(30, 124.6) == false)
    #expect(edge(5, 132.5) == false && edge(5, 132.4) == true)
    #expect(edge(5, 133, height: 64) == false, "this lane is high enough")
  }
}

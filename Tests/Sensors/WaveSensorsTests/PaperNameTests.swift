import Testing
import WaveDisplay
import WaveSensorsWire

@testable import WaveInteraction
@testable import WaveSensors

/// Names of leads on the paper, and handles of alarm bands in low lanes.
@Suite struct PaperNameTests {
  private static let size: Float = 13

  private func paper(_ value: @escaping (Int, Int64) -> Float) throws -> Bench {
    var bench = Bench(channels: 2, leads: [.i, .ii], width: 1000, height: 700, value: value)
    try bench.run(seconds: 2)
    bench.perform(.setPaperForm, .set(2))
    try bench.run(seconds: 1)
    #expect(bench.model.layout == .paper)
    return bench
  }

  /// Whether a trace at a value would go through a name.
  private func isCrossed(_ bench: Bench, _ lane: Lane, at value: Double) -> Bool {
    let baseline = bench.model.names.place(of: lane, 0).baseline
    let y = lane.y(of: value)
    return y > baseline - Self.size && y < baseline + 0.25 * Self.size
  }

  @Test func aNameStandsAboveAQuietLine() throws {
    let bench = try paper { _, _ in 0 }
    for lane in bench.model.lanes {
      let wanted = lane.y + max(Self.size, lane.height / 2 - 6 * bench.model.plot.pixelsPerMillimetre)
      #expect(bench.model.names.place(of: lane, 0).baseline == wanted)
    }
  }

  @Test func aNameGivesWayToATrace() throws {
    // 7 mm above the line, where names stand at first: 0.7 mV at 10 mm/mV.
    let bench = try paper { _, _ in 0.7 }
    let lanes = bench.model.lanes
    #expect(!lanes.isEmpty)
    for lane in lanes {
      #expect(!isCrossed(bench, lane, at: 0.7))
      let place = bench.model.names.place(of: lane, 0)
      #expect(place.baseline > lane.y && place.baseline < lane.y + lane.height)
    }
  }

  @Test func belowADeepTraceANameStandsAtTheFootOfItsLane() throws {
    // From the top of the lane to 12 mm below the line.
    var bench = Bench(channels: 1, leads: [.i], width: 1000, height: 4000) { _, sequence in
      sequence % 2 == 0 ? 50 : -1.2
    }
    bench.perform(.setPaperForm, .set(2))
    try bench.run(seconds: 3)
    let lane = try #require(bench.model.lanes.first)
    #expect(bench.model.names.place(of: lane, 0).baseline == lane.y + lane.height - 2)
  }

  /// Places of a name: about its lead's line, wherever that is, and always on the paper.
  @Test(arguments: [0.0, 0.4, -0.4, 2, -2]) func placesOfANameGoWithItsLine(center: Double) throws {
    var bench = Bench(channels: 2, leads: [.i, .ii], width: 1000, height: 700) { _, _ in 0 }
    bench.send(.resize(width: 2000, height: 1400, scale: 2))
    try bench.run(seconds: 1)
    bench.perform(.setPaperForm, .set(2))
    try bench.run(seconds: 1)
    let first = try #require(bench.model.lanes.first)
    bench.setScale(of: first.channel, center: center)
    let lane = try #require(bench.model.lanes.first)
    let (size, step) = (Float(26), bench.model.plot.pixelsPerMillimetre)
    let (top, bottom) = (bench.model.plot.top, bench.model.screen.plot.y + bench.model.screen.plot.height)
    let middle = max(top, min(bottom, lane.y(of: 0)))
    let half = lane.height / 2
    let wanted: [Float] = [
      middle - min(half - size, 6 * step), min(middle + half - 4, middle + 6 * step + size),
      middle - half + size, middle + half - 4, middle - 2 * step, middle + 2 * step + size,
    ]
    let places = bench.model.names.paperBaselines(of: lane)
    #expect(places.count == wanted.count)
    for (place, wanted) in zip(places, wanted) {
      #expect(abs(place - max(top + size, min(bottom - 4, wanted))) < 0.01)
    }
  }

  @Test(arguments: [0, 3]) func leadsThatALayoutLacksAreNamed(_ lacking: Int) throws {
    let leads = Array(ECGLead.allCases.dropLast(lacking))
    var bench = Bench(channels: leads.count, leads: leads, width: 1024, height: 768)
    try bench.run(seconds: 0.3)
    bench.perform(.setPaperForm, .set(2))
    try bench.draw()
    let printed = bench.scene.layers.flatMap(\.marks).compactMap { mark -> String? in
      if case .text(let bytes, _, _, _, _, _) = mark { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    #expect(printed.contains { $0.contains("mm/mV") })
    #expect(printed.contains { $0.contains("no lead V4 V5 V6") } == (lacking == 3))
    #expect(printed.contains { $0.contains("no lead") } == (lacking > 0))
  }

  @Test func aNameThatStandsFreeStays() throws {
    var bench = try paper { _, sequence in 0.5 + 0.02 * Float(sequence % 5) }
    let lane = try #require(bench.model.lanes.first)
    try bench.run(seconds: 12)
    let moved = bench.model.names.place(of: lane, 0).baseline
    #expect(!isCrossed(bench, lane, at: 0.5) && moved != lane.y + Self.size)
    for _ in 0..<12 {
      try bench.run(seconds: 1)
      #expect(bench.model.names.place(of: lane, 0).baseline == moved)
    }
  }

  @Test func handlesOfLowLanesStandSideBySide() throws {
    var bench = Bench(channels: 12, width: 390, height: 600)
    try bench.run(seconds: 0.5)
    bench.perform(.showAlarms, .set(1))
    try bench.draw()
    let lane = try #require(bench.model.lanes.first)
    #expect(lane.height < 64)
    let layer = try #require(bench.scene.layers.first { $0.id == LayerID.alarms })
    var handles: [Rect] = []
    for case .rectangle(let rect, let radius, _) in layer.marks where radius > 0 { handles.append(rect) }
    #expect(handles.count >= 12)
    for (index, one) in handles.enumerated() {
      for other in handles[(index + 1)...] {
        let isApart =
          one.x >= other.x + other.width || other.x >= one.x + one.width || one.y >= other.y + other.height
          || other.y >= one.y + one.height
        #expect(isApart, "\(one) \(other)")
      }
    }
    // Both edges can be met.
    let channel = lane.channel
    bench.setBands { $0 == channel ? .init(low: 0.9, high: 1.1) : nil }
    let y = lane.y(of: 1)
    #expect(bench.model.view.alarms.edge(x: 5, y: y, of: lane, scale: 1) == true)
    #expect(bench.model.view.alarms.edge(x: 25, y: y, of: lane, scale: 1) == false)
  }

  @Test func theChipSaysHowWellTheClockIsKnown() throws {
    var bench = Bench()
    try bench.run(seconds: 1)
    func words() -> String { String(decoding: bench.model.controls.bytes, as: UTF8.self) }
    #expect(words().contains(" ±1 ms"))
    #expect(!words().contains("1000 Hz · "))
    bench.send(.resize(width: 1000, height: 600, scale: 1))
    try bench.run(seconds: 1)
    #expect(words().contains(" 1000 Hz · "))
  }
}

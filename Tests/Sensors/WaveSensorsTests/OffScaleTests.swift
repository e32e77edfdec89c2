import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Lanes that a finger moves, and what lies beyond them.
struct OffScaleTests {
  @Test func aVerticalDragMovesTheLaneThatWasTouchedAndNoOther() throws {
    var bench = Bench(channels: 4)
    try bench.run(seconds: 1)
    let before = bench.model.view.streams.scales
    let lanes = bench.model.lanes
    // From the first lane through all of them.
    bench.drag(from: (200, lanes[0].y + 30), to: (200, lanes[3].y + 30))
    let moved = bench.model.view.streams.scales.indices.filter {
      bench.model.view.streams.scales[$0].center != before[$0].center
    }
    #expect(moved == [0])
  }

  @Test func aPinchKeepsTheLaneBetweenTheFingers() throws {
    var bench = Bench(channels: 4, height: 600)
    try bench.run(seconds: 1)
    let before = bench.model.view.streams.scales
    let lane = bench.model.lanes[1]
    let (top, bottom) = (lane.y + lane.height * 0.2, lane.y + lane.height * 0.8)
    bench.touch(.began, 200, top, id: 1)
    bench.touch(.began, 200, bottom, id: 2)
    for step in 1...12 {
      // The lower finger goes far into the lanes below.
      bench.touch(.moved, 200, bottom + Float(step) * 20, id: 2)
    }
    bench.touch(.ended, 200, top, id: 1)
    bench.touch(.ended, 200, bottom + 240, id: 2)
    let scaled = bench.model.view.streams.scales.indices.filter {
      bench.model.view.streams.scales[$0].span != before[$0].span
    }
    #expect(scaled == [1])
  }

  /// Rows of pixels that a lane's trace covers in the columns that are seen.
  private func covered(_ bench: Bench, _ lane: Lane) -> [ClosedRange<Float>] {
    bench.columns.dropFirst().dropLast().flatMap { marks in
      marks.map { Float($0.span.top) / 8...Float($0.span.bottom) / 8 }
        .filter { $0.lowerBound >= lane.y && $0.upperBound <= lane.y + lane.height }
    }
  }

  @Test(arguments: [-1.0, 1])
  func whatLiesBeyondTheScaleIsAnArrowAndNoLine(side: Double) throws {
    var bench = Bench(channels: 1) { _, _ in 1 }
    try bench.run(seconds: 1)
    #expect(!bench.texts.contains { $0.contains("off scale") })
    bench.setScale(of: 0, center: 1 + side * 100, span: 10)
    try bench.run(seconds: 0.5)
    let word = side < 0 ? "\u{2191} off scale" : "\u{2193} off scale"
    #expect(bench.texts.contains(word))
    let lane = bench.model.lanes[0]
    let isThere = bench.columns.dropFirst().dropLast().map { !$0.isEmpty }
    // Arrows with room between them: no line runs along the edge.
    #expect(isThere.contains(true) && isThere.contains(false))
    let edge = side < 0 ? lane.y : lane.y + lane.height
    for span in covered(bench, lane) {
      #expect((span.lowerBound - edge).magnitude < 12 && (span.upperBound - edge).magnitude < 12)
    }
  }

  @Test func aTraceThatLeavesItsLaneIsCutAtTheEdge() throws {
    // Between 0 and 4 by turns; the lane ends at 2.
    var bench = Bench(channels: 1) { _, sequence in sequence % 200 < 100 ? 0 : 4 }
    try bench.run(seconds: 1)
    bench.setScale(of: 0, center: 0, span: 4)
    try bench.run(seconds: 0.5)
    let lane = bench.model.lanes[0]
    #expect(bench.columns.joined().allSatisfy { Float($0.span.top) / 8 >= lane.y - 0.2 })
    #expect(bench.texts.contains("\u{2191} off scale"))
    #expect(!bench.texts.contains("\u{2193} off scale"))
  }

  @Test(arguments: [-1.0, 1])
  func onPaperWhatLiesBeyondItIsNamed(side: Double) throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700) { _, _ in 0.1 }
    try bench.run(seconds: 2)
    #expect(bench.model.layout == .paper)
    #expect(!bench.texts.contains { $0.contains("off scale") })
    let lead = try #require(bench.model.lanes.first)
    bench.setScale(of: lead.channel, center: side * 100)
    try bench.run(seconds: 0.5)
    let words = bench.texts.filter { $0.contains("off scale") }
    #expect(words == [(side < 0 ? "\u{2191} " : "\u{2193} ") + "I off scale"])
  }

  /// Over another's row a lead that was moved would be taken for that one, were its name left behind.
  @Test func onPaperANameGoesWithItsLead() throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700) { _, _ in 0 }
    try bench.run(seconds: 2)
    func places(_ channel: Int) throws -> (name: Float, line: Float) {
      let lane = try #require(bench.model.lanes.first { $0.channel == channel })
      return (bench.model.names.place(of: lane, 0).baseline, lane.y(of: 0))
    }
    let lane = try #require(bench.model.lanes.first)
    let before = try places(lane.channel)
    let x = bench.model.plot.left + 40
    bench.drag(from: (x, lane.y + lane.height / 2), to: (x, lane.y + lane.height * 1.6))
    try bench.run(seconds: 0.5)
    let after = try places(lane.channel)
    #expect(after.line - before.line > lane.height * 0.9)
    #expect(((after.name - after.line) - (before.name - before.line)).magnitude < 0.5 * lane.height)
    #expect(after.name > lane.y + lane.height * 0.5)
    // Its lens is where the name is.
    let moved = try #require(bench.model.lanes.first { $0.channel == lane.channel })
    let name = bench.model.names.place(of: moved, 0)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    #expect(
      bench.model.names.lens(x: name.x + 4, y: name.baseline - 4, among: bench.model.lanes) == lane.channel)
    // And it is on no other name.
    try bench.run(seconds: 1)
    let lanes = bench.model.lanes
    for one in lanes {
      for other in lanes where other.channel > one.channel && other.columns == one.columns {
        let (a, b) = (bench.model.names.place(of: one, 0), bench.model.names.place(of: other, 0))
        #expect((a.baseline - b.baseline).magnitude >= 13, "\(one.channel) and \(other.channel)")
      }
    }
    // Off the paper it has none: that would be taken for the name of what is there.
    #expect(bench.texts.contains("I"))
    for center in [-100.0, 100] {
      bench.setScale(of: lane.channel, center: center)
      try bench.run(seconds: 0.5)
      #expect(!bench.texts.contains("I") && bench.texts.contains("II"))
    }
  }

  @Test func leadsOffThePaperAreNamedOneAboveAnother() throws {
    var bench = Bench(channels: 12, leads: ECGLead.allCases, width: 1000, height: 700) { _, _ in 0.1 }
    bench.send(.resize(width: 2000, height: 1400, scale: 2))
    try bench.run(seconds: 2)
    let lanes = bench.model.lanes
    let column = lanes.filter { $0.columns.lowerBound == 0 }.map(\.channel)
    for (channel, center) in zip(column, [-100.0, -100, 100]) {
      bench.setScale(of: channel, center: center)
    }
    try bench.run(seconds: 1)
    let marks = bench.scene.layers.flatMap(\.marks).compactMap { mark -> (String, Float, Float)? in
      guard case .text(let bytes, let x, let y, _, _, _) = mark else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains("off scale") ? (text, x, y) : nil
    }
    #expect(marks.count == 3)
    let top = bench.model.plot.top + 16 + 24
    #expect(marks[0].2 == top && marks[1].2 == top + 36)
    #expect(marks.prefix(2).allSatisfy { $0.0.hasPrefix("\u{2191}") } && marks[2].0.hasPrefix("\u{2193}"))
    let print = PaperPrint(
      bench.model.canvas, bench.model.view.paper, [],
      missing: bench.model.view.paper.missingLeads(of: bench.source))
    // Above what is printed at the foot, and within the lead's part of the width.
    #expect(marks[2].2 == 1400 - print.height - 16)
    let left = bench.model.plot.left
    #expect(marks.allSatisfy { $0.1 > left && $0.1 < left + Float(lanes[0].columns.count) / 2 })
  }
}

import Testing
import WaveDisplay

@testable import WaveInteraction
@testable import WaveSensors

/// What is drawn of streams: all of them, in their place, at every zoom.
@Suite struct StripTests {
  /// Columns drawn one by one are those of a picture drawn at once.
  @Test(arguments: [SensorsModel.Motion.scroll, .sweep], [2.0, 10.0, 60.0])
  func manySmallFramesLeaveTheSamePicture(motion: SensorsModel.Motion, window: Double) throws {
    var bench = Bench()
    bench.perform(.setMotion, .set(motion == .sweep ? 0 : 1))
    bench.model.windowSeconds = window
    bench.send(.tick)
    try bench.run(seconds: 1.5)
    try bench.run(seconds: 3)
    let incremental = bench.columns
    bench.model.strip.drawn = 0..<0
    try bench.draw()
    #expect(incremental.count > 300)
    #expect(incremental == bench.columns)
  }

  /// One sample among millions is seen, whatever the window.
  @Test(arguments: [1.0, 5, 10, 60, 600, 3600])
  func aSpikeOfOneSampleIsSeenAtEveryZoom(window: Double) throws {
    let spike: Int64 = 3_999_000
    var bench = Bench(channels: 1, secondsBefore: 4000) { _, sequence in sequence == spike ? 3.5 : 0 }
    bench.model.windowSeconds = window
    bench.model.viewChanged(at: bench.now)
    bench.send(.tick)
    try bench.draw()
    bench.tap()
    bench.model.frozenEdge = min(Double(bench.now), Double(bench.start + spike * 1000) + window * 0.3e6)
    bench.perform(.measure, .set(0))
    for _ in 0..<60 {
      bench.now += 120_000
      bench.send(.tick)
      bench.answer()
      try bench.draw()
    }
    let lane = try #require(bench.model.lanes().first)
    let top = bench.model.y(of: 3.5, in: lane)
    let reached = bench.columns.filter { column in
      column.contains { Float($0.span.top) / 8 <= top + 1 && Float($0.span.bottom) / 8 >= top - 1 }
    }
    #expect(reached.count >= 1 && reached.count <= 12, "\(reached.count) columns reach the spike")
    #expect(bench.columns.count { $0.isEmpty } < 5)
  }

  /// Missing samples part the trace, and their place is marked.
  @Test(arguments: [1.0, 10, 120])
  func aGapIsNeverJoined(window: Double) throws {
    let gap: Range<Int64> = 57_000..<57_600
    var bench = Bench(channels: 1, secondsBefore: 60) { _, sequence in gap.contains(sequence) ? .nan : 1 }
    bench.model.windowSeconds = window
    bench.model.viewChanged(at: bench.now)
    bench.send(.tick)
    try bench.draw()
    bench.tap()
    bench.model.frozenEdge = Double(bench.start) + 57_600 * 1000 + window * 0.2e6
    for _ in 0..<20 {
      bench.now += 120_000
      bench.perform(.measure, .set(0))
      bench.answer()
      try bench.draw()
    }
    let trace = bench.model.theme.trace
    for (column, marks) in zip(bench.model.visibleColumns(at: bench.now), bench.columns) {
      let from = (Double(column) * bench.model.columnMicroseconds - Double(bench.start)) / 1000
      let until = from + bench.model.columnMicroseconds / 1000
      let isWithin = from >= Double(gap.lowerBound) && until <= Double(gap.upperBound)
      let isOutside = until < Double(gap.lowerBound - 1) || from > Double(gap.upperBound + 1)
      if isWithin {
        #expect(!marks.contains { $0.color == trace }, "a trace at sample \(from)")
        #expect(marks.contains { $0.color == bench.model.theme.gap }, "no gap at sample \(from)")
      } else if isOutside, from > 0, until < 59_000 {
        #expect(marks.contains { $0.color == trace }, "nothing at sample \(from)")
      }
    }
  }

  /// What a column covers is what its samples cover, worked out one by one.
  @Test(arguments: [0.4, 1.7, 9.3, 41])
  func columnsCoverTheirSamples(window: Double) throws {
    var bench = Bench(channels: 3, secondsBefore: 120)
    bench.model.windowSeconds = max(1, window)
    bench.model.viewChanged(at: bench.now)
    bench.send(.tick)
    for _ in 0..<10 { try bench.run(seconds: 0.2) }
    let lanes = bench.model.lanes()
    let columnSamples = bench.model.columnMicroseconds / 1000
    for (index, column) in bench.model.visibleColumns(at: bench.now).enumerated().dropFirst(4).dropLast(4) {
      let from = (Double(column) * bench.model.columnMicroseconds - Double(bench.start)) / 1000
      let samples = Int64(from.rounded(.up))..<Int64((from + columnSamples).rounded(.up))
      guard samples.count > 2 else { continue }
      for lane in lanes {
        let spans = bench.columns[index].map(\.span).filter {
          Float($0.top) / 8 >= lane.y - 1 && Float($0.bottom) / 8 <= lane.y + lane.height + 1
        }
        let span = try #require(spans.first)
        // Blocks stand in the column in which they begin: the two around a column's edges may belong to the
        // next.
        let level = Int64(bench.model.stores[0]?.level ?? 0)
        let first = samples.lowerBound + (1 << level)
        let whole = first..<max(first, samples.upperBound - (1 << level))
        for sequence in whole {
          let y = bench.model.y(of: Double(bench.value(lane.channel, sequence)), in: lane)
          #expect(Float(span.top) / 8 <= y + 0.3 && Float(span.bottom) / 8 >= y - 0.3)
        }
      }
    }
  }

  /// A sweep changes the columns at its cursor and no others.
  @Test func aSweepPaintsItsCursorOnly() throws {
    var bench = Bench()
    bench.perform(.setMotion, .set(0))
    try bench.run(seconds: 2)
    var widths: [Float] = []
    for _ in 0..<40 {
      bench.now += 16_000
      bench.send(.tick)
      bench.answer()
      try bench.draw()
      if bench.list.damage.width > 0 { widths.append(bench.list.damage.width) }
    }
    #expect(widths.count > 10)
    #expect(widths.filter { $0 < 60 }.count > widths.count - 3, "\(widths)")
  }

  /// Nothing stands where the cursor will be next.
  @Test func aSweepErasesBeforeItsCursor() throws {
    var bench = Bench()
    bench.perform(.setMotion, .set(0))
    try bench.run(seconds: 14)
    let strip = try #require(bench.strip)
    let newest = bench.model.visibleColumns(at: bench.now).upperBound - 1
    for ahead in 1...Int64(bench.model.eraseColumns) {
      #expect(strip.columns[bench.model.ringColumn(newest + ahead)].isEmpty)
    }
    #expect(strip.columns.count { $0.isEmpty } <= bench.model.eraseColumns + 2)
  }
}

import Testing
import WaveDisplay
import WaveSensorsWire

@testable import WaveInteraction
@testable import WaveSensors

/// What is drawn of streams: all of them, in their place, at every zoom.
@Suite struct StripTests {
  /// Columns drawn one by one are those of a picture drawn at once.
  @Test(arguments: [SensorsModel.Motion.scroll, .sweep], [2.0, 10.0, 60.0])
  func manySmallFramesLeaveTheSamePicture(motion: SensorsModel.Motion, window: Double) throws {
    var bench = Bench(windowSeconds: window)
    bench.perform(.setMotion, .set(motion == .sweep ? 0 : 1))
    bench.send(.tick)
    try bench.run(seconds: 1.5)
    try bench.run(seconds: 3)
    let incremental = bench.columns
    bench.model.setColors([])
    try bench.draw()
    #expect(incremental.count > 300)
    #expect(incremental == bench.columns)
  }

  /// One sample among millions is seen, whatever the window.
  @Test(arguments: [1.0, 5, 10, 60, 600, 3600])
  func aSpikeOfOneSampleIsSeenAtEveryZoom(window: Double) throws {
    let spike: Int64 = 3_999_000
    var bench = Bench(channels: 1, secondsBefore: 4000, windowSeconds: window) { _, sequence in
      sequence == spike ? 3.5 : 0
    }
    bench.send(.tick)
    try bench.draw()
    bench.tap()
    bench.hold(at: min(Double(bench.now), Double(bench.start + spike * 1000) + window * 0.3e6))
    bench.perform(.measure, .set(0))
    for _ in 0..<60 {
      bench.now += 120_000
      bench.send(.tick)
      bench.answer()
      try bench.draw()
    }
    let lane = try #require(bench.model.lanes.first)
    let top = lane.y(of: 3.5)
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
    var bench = Bench(channels: 1, secondsBefore: 60, windowSeconds: window) { _, sequence in
      gap.contains(sequence) ? .nan : 1
    }
    bench.send(.tick)
    try bench.draw()
    bench.tap()
    bench.hold(at: Double(bench.start) + 57_600 * 1000 + window * 0.2e6)
    for _ in 0..<20 {
      bench.now += 120_000
      bench.perform(.measure, .set(0))
      bench.answer()
      try bench.draw()
    }
    let trace = bench.model.theme.trace
    for (column, marks) in zip(bench.lattice.visible, bench.columns) {
      let from = (Double(column) * bench.lattice.columnMicroseconds - Double(bench.start)) / 1000
      let until = from + bench.lattice.columnMicroseconds / 1000
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
    var bench = Bench(channels: 3, secondsBefore: 120, windowSeconds: max(1, window))
    bench.send(.tick)
    for _ in 0..<10 { try bench.run(seconds: 0.2) }
    let lanes = bench.model.lanes
    let columnSamples = bench.lattice.columnMicroseconds / 1000
    for (index, column) in bench.lattice.visible.enumerated().dropFirst(4).dropLast(4) {
      let from = (Double(column) * bench.lattice.columnMicroseconds - Double(bench.start)) / 1000
      let samples = Int64(from.rounded(.up))..<Int64((from + columnSamples).rounded(.up))
      guard samples.count > 2 else { continue }
      for lane in lanes {
        let spans = bench.columns[index].map(\.span).filter {
          Float($0.top) / 8 >= lane.y - 1 && Float($0.bottom) / 8 <= lane.y + lane.height + 1
        }
        let span = try #require(spans.first)
        // A block is drawn in the column in which it begins: the two around a column's edges may belong to
        // the next.
        let level = Int64(bench.model.intake.blocks.stores[0]?.level ?? 0)
        let first = samples.lowerBound + (1 << level)
        let whole = first..<max(first, samples.upperBound - (1 << level))
        for sequence in whole {
          let y = lane.y(of: Double(bench.value(lane.channel, sequence)))
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

  /// The columns before the cursor are empty.
  @Test func aSweepErasesBeforeItsCursor() throws {
    var bench = Bench()
    bench.perform(.setMotion, .set(0))
    try bench.run(seconds: 14)
    let strip = try #require(bench.strip)
    let newest = bench.lattice.visible.upperBound - 1
    for ahead in 1...Int64(bench.lattice.eraseColumns) {
      #expect(strip.columns[bench.lattice.ringColumn(newest + ahead)].isEmpty)
    }
    #expect(strip.columns.count { $0.isEmpty } <= bench.lattice.eraseColumns + 2)
  }

  // MARK: - What is drawn in a frame

  private func content(isDark: Bool = true, lanes: [Lane] = []) -> Strip.Content {
    Strip.Content(lanes: lanes, columnMicroseconds: 1000, isDark: isDark, motion: .scroll)
  }

  /// What is drawn with some column as the newest one: 200 are seen, or 186 in a sweep.
  private func update(
    _ strip: inout Strip, _ newest: Int64, _ motion: SensorsModel.Motion = .scroll,
    content: Strip.Content? = nil,
    height: Int = 300
  ) -> Strip.Update {
    strip.update(content ?? self.content(), .made(motion, newest: newest), height: height, reach: 2)
  }

  private func drawn(_ motion: SensorsModel.Motion = .scroll, newest: Int64 = 1000) -> Strip {
    var strip = Strip()
    _ = update(&strip, newest, motion)
    return strip
  }

  @Test func aNewStripIsDrawnWhole() {
    var strip = Strip()
    let first = update(&strip, 1000)
    #expect(first.isNew && first.isWhole && first.columns == 801..<1001 && first.damage == nil)
    let second = update(&strip, 1000)
    #expect(!second.isNew && !second.isWhole && second.columns.isEmpty && second.damage == 0..<0)
    // Another height is another strip; another content is drawn in the one that is there.
    let higher = update(&strip, 1000, height: 301)
    #expect(higher.isNew && higher.isWhole)
    for other in [content(isDark: false), content(lanes: [.made()])] {
      let update = update(&strip, 1000, content: other, height: 301)
      #expect(!update.isNew && update.isWhole && update.columns == 801..<1001)
    }
    strip.handle(.invalidate)
    let whole = update(&strip, 1000, content: content(lanes: [.made()]), height: 301)
    #expect(!whole.isNew && whole.isWhole)
    strip.handle(.create)
    #expect(update(&strip, 1000, content: content(lanes: [.made()]), height: 301).isNew)
  }

  @Test func onlyNewColumnsAreDrawn() {
    var strip = drawn()
    // The newest one was not complete, and the pen reaches two columns farther.
    let later = update(&strip, 1005)
    #expect(!later.isWhole && later.columns == 998..<1006 && later.damage == nil && later.erased.isEmpty)
    strip = drawn()
    #expect(update(&strip, 990).columns == 791..<803, "at the left when it is moved back")
    strip = drawn()
    #expect(!update(&strip, 1199).isWhole && update(&strip, 1399).isWhole, "nothing of it is left")
  }

  @Test func columnsThatBlocksChangedAreDrawnOnce() {
    var strip = drawn()
    strip.handle(.change(900..<905))
    strip.handle(.change(890..<892))
    let late = update(&strip, 1000)
    #expect(late.columns == 888..<907 && late.damage == 87..<106)
    #expect(update(&strip, 1000).columns.isEmpty)
    // Only what is seen of them.
    for (changed, columns) in [
      (100..<200, 0..<0), (2000..<2100, 0..<0), (700..<803, 801..<805), (999..<2000, 997..<1001),
    ]
      as [(Range<Int64>, Range<Int64>)]
    {
      strip.handle(.change(changed))
      #expect(update(&strip, 1000).columns == columns)
    }
    // With new ones they are one run.
    strip.handle(.change(950..<951))
    #expect(update(&strip, 1001).columns == 948..<1002)
  }

  @Test func aSweepDrawsAtItsCursor() {
    var strip = drawn(.sweep)
    let later = update(&strip, 1005, .sweep)
    // Columns 998 to 1005, of which 1000 is at the left edge, and 14 free ones: all of the width.
    #expect(later.columns == 998..<1006 && later.erased == 1006..<1020 && later.damage == 0..<200)
    let next = update(&strip, 1010, .sweep)
    #expect(next.columns == 1003..<1011 && next.erased == 1011..<1025 && next.damage == 3..<25)
    let same = update(&strip, 1010, .sweep)
    #expect(same.columns.isEmpty && same.erased.isEmpty && same.damage == 0..<0)
    strip.handle(.change(1005..<1006))
    #expect(update(&strip, 1010, .sweep).damage == 3..<25, "the columns, and those that are free")
  }

  @Test func whenAFrameWasDrawnIsRemembered() {
    var strip = drawn()
    strip.handle(.drawn(at: 77))
    #expect(strip.drawnAt == 77)
  }
}

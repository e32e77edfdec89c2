import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct WaterfallTests {
  private func fields(_ bench: Bench) -> [(rows: Int, rect: Rect)] {
    bench.marks(ofLayer: 1).compactMap {
      if case .field(_, _, let rows, _, _, let rect) = $0 { return (rows, rect) }
      return nil
    }
  }

  @Test func viewAsksForTwoRowsASecond() throws {
    let bench = Bench.waterfall()
    let shown = try #require(bench.shown)
    #expect(shown.mode == .waterfall)
    #expect(shown.planes == .max)
    #expect(shown.slotMicroseconds == 500_000)
    #expect(shown.columns == 400)
  }

  @Test func rowHeightIsPlotHeightOverTwicePeriod() throws {
    let bench = Bench.waterfall(seconds: 14)
    let run = try #require(fields(bench).first)
    #expect(fields(bench).count == 1)
    #expect(abs(run.rect.height / Float(run.rows) - 800 / (2 * 10)) < 0.001)
  }

  @Test func rowsStandAtTheirTimes() throws {
    let bench = Bench.waterfall(seconds: 14)
    // The ring's rows as drawn: the value of each pixel's row must be the slot at that pixel's time.
    let field = try #require(bench.scene.fields.first)
    guard case .field(_, let first, let rows, _, _, let rect) = try #require(bench.marks(ofLayer: 1).last)
    else {
      Issue.record("no field")
      return
    }
    let top = bench.now - 500_000 - 150_000
    for y in stride(from: Float(2.5), to: 800, by: 40) {
      let row = (first + Int((y - rect.y) / rect.height * Float(rows))) % field.rows
      let time = top - Int64(Double(y) / 800 * 10e6)
      #expect(field.values[row * field.columns] == Int16(-(time / 500_000 % 100)))
    }
  }

  @Test func pictureScrollsByTimeAndDoesNotDrift() throws {
    var bench = Bench.waterfall(seconds: 14)
    let start = bench.now
    var newest = bench.now / 500_000
    for _ in 0..<60 {
      bench.run(milliseconds: 50)
      while (newest + 1) * 500_000 <= bench.now {
        bench.serveSlot(start: newest * 500_000, duration: 500_000, Int16(-(newest % 100)))
        newest += 1
      }
    }
    bench.draw()
    let slotAtTop = (bench.now - 650_000) / 500_000
    let run = try #require(fields(bench).first)
    let expected = Double((slotAtTop + 1) * 500_000 - (bench.now - 650_000)) / 10e6 * -800
    // One slot more than the newest in view is drawn above the edge when it is there.
    let rowHeight = Double(run.rect.height) / Double(run.rows)
    let offset = (Double(run.rect.y) - expected) / rowHeight
    #expect(abs(offset - offset.rounded()) * rowHeight < 1.01)
    #expect(bench.now - start == 3_000_000)
  }

  @Test func scrollDrawsOncePerPixelNotPerRefresh() {
    var bench = Bench.waterfall(seconds: 14)
    bench.perform(.setPeriod, .set(10))
    bench.run(milliseconds: 1000)
    let before = bench.draws
    bench.run(milliseconds: 3000)
    // 800 pixels in 360 s: 6.7 pixels in 3 s.
    #expect(bench.draws - before <= 9)
    #expect(bench.draws - before >= 5)
  }

  @Test func restingFingerHoldsRowsStill() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.touch(1, .began, 200, 400)
    bench.run(milliseconds: 300)
    let held = try #require(fields(bench).first).rect
    bench.now += 2_000_000
    bench.draw()
    #expect(try #require(fields(bench).first).rect == held)
    bench.touch(1, .ended, 200, 400)
    bench.draw()
  }

  @Test func dragLooksBackAndDataKeepFlowing() throws {
    var bench = Bench.waterfall(seconds: 30)
    bench.drag(from: (200, 600), to: (202, 440))
    // 160 of 800 pixels of 10 s, and the time that the finger was down.
    let offset = bench.model.offsetMicroseconds
    #expect(offset > 2_300_000 && offset < 2_500_000)
    #expect(bench.chip.hasPrefix("2.4 s ago|"))
    bench.pass(milliseconds: 5000)
    #expect(bench.model.offsetMicroseconds == offset)
    bench.send(.press(.chip))
    #expect(bench.model.offsetMicroseconds == 0)
    #expect(bench.chip.hasPrefix("Live|"))
  }

  @Test(arguments: [false, true]) func backToNowEndsAGlide(isAsked: Bool) {
    var bench = Bench.waterfall(seconds: 60)
    bench.send(.appearance(isDark: true, reducesMotion: false))
    bench.touch(1, .began, 200, 640)
    for step in 1...6 {
      bench.now += 10_000
      bench.touch(1, .moved, 200, 640 - Float(step) * 20)
    }
    bench.touch(1, .ended, 200, 520)
    bench.run(milliseconds: 100)
    if isAsked { bench.send(.press(.chip)) }
    bench.run(milliseconds: 3000)
    // 120 of 800 pixels of 10 s by the finger, and more by itself.
    if isAsked {
      #expect(bench.model.offsetMicroseconds == 0)
    } else {
      #expect(bench.model.offsetMicroseconds > 2_000_000)
    }
  }

  @Test func dragCannotLookIntoTheFuture() {
    var bench = Bench.waterfall(seconds: 14)
    bench.drag(from: (200, 200), to: (200, 700))
    #expect(bench.model.offsetMicroseconds == 0)
  }

  @Test func dragEndsWhereTheHistoryEnds() throws {
    var bench = Bench.waterfall(seconds: 30)
    let fetch = try #require(bench.lastFetch)
    bench.receive(
      .fetched(
        Fetched(
          view: fetch.view, fromMicroseconds: fetch.fromMicroseconds,
          oldestMicroseconds: bench.now - 40_000_000)))
    for _ in 0..<12 { bench.drag(from: (200, 700), to: (200, 100)) }
    // Eight of ten seconds in view may lie beyond the oldest row.
    #expect(bench.model.offsetMicroseconds > 30_000_000 && bench.model.offsetMicroseconds < 45_000_000)
  }

  @Test func keyPutsTheMarkerOnAPeakOfTheNewestRow() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.send(.key(.marker, isShifted: false))
    let marker = try #require(bench.model.marker)
    #expect(bench.now - marker.microseconds < 2_000_000)
  }

  @Test func verticalPinchSetsThePeriod() {
    var bench = Bench.waterfall(seconds: 14)
    bench.pinch([(200, 300), (200, 200)], [(204, 500), (204, 600)])
    #expect(abs(bench.model.periodSeconds - 5) < 0.01)
  }

  @Test func missingPastIsFetchedNewestSlotsApart() throws {
    let bench = Bench.waterfall()
    let fetch = try #require(bench.lastFetch)
    #expect(fetch.view == bench.shown?.view)
    #expect(fetch.untilMicroseconds > bench.now - 3_000_000)
    #expect(fetch.fromMicroseconds < bench.now - 10_000_000)
  }

  @Test func aLongRowInTheMakingIsNotFetchedYet() throws {
    let bench = Bench.waterfall(rowSeconds: 3)
    let fetch = try #require(bench.lastFetch)
    #expect(fetch.untilMicroseconds <= bench.now - 4_000_000)
    #expect(fetch.fromMicroseconds < bench.now - 10_000_000)
  }

  @Test func whatAFetchDoesNotBringIsAGap() throws {
    var bench = Bench.waterfall()
    let fetch = try #require(bench.lastFetch)
    #expect(!bench.texts.contains("no data"))
    let middle = fetch.untilMicroseconds / 500_000 - 8
    bench.serveSlot(start: middle * 500_000, duration: 500_000, flags: [.waterfall, .fetched], -50)
    bench.receive(
      .fetched(Fetched(view: fetch.view, fromMicroseconds: fetch.fromMicroseconds, oldestMicroseconds: 0)))
    bench.draw()
    #expect(fields(bench).map(\.rows) == [1])
    #expect(bench.texts.filter { $0 == "no data" }.count == 2)
  }

  @Test func longRowFillsTheSlotsItCovers() {
    var bench = Bench.waterfall(flags: .recording)
    let start = bench.now - 6_000_000
    bench.serveSlot(start: start, duration: 4_000_000, -70)
    bench.draw()
    #expect(fields(bench).map(\.rows) == [8])
  }

  @Test func everyMomentOfContiguousRowsIsCovered() {
    var bench = Bench.waterfall(flags: .recording)
    var time = bench.now - 20_000_000
    var index: Int16 = 0
    while time < bench.now {
      bench.serveSlot(start: time, duration: 1_430_000, index)
      time += 1_430_000
      index += 1
    }
    bench.draw()
    #expect(fields(bench).count == 1)
    #expect(bench.texts.contains("no data") == false)
  }

  @Test func panKeepsOldRowsWhereTheyBelong() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    bench.draw()
    let rect = try #require(fields(bench).first).rect
    #expect(abs(rect.x - -200) < 2)
    #expect(abs(rect.width - 800) < 2)
  }

  @Test func changingLevelsRecoloursWithoutRows() {
    var bench = Bench.waterfall(seconds: 14)
    bench.send(.key(.one, isShifted: false))
    bench.drag(from: (200, 200), to: (203, 280))
    bench.send(.key(.two, isShifted: false))
    bench.draw()
    #expect(bench.scene.fields.first?.high == Int16((bench.model.levels.top * 10).rounded()))
    let words = bench.list.words.count
    #expect(words < 1000)
  }

  @Test func markerReadsTheRowUnderIt() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.touch(1, .began, 200, 400)
    bench.pass(milliseconds: 600)
    bench.touch(1, .ended, 200, 400)
    bench.draw()
    let marker = try #require(bench.model.marker)
    var text = TextWriter()
    text.append(Double(marker.microseconds / 500_000 % 100) / -10, decimals: 1)
    #expect(bench.texts.contains(String(decoding: text.bytes, as: UTF8.self) + " dBFS"))
  }

  @Test func stretchedRecordingShowsItsOwnClockOnly() {
    var bench = Bench.waterfall(seconds: 14, flags: [.recording, .zoneUnknown])
    #expect(bench.texts.contains("2 s ago"))
    let evening: Int64 = 20 * 3600 * 1_000_000
    bench.receive(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: bench.now - 20_000_000, recordedMicroseconds: evening, speed: 20)))
    bench.draw()
    #expect(!bench.texts.contains { $0.hasSuffix("ago") })
    #expect(bench.texts.contains { $0.hasPrefix("20:06:") })
    #expect(bench.chip.hasPrefix("Playing 20×|20:0"))
  }

  @Test func unknownPastHasNoClock() {
    var bench = Bench.waterfall(seconds: 14)
    bench.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: bench.now - 3_000_000, recordedMicroseconds: 0, speed: 1)))
    bench.draw()
    #expect(bench.texts.filter { $0.contains(":") }.count == 1)
  }

  @Test func storeSurvivesADayOfRows() {
    var bench = Bench.waterfall()
    let start = bench.now / 500_000
    for slot in start..<start + 4000 {
      bench.now = slot * 500_000 + 600_000
      bench.serveSlot(start: slot * 500_000, duration: 500_000, Int16(-(slot % 100)))
      if slot % 97 == 0 { bench.draw() }
    }
    bench.draw()
    #expect(fields(bench).count == 1)
  }

  @Test func legendShowsTheColoursOfTheLevels() throws {
    var bench = Bench.waterfall(seconds: 14)
    let legend = { (bench: Bench) -> Rect? in
      for case .field(id: 2, _, _, _, _, let rect) in bench.marks(ofLayer: 4) { return rect }
      return nil
    }
    let bar = try #require(legend(bench))
    #expect(bar.y > 800 && bar.bottom < 848)
    // The levels have followed the strongest signal.
    let levels = bench.model.levels
    #expect(levels.bottom == -100 && levels.top > 0)
    #expect(bench.texts.contains("\u{2212}100") && bench.texts.contains("\(Int(levels.top.rounded())) dBFS"))
    let field = try #require(bench.scene.fields.first { $0.id == 2 })
    var colors = [UInt32](repeating: 0, count: 256)
    var span = colors.mutableSpan
    FieldPainter.paint(
      field.values.span, colors: field.map.entries, low: field.low, high: field.high, into: &span)
    #expect(colors == ColorMap.waterfall.entries)
    func ends(_ bench: Bench) -> [Int] {
      bench.scene.fields.filter { $0.id != 2 }.flatMap { [Int($0.low), Int($0.high)] }
    }
    #expect(ends(bench) == [-1000, Int((levels.top * 10).rounded())], "rows have the colours of the legend")
    // A tenth of the bar to the right is a tenth of the levels down: the colours go with the finger.
    bench.drag(from: (bar.x + 100, bar.y), to: (bar.x + 100 + bar.width / 10, bar.y))
    bench.draw()
    let moved = bench.model.levels
    #expect(abs(moved.top - (levels.top - levels.span / 10)) < 1.5 && moved.span == levels.span)
    #expect(ends(bench) == [Int((moved.bottom * 10).rounded()), Int((moved.top * 10).rounded())])
    #expect(bench.model.offsetMicroseconds == 0 && bench.model.marker == nil)
    // Fingers twice as far apart show half the levels.
    let middle = bar.x + bar.width / 2
    bench.pinch(
      [(middle - 40, bar.y), (middle - 80, bar.y)], [(middle + 40, bar.y), (middle + 80, bar.y)])
    #expect(abs(bench.model.levels.span - levels.span / 2) < 6)
  }

  @Test func chipCountsLinesThatLackRows() {
    var bench = Bench.waterfall(seconds: 2)
    let slot = bench.now / 500_000
    bench.serveSlot(start: slot * 500_000, duration: 500_000, flags: [.waterfall, .incomplete], -30)
    bench.pass(milliseconds: 1100)
    #expect(bench.chip.contains("rows lost in 1 line"))
    bench.serveSlot(start: (slot + 1) * 500_000, duration: 500_000, flags: [.waterfall, .incomplete], -30)
    bench.pass(milliseconds: 1100)
    #expect(bench.chip.contains("rows lost in 2 lines"))
  }

  @Test func keysMoveTheMarker() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.touch(1, .began, 200, 400)
    bench.pass(milliseconds: 600)
    bench.touch(1, .ended, 200, 400)
    let before = try #require(bench.model.marker)
    let band = bench.model.band
    bench.send(.key(.right, isShifted: false))
    bench.send(.key(.left, isShifted: true))
    let across = try #require(bench.model.marker)
    #expect(abs(across.hertz - before.hertz - (band.width / 100 - band.width / 400)) < 1)
    bench.send(.key(.up, isShifted: false))
    let newer = try #require(bench.model.marker)
    #expect(abs(newer.microseconds - before.microseconds - 100_000) <= 1)
    #expect(bench.model.band == band && bench.model.offsetMicroseconds == 0)
    // Put away, it leaves the keys to the band.
    bench.send(.key(.escape, isShifted: false))
    bench.send(.key(.zoomIn, isShifted: false))
    let zoomed = bench.model.band
    bench.send(.key(.right, isShifted: false))
    #expect(bench.model.band.low > zoomed.low)
  }

  @Test func bandFollowsTheMarker() throws {
    var bench = Bench()
    for _ in 0..<6 { bench.send(.key(.zoomIn, isShifted: false)) }
    bench.touch(1, .began, 390, 300)
    bench.pass(milliseconds: 600)
    bench.touch(1, .ended, 390, 300)
    let band = bench.model.band
    for _ in 0..<10 { bench.send(.key(.right, isShifted: false)) }
    let marker = try #require(bench.model.marker)
    #expect(bench.model.band.low > band.low)
    #expect(abs(marker.hertz - bench.model.band.high) < 1)
    for _ in 0..<900 { bench.send(.key(.right, isShifted: false)) }
    #expect(bench.model.marker?.hertz == 110e6)
    #expect(bench.model.band.high <= 110e6 + 1)
    // In the spectrum, up and down stay with the levels.
    let levels = bench.model.levels
    bench.send(.key(.up, isShifted: false))
    #expect(bench.model.levels != levels)
  }
}

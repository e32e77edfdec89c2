import TestSupport
import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct WaterfallTests {
  private func fields(_ desk: Desk) -> [(rows: Int, rect: Rect)] {
    desk.marks(ofLayer: 1).compactMap {
      if case .field(_, _, let rows, _, _, let rect) = $0 { return (rows, rect) }
      return nil
    }
  }

  @Test func viewAsksForTwoRowsASecond() throws {
    let desk = Desk.waterfall()
    let shown = try #require(desk.shown)
    #expect(shown.mode == .waterfall)
    #expect(shown.planes == .max)
    #expect(shown.slotMicroseconds == 500_000)
    #expect(shown.columns == 400)
  }

  @Test func rowHeightIsPlotHeightOverTwicePeriod() throws {
    let desk = Desk.waterfall(seconds: 14)
    let run = try #require(fields(desk).first)
    #expect(fields(desk).count == 1)
    #expect(abs(run.rect.height / Float(run.rows) - 800 / (2 * 10)) < 0.001)
  }

  @Test func rowsStandAtTheirTimes() throws {
    let desk = Desk.waterfall(seconds: 14)
    // The ring's rows as drawn: the value of each pixel's row must be the slot at that pixel's time.
    let field = try #require(desk.scene.fields.first)
    guard case .field(_, let first, let rows, _, _, let rect) = try #require(desk.marks(ofLayer: 1).last)
    else {
      Issue.record("no field")
      return
    }
    let top = desk.now - 500_000 - 150_000
    for y in stride(from: Float(2.5), to: 800, by: 40) {
      let row = (first + Int((y - rect.y) / rect.height * Float(rows))) % field.rows
      let time = top - Int64(Double(y) / 800 * 10e6)
      #expect(field.values[row * field.columns] == Int16(-(time / 500_000 % 100)))
    }
  }

  @Test func pictureScrollsByTimeAndDoesNotDrift() throws {
    var desk = Desk.waterfall(seconds: 14)
    let start = desk.now
    var newest = desk.now / 500_000
    for _ in 0..<60 {
      desk.run(milliseconds: 50)
      while (newest + 1) * 500_000 <= desk.now {
        desk.serveSlot(start: newest * 500_000, duration: 500_000, Int16(-(newest % 100)))
        newest += 1
      }
    }
    desk.draw()
    let slotAtTop = (desk.now - 650_000) / 500_000
    let run = try #require(fields(desk).first)
    let expected = Double((slotAtTop + 1) * 500_000 - (desk.now - 650_000)) / 10e6 * -800
    // One slot more than the newest in view is drawn above the edge when it is there.
    let rowHeight = Double(run.rect.height) / Double(run.rows)
    let offset = (Double(run.rect.y) - expected) / rowHeight
    #expect(abs(offset - offset.rounded()) * rowHeight < 1.01)
    #expect(desk.now - start == 3_000_000)
  }

  @Test func scrollDrawsOncePerPixelNotPerRefresh() {
    var desk = Desk.waterfall(seconds: 14)
    desk.perform(.setPeriod, .set(10))
    desk.run(milliseconds: 1000)
    let before = desk.draws
    desk.run(milliseconds: 3000)
    // 800 pixels in 360 s: 6.7 pixels in 3 s.
    #expect(desk.draws - before <= 9)
    #expect(desk.draws - before >= 5)
  }

  @Test func restingFingerHoldsRowsStill() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.touch(1, .began, 200, 400)
    desk.run(milliseconds: 300)
    let held = try #require(fields(desk).first).rect
    desk.now += 2_000_000
    desk.draw()
    #expect(try #require(fields(desk).first).rect == held)
    desk.touch(1, .ended, 200, 400)
    desk.draw()
  }

  @Test func dragLooksBackAndDataKeepFlowing() throws {
    var desk = Desk.waterfall(seconds: 30)
    desk.drag(from: (200, 600), to: (202, 440))
    // 160 of 800 pixels of 10 s, and the time that the finger was down.
    let offset = desk.model.offsetMicroseconds
    #expect(offset > 2_300_000 && offset < 2_500_000)
    #expect(desk.chip.hasPrefix("2.4 s ago|"))
    desk.pass(milliseconds: 5000)
    #expect(desk.model.offsetMicroseconds == offset)
    desk.send(.press(.chip))
    #expect(desk.model.offsetMicroseconds == 0)
    #expect(desk.chip.hasPrefix("Live|"))
  }

  @Test(arguments: [false, true]) func backToNowEndsAGlide(isAsked: Bool) {
    var desk = Desk.waterfall(seconds: 60)
    desk.send(.appearance(isDark: true, reducesMotion: false))
    desk.touch(1, .began, 200, 640)
    for step in 1...6 {
      desk.now += 10_000
      desk.touch(1, .moved, 200, 640 - Float(step) * 20)
    }
    desk.touch(1, .ended, 200, 520)
    desk.run(milliseconds: 100)
    if isAsked { desk.send(.press(.chip)) }
    desk.run(milliseconds: 3000)
    // 120 of 800 pixels of 10 s by the finger, and more by itself.
    if isAsked {
      #expect(desk.model.offsetMicroseconds == 0)
    } else {
      #expect(desk.model.offsetMicroseconds > 2_000_000)
    }
  }

  @Test func dragCannotLookIntoTheFuture() {
    var desk = Desk.waterfall(seconds: 14)
    desk.drag(from: (200, 200), to: (200, 700))
    #expect(desk.model.offsetMicroseconds == 0)
  }

  @Test func dragEndsWhereTheHistoryEnds() throws {
    var desk = Desk.waterfall(seconds: 30)
    let fetch = try #require(desk.lastFetch)
    desk.receive(
      .fetched(
        Fetched(
          view: fetch.view, fromMicroseconds: fetch.fromMicroseconds,
          oldestMicroseconds: desk.now - 40_000_000)))
    for _ in 0..<12 { desk.drag(from: (200, 700), to: (200, 100)) }
    // Eight of ten seconds in view may lie beyond the oldest row.
    #expect(desk.model.offsetMicroseconds > 30_000_000 && desk.model.offsetMicroseconds < 45_000_000)
  }

  @Test func keyPutsTheMarkerOnAPeakOfTheNewestRow() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.send(.key(.marker, isShifted: false))
    let marker = try #require(desk.model.marker)
    #expect(desk.now - marker.microseconds < 2_000_000)
  }

  @Test func verticalPinchSetsThePeriod() {
    var desk = Desk.waterfall(seconds: 14)
    desk.pinch([(200, 300), (200, 200)], [(204, 500), (204, 600)])
    #expect(abs(desk.model.periodSeconds - 5) < 0.01)
  }

  @Test func missingPastIsFetchedNewestSlotsApart() throws {
    let desk = Desk.waterfall()
    let fetch = try #require(desk.lastFetch)
    #expect(fetch.view == desk.shown?.view)
    #expect(fetch.untilMicroseconds > desk.now - 3_000_000)
    #expect(fetch.fromMicroseconds < desk.now - 10_000_000)
  }

  @Test func aLongRowInTheMakingIsNotFetchedYet() throws {
    let desk = Desk.waterfall(rowSeconds: 3)
    let fetch = try #require(desk.lastFetch)
    #expect(fetch.untilMicroseconds <= desk.now - 4_000_000)
    #expect(fetch.fromMicroseconds < desk.now - 10_000_000)
  }

  @Test func whatAFetchDoesNotBringIsAGap() throws {
    var desk = Desk.waterfall()
    let fetch = try #require(desk.lastFetch)
    #expect(!desk.texts.contains("no data"))
    let middle = fetch.untilMicroseconds / 500_000 - 8
    desk.serveSlot(start: middle * 500_000, duration: 500_000, flags: [.waterfall, .fetched], -50)
    desk.receive(
      .fetched(Fetched(view: fetch.view, fromMicroseconds: fetch.fromMicroseconds, oldestMicroseconds: 0)))
    desk.draw()
    #expect(fields(desk).map(\.rows) == [1])
    #expect(desk.texts.filter { $0 == "no data" }.count == 2)
  }

  @Test func longRowFillsTheSlotsItCovers() {
    var desk = Desk.waterfall(flags: .recording)
    let start = desk.now - 6_000_000
    desk.serveSlot(start: start, duration: 4_000_000, -70)
    desk.draw()
    #expect(fields(desk).map(\.rows) == [8])
  }

  @Test func everyMomentOfContiguousRowsIsCovered() {
    var desk = Desk.waterfall(flags: .recording)
    var time = desk.now - 20_000_000
    var index: Int16 = 0
    while time < desk.now {
      desk.serveSlot(start: time, duration: 1_430_000, index)
      time += 1_430_000
      index += 1
    }
    desk.draw()
    #expect(fields(desk).count == 1)
    #expect(desk.texts.contains("no data") == false)
  }

  @Test func panKeepsOldRowsWhereTheyBelong() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.pinch([(150, 300), (100, 300)], [(250, 310), (300, 310)])
    desk.draw()
    let rect = try #require(fields(desk).first).rect
    #expect(abs(rect.x - -200) < 2)
    #expect(abs(rect.width - 800) < 2)
  }

  @Test func changingLevelsRecoloursWithoutRows() {
    var desk = Desk.waterfall(seconds: 14)
    desk.send(.key(.one, isShifted: false))
    desk.drag(from: (200, 200), to: (203, 280))
    desk.send(.key(.two, isShifted: false))
    desk.draw()
    #expect(desk.scene.fields.first?.high == Int16((desk.model.levels.top * 10).rounded()))
    let words = desk.list.words.count
    #expect(words < 1000)
  }

  @Test func markerReadsTheRowUnderIt() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.touch(1, .began, 200, 400)
    desk.pass(milliseconds: 600)
    desk.touch(1, .ended, 200, 400)
    desk.draw()
    let marker = try #require(desk.model.marker)
    var text = TextWriter()
    text.append(Double(marker.microseconds / 500_000 % 100) / -10, decimals: 1)
    #expect(desk.texts.contains(String(decoding: text.bytes, as: UTF8.self) + " dBFS"))
  }

  @Test func stretchedRecordingShowsItsOwnClockOnly() {
    var desk = Desk.waterfall(seconds: 14, flags: [.recording, .zoneUnknown])
    #expect(desk.texts.contains("2 s ago"))
    let evening: Int64 = 20 * 3600 * 1_000_000
    desk.receive(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: desk.now - 20_000_000, recordedMicroseconds: evening, speed: 20)))
    desk.draw()
    #expect(!desk.texts.contains { $0.hasSuffix("ago") })
    #expect(desk.texts.contains { $0.hasPrefix("20:06:") })
    #expect(desk.chip.hasPrefix("Playing 20×|20:0"))
  }

  @Test func unknownPastHasNoClock() {
    var desk = Desk.waterfall(seconds: 14)
    desk.receive(
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: desk.now - 3_000_000, recordedMicroseconds: 0, speed: 1)))
    desk.draw()
    #expect(desk.texts.filter { $0.contains(":") }.count == 1)
  }

  @Test func storeSurvivesADayOfRows() {
    var desk = Desk.waterfall()
    let start = desk.now / 500_000
    for slot in start..<start + 4000 {
      desk.now = slot * 500_000 + 600_000
      desk.serveSlot(start: slot * 500_000, duration: 500_000, Int16(-(slot % 100)))
      if slot % 97 == 0 { desk.draw() }
    }
    desk.draw()
    #expect(fields(desk).count == 1)
  }

  @Test func legendShowsTheColoursOfTheLevels() throws {
    var desk = Desk.waterfall(seconds: 14)
    let legend = { (desk: Desk) -> Rect? in
      for case .field(id: 2, _, _, _, _, let rect) in desk.marks(ofLayer: 4) { return rect }
      return nil
    }
    let bar = try #require(legend(desk))
    #expect(bar.y > 800 && bar.bottom < 848)
    #expect(desk.texts.contains("\u{2212}100") && desk.texts.contains("0 dBFS"))
    let field = try #require(desk.scene.fields.first { $0.id == 2 })
    var colors = [UInt32](repeating: 0, count: 256)
    var span = colors.mutableSpan
    FieldPainter.paint(
      field.values.span, colors: field.map.entries, low: field.low, high: field.high, into: &span)
    #expect(colors == ColorMap.waterfall.entries)
    func ends(_ desk: Desk) -> [Int] {
      desk.scene.fields.filter { $0.id != 2 }.flatMap { [Int($0.low), Int($0.high)] }
    }
    #expect(ends(desk) == [-1000, 0], "rows have the colours of the legend")
    // A tenth of the bar to the right is a tenth of the levels down: the colours go with the finger.
    desk.drag(from: (bar.x + 100, bar.y), to: (bar.x + 100 + bar.width / 10, bar.y))
    desk.draw()
    #expect(abs(desk.model.levels.top - -10) < 1.5)
    #expect(desk.model.levels.span == 100)
    let top = Int((desk.model.levels.top * 10).rounded())
    #expect(ends(desk) == [top - 1000, top])
    #expect(desk.model.offsetMicroseconds == 0 && desk.model.marker == nil)
    // Fingers twice as far apart show half the levels.
    let middle = bar.x + bar.width / 2
    desk.pinch(
      [(middle - 40, bar.y), (middle - 80, bar.y)], [(middle + 40, bar.y), (middle + 80, bar.y)])
    #expect(abs(desk.model.levels.span - 50) < 6)
  }

  @Test func chipCountsLinesThatLackRows() {
    var desk = Desk.waterfall(seconds: 2)
    let slot = desk.now / 500_000
    desk.serveSlot(start: slot * 500_000, duration: 500_000, flags: [.waterfall, .incomplete], -30)
    desk.pass(milliseconds: 1100)
    #expect(desk.chip.contains("rows lost in 1 line"))
    desk.serveSlot(start: (slot + 1) * 500_000, duration: 500_000, flags: [.waterfall, .incomplete], -30)
    desk.pass(milliseconds: 1100)
    #expect(desk.chip.contains("rows lost in 2 lines"))
  }

  @Test func keysMoveTheMarker() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.touch(1, .began, 200, 400)
    desk.pass(milliseconds: 600)
    desk.touch(1, .ended, 200, 400)
    let before = try #require(desk.model.marker)
    let band = desk.model.band
    desk.send(.key(.right, isShifted: false))
    desk.send(.key(.left, isShifted: true))
    let across = try #require(desk.model.marker)
    #expect(abs(across.hertz - before.hertz - (band.width / 100 - band.width / 400)) < 1)
    desk.send(.key(.up, isShifted: false))
    let newer = try #require(desk.model.marker)
    #expect(abs(newer.microseconds - before.microseconds - 100_000) <= 1)
    #expect(desk.model.band == band && desk.model.offsetMicroseconds == 0)
    // Put away, it leaves the keys to the band.
    desk.send(.key(.escape, isShifted: false))
    desk.send(.key(.zoomIn, isShifted: false))
    let zoomed = desk.model.band
    desk.send(.key(.right, isShifted: false))
    #expect(desk.model.band.low > zoomed.low)
  }

  @Test func bandFollowsTheMarker() throws {
    var desk = Desk()
    for _ in 0..<6 { desk.send(.key(.zoomIn, isShifted: false)) }
    desk.touch(1, .began, 390, 300)
    desk.pass(milliseconds: 600)
    desk.touch(1, .ended, 390, 300)
    let band = desk.model.band
    for _ in 0..<10 { desk.send(.key(.right, isShifted: false)) }
    let marker = try #require(desk.model.marker)
    #expect(desk.model.band.low > band.low)
    #expect(abs(marker.hertz - desk.model.band.high) < 1)
    for _ in 0..<900 { desk.send(.key(.right, isShifted: false)) }
    #expect(desk.model.marker?.hertz == 110e6)
    #expect(desk.model.band.high <= 110e6 + 1)
    // In the spectrum, up and down stay with the levels.
    let levels = desk.model.levels
    desk.send(.key(.up, isShifted: false))
    #expect(desk.model.levels != levels)
  }
}

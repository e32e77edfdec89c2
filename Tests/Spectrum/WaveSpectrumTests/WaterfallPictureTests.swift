import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct WaterfallPictureTests {
  private let band = Band(low: 90e6, high: 110e6)

  /// A plot of 400 x 800 pixels, with a strip of two lines.
  private func plot(width: Float = 400, unit: LevelUnit? = .fullScale) -> Plot {
    var screen = Screen(width: width, height: 848)
    screen.footPoints = 48
    return .make(.waterfall, screen: screen, unit: unit)
  }

  /// Ten seconds, 80 pixels each.
  private let axis = TimeAxis(top: 100_000_000, periodSeconds: 10, height: 800)

  /// Rows in slots of half a second.
  private func store(_ slots: [Int64], gap: ClosedRange<Int64>? = nil, wide: [Int64] = []) -> WaterfallStore {
    var store = WaterfallStore()
    store.prepare(slotMicroseconds: 500_000, columns: 4)
    for slot in slots + wide {
      store.insert(
        RowMessage(
          view: 1, axis: 1, flags: .waterfall, planes: .max, sequence: 1, startMicroseconds: slot * 500_000,
          durationMicroseconds: 500_000, skipped: 0, columns: 4, values: [1, 2, 3, 4]),
        band: wide.contains(slot) ? Band(low: 80e6, high: 120e6) : band, reduction: 1, visible: 170...200)
    }
    if let gap { store.markGaps(gap, reduction: 1, visible: 170...200) }
    return store
  }

  private func drawn(
    _ store: WaterfallStore, isPaused: Bool = false, isStretched: Bool = false,
    playback: Playback = Playback(),
    axis: TimeAxis? = nil, hasLegend: Bool = false, on plot: Plot? = nil
  ) throws -> [DrawMark] {
    let plot = plot ?? self.plot()
    let axis = axis ?? self.axis
    let nothing = AnnotationLayout([], maps: [], on: plot, axis: axis, rowMicroseconds: nil)
    let picture = WaterfallPicture(
      axis: axis, present: 100_650_000, isPaused: isPaused, isStretched: isStretched, playback: playback,
      source: 4, levels: LevelWindow(top: 0, span: 100), artefacts: nil, annotations: nothing)
    return try marks(on: plot) { list in
      // The player has to have a field before its rows are drawn.
      list.createField(PlayerRing.field, columns: 4, rows: WaterfallStore.capacity)
      list.createField(PlayerRing.legendField, columns: 256, rows: 1)
      picture.draw(store, hasLegend: hasLegend, on: plot, into: &list)
    }
  }

  private struct Rows: Equatable {
    let first: Int
    let count: Int
    let rect: Rect
  }

  private func rows(_ marks: [DrawMark]) -> [Rows] {
    marks.compactMap {
      if case .field(PlayerRing.field, let first, let count, _, _, let rect) = $0 {
        Rows(first: first, count: count, rect: rect)
      } else {
        nil
      }
    }
  }

  @Test func rowsOfOneBandAreDrawnTogether() throws {
    let newest = PlayerRing.row(of: 196)
    #expect(
      try rows(drawn(store([195, 196, 190]))) == [
        Rows(first: newest, count: 2, rect: Rect(x: 0, y: 120, width: 400, height: 80)),
        Rows(first: newest + 6, count: 1, rect: Rect(x: 0, y: 360, width: 400, height: 40)),
      ])
    // Those of another band by themselves.
    #expect(
      try rows(drawn(store([196], wide: [195]))) == [
        Rows(first: newest, count: 1, rect: Rect(x: 0, y: 120, width: 400, height: 40)),
        Rows(first: newest + 1, count: 1, rect: Rect(x: -200, y: 160, width: 800, height: 40)),
      ])
    // One beyond either end is about to come in.
    #expect(try rows(drawn(store([178, 179, 201, 202]))).map(\.rect.y) == [-80, 800])
    // More time than the ring holds is not drawn.
    let long = TimeAxis(top: 100_000_000, periodSeconds: 800, height: 800)
    #expect(try rows(drawn(store([195]), axis: long)).isEmpty)
  }

  private func gaps(_ marks: [DrawMark]) -> [Rect] {
    marks.compactMap {
      if case .rectangle(let rect, 0, Theme.dark.gap) = $0, rect.height < 800 { rect } else { nil }
    }
  }

  @Test func gapsAreNamedWhereTheirNameFits() throws {
    let long = try drawn(store([195], gap: 192...193))
    #expect(gaps(long) == [Rect(x: 0, y: 240, width: 400, height: 80)])
    let name = try #require(long.first { $0.text == "no data" }?.point)
    #expect(name.x == 174 && name.baseline == 284)
    let unnamed = TimeAxis(top: 100_000_000, periodSeconds: 20, height: 800)
    let short = try drawn(store([], gap: 192...192), axis: unnamed)
    #expect(gaps(short).count == 1 && !short.contains { $0.text == "no data" })
    // Where times and the name would meet, it is left out.
    #expect(try !drawn(store([], gap: 192...193), on: plot(width: 198)).contains { $0.text == "no data" })
    #expect(try drawn(store([], gap: 192...193), on: plot(width: 200)).contains { $0.text == "no data" })
  }

  @Test func theNameOfAGapIsBelowTheHandleOrAboveIt() throws {
    // The handle is from 370 to 478 pixels of a narrow screen.
    for (gap, baseline) in [
      (ClosedRange<Int64>(uncheckedBounds: (185, 193)), Float(490)), (188...191, 366), (189...190, nil),
      (184...185, 604),
    ] {
      let name = try drawn(store([], gap: gap), on: plot(width: 240)).first { $0.text == "no data" }?.point
      #expect(name?.baseline == baseline, "\(gap)")
    }
    // A name above the handle needs all of its height: gaps from 353 and from 354 pixels on, to below it.
    for (top, isNamed) in [(Int64(100_412_500), true), (100_425_000, false)] {
      let axis = TimeAxis(top: top, periodSeconds: 10, height: 800)
      let marks = try drawn(store([], gap: 189...191), axis: axis, on: plot(width: 240))
      #expect(marks.contains { $0.text == "no data" } == isNamed)
    }
  }

  private func times(_ marks: [DrawMark]) -> [String] {
    marks.compactMap(\.text).filter { $0.contains("ago") || $0.contains("earlier") || $0.contains(":") }
  }

  private func playback(speed: Double = 1) -> Playback {
    var playback = Playback()
    playback.receive(TimeMap(source: 4, serverMicroseconds: 0, recordedMicroseconds: 0, speed: speed))
    return playback
  }

  @Test func timesAreCountedBackFromThePresent() throws {
    let flowing = try drawn(store([]))
    #expect(times(flowing) == ["2 s ago", "4 s ago", "6 s ago", "8 s ago", "10 s ago"])
    #expect(flowing.first { $0.text == "2 s ago" }?.point?.baseline == 112)
    let ticks = flowing.compactMap(\.rectangle).filter { $0.width == 6 }
    #expect(ticks.map(\.y) == [108, 268, 428, 588, 748])
    #expect(try times(drawn(store([]), isPaused: true)).first == "2 s earlier")
  }

  @Test func aRecordingHasItsClockToo() throws {
    #expect(
      try times(drawn(store([]), playback: playback())).prefix(3) == ["2 s ago", "00:01:38", "4 s ago"])
    // Where seconds of playback mean nothing, its clock alone.
    let fast = try times(drawn(store([]), isStretched: true, playback: playback(speed: 10)))
    #expect(fast == ["00:16:26", "00:16:06", "00:15:46", "00:15:26", "00:15:06"])
    #expect(try times(drawn(store([]), isStretched: true)).first == "2 s ago")
  }

  @Test func theLegendNamesTheLevelsOfItsColours() throws {
    let legend = try drawn(store([]), hasLegend: true)
    let fields = legend.compactMap { mark -> Rect? in
      if case .field(PlayerRing.legendField, 0, 1, 0, 256, let rect) = mark { rect } else { nil }
    }
    #expect(fields == [Rect(x: 80, y: 832, width: 240, height: 7)])
    let low = try #require(legend.first { $0.text == "\u{2212}100" }?.point)
    let high = try #require(legend.first { $0.text == "0 dBFS" }?.point)
    #expect(low.x == 72 && high.x == 328 && low.baseline == 840)
    for without in [
      try drawn(store([])), try drawn(store([]), hasLegend: true, on: plot(unit: nil)),
      try drawn(store([]), hasLegend: true, on: plot(width: 160)),
    ] {
      #expect(!without.contains { $0.text == "\u{2212}100" })
    }
  }
}

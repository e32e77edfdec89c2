import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct ReductionsTests {
  private func view(_ number: UInt16, low: Double = 0, slot: UInt32 = 500_000) -> ShowView {
    ShowView(view: number, mode: .waterfall, columns: 2, slotMicroseconds: slot, lowHertz: low, highHertz: 9)
  }

  @Test func equalReductionsHaveOneNumber() {
    var reductions = Reductions()
    #expect(reductions.current == 0 && reductions.number(ofView: 1) == nil)
    reductions.register(view(1))
    reductions.register(view(2))
    #expect(reductions.current == 1)
    reductions.register(view(3, low: 1))
    reductions.register(view(4, low: 1, slot: 1_000_000))
    #expect((1...4).map { reductions.number(ofView: $0) } == [1, 1, 2, 3] && reductions.current == 3)
    // One that was there before the last is another.
    reductions.register(view(5))
    #expect(reductions.number(ofView: 5) == 4)
  }

  @Test func eachPropertyMakesAnother() {
    let first = view(1)
    for change in 0..<5 {
      var reductions = Reductions()
      reductions.register(first)
      var other = first
      if change == 0 { other.source = 1 }
      if change == 1 { other.columns = 3 }
      if change == 2 { other.slotMicroseconds = 1 }
      if change == 3 { other.lowHertz = 1 }
      if change == 4 { other.highHertz = 8 }
      reductions.register(other)
      #expect(reductions.current == 2, "change \(change)")
    }
  }

  @Test func theLatestViewsAreRemembered() {
    var reductions = Reductions()
    for number in UInt16(1)...17 { reductions.register(view(number)) }
    #expect(reductions.number(ofView: 1) == nil && reductions.number(ofView: 2) == 1)
    reductions.register(view(2, low: 1))
    #expect(reductions.number(ofView: 2) == 2)
  }
}

@Suite struct PastFetchTests {
  private let window = Fetch(view: 3, fromMicroseconds: 10, untilMicroseconds: 20)

  private func answer(_ view: UInt16 = 3, oldest: Int64 = 5) -> Fetched {
    Fetched(view: view, fromMicroseconds: 10, oldestMicroseconds: oldest)
  }

  @Test func onlyTheAwaitedAnswerCounts() {
    var past = PastFetch()
    #expect(!past.isPending && past.oldestMicroseconds == .min / 2)
    #expect(past.receive(answer()) == nil)
    past.send(window, at: 1_000_000)
    #expect(past.isPending && past.due == 1_150_000)
    #expect(past.receive(answer(4)) == nil)
    #expect(past.isPending && past.oldestMicroseconds == .min / 2)
    #expect(past.receive(answer()) == window)
    #expect(!past.isPending && past.oldestMicroseconds == 5)
    #expect(past.receive(answer()) == nil)
  }

  @Test func aCancelledAnswerIsNotAwaited() {
    var past = PastFetch()
    past.send(window, at: 1_000_000)
    past.cancel()
    #expect(!past.isPending && past.due == 1_150_000)
    #expect(past.receive(answer()) == nil)
  }

  @Test func rowsOfBeforeARestartAreKept() {
    var past = PastFetch()
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 1000))
    past.keep(movedBy: -400)
    #expect(past.oldestMicroseconds == 600)
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 5000))
    #expect(past.oldestMicroseconds == 600)
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 100))
    #expect(past.oldestMicroseconds == 100)
    past.forget()
    past.send(window, at: 0)
    _ = past.receive(answer(oldest: 5000))
    #expect(past.oldestMicroseconds == 5000)
  }
}

@Suite struct WaterfallPartTests {
  /// Ten seconds up to a time, in slots of half a second.
  private func axis(_ top: Int64 = 100_000_000) -> TimeAxis {
    TimeAxis(top: top, periodSeconds: 10, height: 800)
  }

  private let band = Band(low: 0, high: 4)

  private func view(_ number: UInt16 = 1, low: Double = 0) -> ShowView {
    ShowView(view: number, mode: .waterfall, columns: 4, lowHertz: low, highHertz: 4)
  }

  private func row(_ slot: Int64, view: UInt16 = 1, _ values: [Int16] = [-100, -200, -300, -400])
    -> RowMessage
  {
    RowMessage(
      view: view, axis: 1, flags: .waterfall, planes: .max, sequence: 1,
      startMicroseconds: slot * 500_000, durationMicroseconds: 500_000, skipped: 0,
      columns: UInt16(values.count), values: values)
  }

  private var shown: Waterfall {
    var waterfall = Waterfall()
    waterfall.show(view())
    return waterfall
  }

  private func fetch(_ waterfall: inout Waterfall, at now: Int64, rowSeconds: Double = 0)
    -> Waterfall.FetchStep
  {
    waterfall.fetch(view: 1, axis: axis(), server: 101_000_000, rowSeconds: rowSeconds, at: now)
  }

  @Test func aRowNeedsAViewThatIsRemembered() {
    var waterfall = shown
    #expect(waterfall.knows(row(198)) && !waterfall.knows(row(198, view: 2)))
    waterfall.receive(row(198, view: 2), band: band, axis: axis())
    #expect(waterfall.store.row(198) == nil)
    waterfall.receive(row(198), band: band, axis: axis())
    #expect(waterfall.store.row(198).map(Array.init) == [-100, -200, -300, -400])
  }

  @Test func onlyAWaterfallNeedsRoom() {
    var waterfall = Waterfall()
    var spectrum = view()
    spectrum.mode = .spectrum
    waterfall.show(spectrum)
    #expect(waterfall.store.columnsMax == 0 && waterfall.knows(row(1)))
    waterfall.show(view(2))
    #expect(waterfall.store.columnsMax == 4)
  }

  @Test func asksForWhatIsMissing() {
    var waterfall = shown
    // From one slot below the screen to what is not still being made.
    #expect(
      fetch(&waterfall, at: 1_000_000)
        == .send(Fetch(view: 1, fromMicroseconds: 89_500_000, untilMicroseconds: 100_000_000)))
    // Once.
    #expect(fetch(&waterfall, at: 9_000_000) == .none)
  }

  @Test func asksForTheGapAlone() {
    var waterfall = shown
    for slot in Int64(179)...199 where slot != 185 && slot != 188 {
      waterfall.receive(row(slot), band: band, axis: axis())
    }
    #expect(
      fetch(&waterfall, at: 0)
        == .send(Fetch(view: 1, fromMicroseconds: 92_500_000, untilMicroseconds: 94_500_000)))
    var full = shown
    for slot in Int64(179)...199 { full.receive(row(slot), band: band, axis: axis()) }
    #expect(fetch(&full, at: 0) == .none)
  }

  @Test func longRowsAreStillBeingMade() {
    var waterfall = shown
    #expect(
      fetch(&waterfall, at: 0, rowSeconds: 4)
        == .send(Fetch(view: 1, fromMicroseconds: 89_500_000, untilMicroseconds: 95_500_000)))
    var endless = shown
    #expect(fetch(&endless, at: 0, rowSeconds: .infinity) == .none)
  }

  @Test func waitsBetweenWindows() {
    var waterfall = shown
    _ = fetch(&waterfall, at: 1_000_000)
    let answer = Fetched(view: 1, fromMicroseconds: 89_500_000, oldestMicroseconds: 0)
    #expect(waterfall.receive(answer, axis: axis()) == true)
    #expect(waterfall.receive(answer, axis: axis()) == false)
    waterfall.show(view(2, low: 1))
    #expect(fetch(&waterfall, at: 1_149_999) == .wait(1_150_000))
    #expect(fetch(&waterfall, at: 1_150_000) != .none)
  }

  @Test func whatDidNotComeIsKnownToBeMissing() {
    var waterfall = shown
    _ = fetch(&waterfall, at: 0)
    waterfall.receive(row(190), band: band, axis: axis())
    _ = waterfall.receive(Fetched(view: 1, fromMicroseconds: 0, oldestMicroseconds: 7), axis: axis())
    #expect(waterfall.oldestMicroseconds == 7)
    #expect(waterfall.store.entry(179)?.isGap == true && waterfall.store.entry(199)?.isGap == true)
    #expect(waterfall.store.entry(178) == nil && waterfall.store.entry(200) == nil)
    #expect(waterfall.store.entry(190)?.isGap == false)
    #expect(fetch(&waterfall, at: 9_000_000) == .none)
  }

  @Test func anotherViewOrConnectionAwaitsNoAnswer() {
    for change in 0..<2 {
      var waterfall = shown
      _ = fetch(&waterfall, at: 0)
      if change == 0 { waterfall.show(view(2)) } else { waterfall.reconnect() }
      #expect(
        waterfall.receive(Fetched(view: 1, fromMicroseconds: 0, oldestMicroseconds: 0), axis: axis()) == false
      )
      #expect(fetch(&waterfall, at: 1_000_000) != .none)
    }
  }

  @Test func aClockAtItsEndHasNoWindow() {
    var waterfall = shown
    let end = Int64.max / 2
    #expect(
      waterfall.fetch(
        view: 1, axis: TimeAxis(top: end, periodSeconds: 10, height: 800), server: end, rowSeconds: 0, at: 0)
        == .none)
    // It counts as asked for.
    #expect(fetch(&waterfall, at: 149_999) == .wait(150_000))
  }

  @Test func rowsStayWhereTheServerIsRestarted() {
    var waterfall = shown
    waterfall.receive(row(190), band: band, axis: axis())
    var list = DrawList()
    waterfall.update(
      slotMicroseconds: 500_000, axis: axis(), levels: LevelWindow(top: 0, span: 100), into: &list)
    #expect(waterfall.isCreated)
    #expect(waterfall.restart(clockJump: -60_200_000) == -60_000_000)
    #expect(waterfall.store.slot(at: 35_000_000) == 190 && !waterfall.isCreated)
    #expect(waterfall.knows(row(1)))
    waterfall.forget()
    #expect(waterfall.store.entry(190) == nil && !waterfall.knows(row(1)))
  }

  /// What one update sends a player.
  private func update(
    _ waterfall: inout Waterfall, _ list: inout DrawList, top: Double = 0
  ) -> (rows: Int, colors: Int, created: Int) {
    list.begin(width: 400, height: 800)
    waterfall.update(
      slotMicroseconds: 500_000, axis: axis(), levels: LevelWindow(top: top, span: 100), into: &list)
    list.end()
    var count = (rows: 0, colors: 0, created: 0)
    var index = 0
    while index < list.words.count {
      switch list.words[index] & 0xFF {
      case DrawOperation.fieldRow: count.rows += 1
      case DrawOperation.fieldColors: count.colors += 1
      case DrawOperation.fieldCreate: count.created += 1
      default: break
      }
      index += 1 + Int(list.words[index] >> 8)
    }
    return count
  }

  @Test func thePlayerIsSentWhatItLacks() {
    var list = DrawList()
    var waterfall = Waterfall()
    #expect(update(&waterfall, &list) == (0, 0, 0))
    #expect(!waterfall.isCreated)
    waterfall.show(view())
    waterfall.receive(row(190), band: band, axis: axis())
    // The rows and the legend.
    #expect(update(&waterfall, &list) == (2, 2, 2))
    #expect(update(&waterfall, &list) == (0, 0, 0))
    waterfall.receive(row(191), band: band, axis: axis())
    #expect(update(&waterfall, &list) == (1, 0, 0))
    #expect(update(&waterfall, &list, top: 10) == (0, 1, 0))
    waterfall.receive(row(191, [-1, -2, -3, -4]), band: band, axis: axis())
    #expect(update(&waterfall, &list, top: 10) == (1, 0, 0))
    waterfall.forgetPlayer()
    #expect(!waterfall.isCreated)
    #expect(update(&waterfall, &list, top: 10) == (3, 2, 2))
    // More columns need another field.
    var wide = view(2)
    wide.columns = 8
    waterfall.show(wide)
    #expect(update(&waterfall, &list, top: 10) == (1, 2, 2))
  }

  @Test func newerRowsLieAboveOlderOnes() {
    #expect(PlayerRing.row(of: 0) == WaterfallStore.capacity - 1)
    #expect(PlayerRing.row(of: 1) == WaterfallStore.capacity - 2)
    #expect(PlayerRing.row(of: Int64(WaterfallStore.capacity)) == WaterfallStore.capacity - 1)
    #expect(PlayerRing.row(of: -1) == 0)
  }
}

@Suite struct WaterfallStoreTests {
  private var store: WaterfallStore {
    var store = WaterfallStore()
    store.prepare(slotMicroseconds: 500_000, columns: 4)
    for (slot, values) in [(Int64(190), [-100, -200, RowMessage.gap, -400]), (195, [-1, -2, -3, -4])] {
      store.insert(
        RowMessage(
          view: 1, axis: 1, flags: .waterfall, planes: .max, sequence: 1, startMicroseconds: slot * 500_000,
          durationMicroseconds: 500_000, skipped: 0, columns: 4, values: values),
        band: Band(low: 10, high: 18), reduction: 1, visible: 170...200)
    }
    return store
  }

  private let axis = TimeAxis(top: 100_000_000, periodSeconds: 10, height: 800)

  @Test func anAxisShowsItsSlotsAndOneMore() {
    #expect(store.slots(of: axis) == 179...201)
    #expect(store.slots(of: TimeAxis(top: 99_999_999, periodSeconds: 10, height: 1)) == 178...200)
    #expect(store.slots(of: TimeAxis(top: 100_000_000, periodSeconds: -10, height: 1)) == 201...201)
  }

  @Test func aLevelIsFoundByFrequencyAndTime() {
    let middle: Int64 = 95_250_000
    #expect(store.decibels(atHertz: 10, microseconds: middle) == -10)
    #expect(store.decibels(atHertz: 11.99, microseconds: middle) == -10)
    #expect(store.decibels(atHertz: 12, microseconds: middle) == -20)
    #expect(store.decibels(atHertz: 17.9, microseconds: middle) == -40)
    for (hertz, time) in [
      (15.0, middle), (9.9, middle), (18, middle), (.nan, middle), (10, 94_999_999), (10, 95_500_000),
    ] {
      #expect(store.decibels(atHertz: hertz, microseconds: time) == nil)
    }
  }

  @Test func theNewestRowInViewHasPeaks() {
    #expect(
      store.peakRow(of: axis)
        == PeakRow(values: [-1, -2, -3, -4], band: Band(low: 10, high: 18), microseconds: 97_750_000))
    // Not one above the screen.
    let before = TimeAxis(top: 97_500_000, periodSeconds: 10, height: 800)
    #expect(store.peakRow(of: before)?.microseconds == 95_250_000)
    #expect(store.peakRow(of: TimeAxis(top: 50_000_000, periodSeconds: 10, height: 800)) == nil)
  }
}

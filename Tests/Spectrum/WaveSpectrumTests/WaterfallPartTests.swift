import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

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

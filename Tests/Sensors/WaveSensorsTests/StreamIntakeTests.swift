import Testing
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// What has come of the streams, and what the server is asked for.
@Suite struct StreamIntakeTests {
  private let source = StreamSource.made([2, 1])
  private let clocks = [StreamClock.made(), .made(rateHertz: 25)]

  private func view(_ column: Double = 1000) -> ShowStreams {
    ShowStreams(
      view: 0, source: 0, isShowing: true, columnMicroseconds: column, fromMicroseconds: 0,
      channels: ChannelSet(first: 3))
  }

  /// A view of samples that the server knows.
  private func shown() -> StreamIntake {
    var intake = StreamIntake()
    intake.reset(groups: 2, isOther: true, at: 0)
    _ = intake.show(view(), of: source, from: 5e6, clocks, PlaybackClock(), at: 0)
    return intake
  }

  private func receive(
    _ columns: StreamColumns, into intake: inout StreamIntake, of source: UInt16? = 0, now: Double? = 7e6
  ) -> StreamIntake.Receipt {
    intake.receive(columns, of: source, clocks, sourceNow: now, at: 0)
  }

  @Test func blocksOfTheViewAreStored() {
    var intake = shown()
    let receipt = receive(.made(channels: 2, from: 5000, count: 10, arrival: 88), into: &intake)
    // From the sample before to the end of the last one.
    #expect(receipt == .stored(from: 4.999e6, until: 5.01e6, replacesEarlier: false))
    #expect(intake.blocks.stores[0]?.newest == 5009)
    #expect(intake.recency.newestMicroseconds[0] == 5_009_999 && intake.recency.newest == 5_009_999)
    let (credit, arrival) = intake.drawn()
    #expect(credit?.liveRows == 1 && arrival == 88)
  }

  @Test func aBlockOfSeveralSamplesEndsWithTheLastOfThem() {
    var intake = StreamIntake()
    intake.reset(groups: 2, isOther: true, at: 0)
    _ = intake.show(view(8000), of: source, from: 5e6, clocks, PlaybackClock(), at: 0)
    let receipt = receive(.made(level: 3, channels: 2, from: 100, count: 2), into: &intake)
    #expect(receipt == .stored(from: 0.792e6, until: 0.816e6, replacesEarlier: false))
    #expect(intake.recency.newest == 0.816e6)
  }

  @Test func fetchedBlocksSayNothingOfNow() {
    var intake = shown()
    let columns = StreamColumns.made(isFetched: true, channels: 2, from: 5000, count: 10, arrival: 88)
    #expect(receive(columns, into: &intake) == .stored(from: 4.999e6, until: 5.01e6, replacesEarlier: false))
    #expect(intake.recency.newest == nil)
    let (credit, arrival) = intake.drawn()
    #expect(credit?.fetchedRows == 1 && arrival == nil)
  }

  @Test func otherBlocksAreIgnoredButCredited() {
    var intake = shown()
    for (columns, source) in [
      (StreamColumns.made(view: 2, channels: 2, from: 0, count: 1), UInt16?(0)),
      (.made(channels: 2, from: 0, count: 1), 1), (.made(channels: 2, from: 0, count: 1), nil),
      (.made(group: 2, from: 0, count: 1), 0), (.made(channels: 1, from: 0, count: 1), 0),
    ] {
      #expect(receive(columns, into: &intake, of: source) == .ignored)
      #expect(intake.drawn().credit != nil || columns.view == 1)
    }
    #expect(intake.recency.newest == nil && intake.blocks.stores[0]?.newest == -1)
  }

  @Test func filteredAnewTheEarlierBlocksAreVoid() {
    var intake = shown()
    _ = receive(.made(channels: 2, from: 5000, count: 10), into: &intake)
    _ = intake.fetch(
      from: 0, until: 5e6, isHeld: true, isAtRest: false, clocks, PlaybackClock(), at: 1_000_000)
    #expect(!intake.requests.mayFetch)
    let receipt = receive(.made(replacesEarlier: true, channels: 2, from: 5100, count: 10), into: &intake)
    #expect(receipt == .stored(from: 5.099e6, until: 5.11e6, replacesEarlier: true))
    #expect(intake.blocks.stores[0]?.has(5005) == false && intake.blocks.stores[0]?.has(5105) == true)
    #expect(intake.requests.mayFetch, "what was fetched is void, too")
    #expect(
      receive(.made(replacesEarlier: true, channels: 1, from: 5200, count: 10), into: &intake) == .voided)
    #expect(intake.blocks.stores[0]?.newest == -1)
  }

  @Test func aViewIsShownFromTheEndOfWhatHasCome() {
    var intake = shown()
    #expect(intake.requests.shown?.fromMicroseconds == 5_000_000)
    _ = receive(.made(channels: 2, from: 5000, count: 1000), into: &intake)
    _ = receive(.made(group: 1, from: 125, count: 25), into: &intake)
    var next = view()
    next.delayMicroseconds = 7
    let sent = intake.show(next, of: source, from: 5e6, clocks, PlaybackClock(), at: 200_000)
    #expect(sent?.view.view == 2 && sent?.view.fromMicroseconds == 5_960_000 && sent?.isOther == false)
    let again = intake.show(next, of: source, from: 5e6, clocks, PlaybackClock(), at: 400_000)
    #expect(again == nil)
    // Longer blocks are others, and the server may reach farther back.
    let coarse = intake.show(view(8000), of: source, from: 5e6, clocks, PlaybackClock(), at: 600_000)
    #expect(coarse?.isOther == true && coarse?.view.fromMicroseconds == 5_000_000)
    #expect(intake.blocks.earlier[0]?.newest == 5999)
    // After a reset of another source the same view is shown again.
    intake.reset(groups: 2, isOther: false, at: 0)
    #expect(intake.requests.shown != nil && intake.blocks.stores[0] == nil)
    intake.reset(groups: 2, isOther: true, at: 0)
    #expect(intake.requests.shown == nil)
  }

  @Test func theServersTimeIsAskedFor() {
    var playback = PlaybackClock()
    playback.receive(TimeMap(source: 0, serverMicroseconds: 1_000_000, recordedMicroseconds: 0, speed: 4))
    var intake = StreamIntake()
    intake.reset(groups: 2, isOther: true, at: 0)
    let sent = intake.show(view(), of: source, from: 5e6, clocks, playback, at: 0)
    #expect(sent?.view.fromMicroseconds == 2_000_000)
    let step = intake.fetch(
      from: 5e6, until: 9e6, isHeld: true, isAtRest: false, clocks, playback, at: 1_000_000)
    #expect(
      step == .send(.fetch(Fetch(view: 1, fromMicroseconds: 2_000_000, untilMicroseconds: 3_010_000))))
  }

  private func fetched(_ intake: StreamIntake, isHeld: Bool = false, isAtRest: Bool = false) -> [Int64]? {
    var intake = intake
    let step = intake.fetch(
      from: 4e6, until: 6e6, isHeld: isHeld, isAtRest: isAtRest, clocks, PlaybackClock(), at: 1_000_000)
    guard case .send(.fetch(let fetch)) = step else { return nil }
    return [fetch.fromMicroseconds, fetch.untilMicroseconds]
  }

  @Test func whatComesByItselfIsNotFetched() {
    var intake = shown()
    // Live blocks come from 5 s on: the block there may be under way.
    #expect(fetched(intake) == [4_000_000, 5_040_000])
    #expect(fetched(intake, isHeld: true) == [4_000_000, 6_040_000])
    #expect(fetched(intake, isAtRest: true) == nil, "nothing has come of it")
    _ = receive(.made(channels: 2, from: 5500, count: 100), into: &intake)
    _ = receive(.made(group: 1, from: 100, count: 50), into: &intake)
    #expect(fetched(intake, isAtRest: true) == [4_000_000, 5_500_000])
    #expect(fetched(intake, isHeld: true, isAtRest: true) == [5_600_000, 6_040_000])
  }

  @Test func nothingIsFetchedFromBeforeTheOldestSample() {
    var intake = shown()
    _ = intake.fetch(
      from: 4e6, until: 6e6, isHeld: true, isAtRest: false, clocks, PlaybackClock(), at: 1_000_000)
    let isAnswer = intake.receive(Fetched(view: 1, fromMicroseconds: 0, oldestMicroseconds: 4_800_000))
    #expect(isAnswer)
    var later = intake
    let step = later.fetch(
      from: 4e6, until: 4.5e6, isHeld: true, isAtRest: false, clocks, PlaybackClock(), at: 2_000_000)
    #expect(step == .none)
    #expect(fetched(intake, isHeld: true) == nil, "a tenth of a second has to pass")
    let next = intake.fetch(
      from: 4e6, until: 6e6, isHeld: true, isAtRest: false, clocks, PlaybackClock(), at: 2_000_000)
    #expect(
      next == .send(.fetch(Fetch(view: 1, fromMicroseconds: 4_800_000, untilMicroseconds: 6_040_000))))
  }

  @Test func aConnectionAsksAnew() {
    var intake = shown()
    _ = receive(.made(channels: 2, from: 5000, count: 10), into: &intake)
    intake.connectionChanged()
    #expect(intake.requests.shown == nil && intake.blocks.stores[0]?.newest == 5009)
    #expect(intake.drawn().credit == nil)
    intake.viewChanged(at: 44)
    #expect(intake.requests.showDue == 100_000)
  }

  @Test func silenceIsCountedFromWhenSamplesAreExpected() {
    var intake = shown()
    _ = receive(.made(channels: 2, from: 5000, count: 10), into: &intake)
    #expect(intake.recency.silentSeconds(at: 5_000_000) == 5)
    intake.listen(at: 4_500_000)
    #expect(intake.recency.silentSeconds(at: 5_000_000) == nil)
  }
}

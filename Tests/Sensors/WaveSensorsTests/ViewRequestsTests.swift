import Testing
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// What the server is asked for, and how often.
@Suite struct ViewRequestsTests {
  private func view(_ column: Double = 1000, channels: Int = 2, source: UInt16 = 0) -> ShowStreams {
    ShowStreams(
      view: 0, source: source, isShowing: true, columnMicroseconds: column, fromMicroseconds: 0,
      channels: ChannelSet(first: channels))
  }

  /// Requests of a server that knows a view.
  private func shown(at now: Int64 = 0) -> ViewRequests {
    var requests = ViewRequests()
    requests.handle(.viewChanged(at: now))
    _ = requests.compare(view(), at: now)
    _ = requests.show(view(), from: 77)
    return requests
  }

  @Test func aChangeIsDueAtOnceAndTheNextOneSoon() {
    var requests = ViewRequests()
    #expect(requests.showDue == nil)
    requests.handle(.viewChanged(at: 500))
    requests.handle(.viewChanged(at: 600))
    #expect(requests.showDue == 500)
    let (isNew, hasOtherStreams) = requests.compare(view(), at: 600)
    #expect(isNew && hasOtherStreams && requests.showDue == nil)
    requests.handle(.viewChanged(at: 700))
    #expect(requests.showDue == 100_600, "not before a tenth of a second has passed")
    requests.handle(.forgotten)
    #expect(requests.showDue == 100_600)
    _ = requests.compare(view(), at: 100_600)
    requests.handle(.viewChanged(at: 900_000))
    #expect(requests.showDue == 900_000)
  }

  @Test func theSameViewIsNotShownTwice() {
    var requests = shown()
    #expect(requests.view == 1 && requests.shown?.view == 1 && requests.shown?.fromMicroseconds == 77)
    requests.handle(.viewChanged(at: 200_000))
    let (isNew, _) = requests.compare(view(), at: 200_000)
    #expect(!isNew && requests.showDue == nil)
    // What was not sent does not count as the last time.
    requests.handle(.viewChanged(at: 200_001))
    #expect(requests.showDue == 200_001)
  }

  @Test func otherStreamsAreReported() {
    for (next, isNew, hasOtherStreams) in [
      (view(2000), true, false), (view(channels: 3), true, true), (view(source: 1), true, true),
      (view(), false, false),
    ] {
      var requests = shown()
      let answer = requests.compare(next, at: 200_000)
      #expect(answer.isNew == isNew && answer.hasOtherStreams == hasOtherStreams)
    }
    // To a server that knows nothing all are others.
    var requests = shown()
    requests.handle(.forgotten)
    #expect(requests.shown == nil)
    #expect(requests.compare(view(), at: 200_000) == (true, true))
  }

  @Test func viewsAreNumberedFromOneOn() {
    var requests = ViewRequests()
    for number in 1...Int(UInt16.max) { #expect(requests.show(view(), from: 5).view == UInt16(number)) }
    let next = requests.show(view(), from: -9)
    #expect(next.view == 1 && next.fromMicroseconds == -9 && requests.shown == next && requests.view == 1)
  }

  @Test func aWindowIsFetchedOneAtATime() {
    var requests = ViewRequests()
    #expect(!requests.mayFetch, "nothing is shown")
    requests = shown()
    #expect(requests.mayFetch)
    let fetch = Fetch(view: 1, fromMicroseconds: 10, untilMicroseconds: 20)
    #expect(requests.fetch(from: 10, until: 20, at: 1000) == .send(.fetch(fetch)))
    #expect(!requests.mayFetch)
    let late = Fetched(view: 9, fromMicroseconds: 10, oldestMicroseconds: 5)
    let isLate = requests.receive(late)
    #expect(!isLate && !requests.mayFetch && requests.oldestMicroseconds == .min / 2)
    let answer = Fetched(view: 1, fromMicroseconds: 10, oldestMicroseconds: 5)
    let isAnswer = requests.receive(answer)
    #expect(isAnswer && requests.mayFetch && requests.oldestMicroseconds == 5)
    let isDouble = requests.receive(answer)
    #expect(!isDouble)
    #expect(requests.fetch(from: 10, until: 20, at: 100_999) == .wait(101_000))
    #expect(requests.mayFetch)
    #expect(requests.fetch(from: 20, until: 20, at: 101_000) == .none, "it has no length")
    #expect(requests.fetch(from: 10, until: 11, at: 101_000) != .none)
  }

  @Test func aWindowThatIsOfNoUseIsNotWaitedFor() {
    for input in [ViewRequests.Input.forgotten, .blocksForgotten] {
      var requests = shown()
      _ = requests.fetch(from: 10, until: 20, at: 1000)
      requests.handle(input)
      let isAnswer = requests.receive(Fetched(view: 1, fromMicroseconds: 10, oldestMicroseconds: 5))
      #expect(!isAnswer && requests.oldestMicroseconds == .min / 2)
    }
    var requests = shown()
    _ = requests.fetch(from: 10, until: 20, at: 1000)
    _ = requests.show(view(2000), from: 0)
    #expect(requests.mayFetch, "another view is shown")
    requests.handle(.viewChanged(at: 5))
    #expect(!requests.mayFetch, "another one will be")
  }

  @Test func aHiddenViewFetchesNothing() {
    var requests = ViewRequests()
    var hidden = view()
    hidden.isShowing = false
    _ = requests.show(hidden, from: 0)
    #expect(!requests.mayFetch)
  }

  @Test func howFarTheServerReachesDependsOnTheLevel() {
    var requests = shown()
    _ = requests.fetch(from: 10, until: 20, at: 1000)
    _ = requests.receive(Fetched(view: 1, fromMicroseconds: 10, oldestMicroseconds: 5))
    requests.handle(.blocksForgotten)
    #expect(requests.oldestMicroseconds == 5)
    requests.handle(.levelChanged)
    #expect(requests.oldestMicroseconds == .min / 2)
  }
}

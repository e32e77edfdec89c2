import Testing
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// What is seen of a source: streams, paper and time together.
@Suite struct StreamViewTests {
  private let source = StreamSource.made([2, 1])
  private let leads = StreamSource.made([3], rates: [500], leads: [.i, .ii, .v1])

  private func context(
    _ source: StreamSource, readings: [StreamReadings.Reading] = [], width: Float = 200
  ) -> StreamView.Context {
    StreamView.Context(
      source: source, screen: Screen(width: width, height: 300), time: .made(), readings: readings)
  }

  private func opened(_ source: StreamSource, _ inputs: [StreamView.Input] = []) -> StreamView {
    var view = StreamView(windowSeconds: 10)
    view.open(source, as: .usual, context(source))
    for input in inputs { _ = view.handle(input, context(source)) }
    return view
  }

  @Test func aSourceIsOpenedAsItIsUsual() {
    let view = opened(source)
    #expect(view.streams.layout == .lanes && view.time.motion == .scroll && view.time.windowSeconds == 10)
    #expect(opened(leads).streams.layout == .paper && opened(leads).time.motion == .sweep)
    var next = opened(
      source, [.time(.move(.trigger)), .time(.pause), .alarms(true), .time(.fit(30)), .trigger(.holdOff(2))])
    next.open(source, as: .unchanged, context(source))
    #expect(next.time.isLive && next.time.motion == .trigger && next.time.windowSeconds == 30)
    #expect(!next.alarms.areOn && next.trigger == Trigger())
    next.open(source, as: .sweeping(5), context(source))
    #expect(next.time.motion == .sweep && next.time.windowSeconds == 5)
  }

  @Test func paperIsSweptOverWhatFitsOnIt() {
    var view = opened(leads, [.streams(.layout(.lanes)), .time(.fit(30))])
    #expect(view.time.motion == .sweep)
    _ = view.handle(.time(.move(.scroll)), context(leads))
    #expect(view.handle(.streams(.layout(.paper)), context(leads)) == .view)
    let fitting = view.paper.seconds(across: view.plot(on: context(leads).screen))
    #expect(view.time.motion == .sweep && view.time.windowSeconds == fitting)
    #expect(view.handle(.streams(.layout(.paper)), context(leads)) == [], "it is there already")
    // At twice the speed half as much time fits, without a pulse that is longer.
    #expect(view.handle(.paper(.speed(1)), context(leads)) == [.time, .view])
    #expect(view.time.windowSeconds == view.paper.seconds(across: view.plot(on: context(leads).screen)))
    #expect(view.time.windowSeconds < fitting / 2)
    // In lanes the paper's speed does not matter.
    _ = view.handle(.streams(.layout(.lanes)), context(leads))
    _ = view.handle(.time(.fit(30)), context(leads))
    _ = view.handle(.paper(.speed(0)), context(leads))
    #expect(view.time.windowSeconds == 30)
  }

  @Test func aScreenThatIsNarrowHasTwoLeadsSideBySide() {
    var view = opened(leads)
    // 160 mm at 96 points to the inch are 604.7 pixels.
    for (width, form) in [(604, .sixByTwo), (605, .threeByFour)] as [(Float, Paper.Form)] {
      view.fitPaper(context(leads, width: width))
      #expect(view.paper.form == form)
      #expect(
        view.time.windowSeconds
          == view.paper.seconds(across: view.plot(on: Screen(width: width, height: 300))))
    }
  }

  @Test func allIsShownAgain() {
    let moved = opened(source, [.time(.zoom(60, anchor: 1)), .time(.pause), .zoom(0, by: 4)])
    #expect(moved.time.windowSeconds == 60 && moved.streams.scales[0].span == 2.5)
    var view = moved
    let all = view.handle(.showAll, context(source, readings: [.made(0, from: 0, to: 50)]))
    #expect(all == [.view, .listening, .live])
    #expect(view.time.isLive && view.time.windowSeconds == 10 && view.streams.scales[0].span == 100)
    #expect(view.streams.scales.allSatisfy { $0.isAutomatic })
    var paper = opened(leads, [.paper(.speed(1)), .paper(.gain(2))])
    _ = paper.handle(.showAll, context(leads))
    #expect(paper.paper.speed == 25 && paper.paper.gain == 10)
    #expect(paper.time.windowSeconds == paper.paper.seconds(across: paper.plot(on: context(leads).screen)))
  }

  @Test func lanesAreMovedByTheirStream() {
    // Three lanes of 69.33 pixels, each of 10.
    let view = opened(source, [.drag(1, dy: 208 / 6), .zoom(2, by: 2), .drag(9, dy: 10), .zoom(9, by: 2)])
    #expect(view.streams.scales.map { ($0.center * 100).rounded() } == [100, 600, 100])
    #expect(view.streams.scales.map(\.span) == [10, 10, 5])
  }

  @Test func aTriggerWatchesTheTopmostLaneAtItsMiddle() {
    var view = opened(source, [.time(.move(.trigger))])
    #expect(view.trigger.channel == 0 && view.trigger.level == 1)
    _ = view.handle(.dragLevel(dy: -208 / 6), context(source))
    #expect(view.trigger.level.map { ($0 * 100).rounded() } == 600)
    _ = view.handle(.trigger(.slope(isFalling: true)), context(source))
    #expect(view.trigger.isFalling)
    _ = view.handle(.time(.move(.scroll)), context(source))
    #expect(view.trigger.channel == 0, "the level stays for the next time")
    #expect(opened(source).trigger.channel == nil)
  }

  @Test func edgesOfBandsAreDragged() {
    var view = opened(source, [.alarms(true)])
    let before = view.alarms.bands[1]
    _ = view.handle(.dragAlarm(1, isHigh: true, dy: -208 / 6), context(source))
    #expect(view.alarms.bands[1]?.low == before?.low && view.alarms.bands[0] == before)
    #expect((view.alarms.bands[1]?.high).map { ($0 * 100).rounded() } == 900)
    _ = view.handle(.alarms(false), context(source))
    #expect(!view.alarms.areOn)
  }

  @Test func liveBlocksRaiseAlarmsAndFetchedOnesDoNot() {
    for isFetched in [true, false] {
      var view = opened(source, [.alarms(true)])
      let columns = StreamColumns.made(isFetched: isFetched, channels: 2, from: 50, count: 1)
      view.receive(columns, nil, .made(), newest: 0, context(source), at: 7)
      #expect(view.alarms.bands[0]?.raisedAt == (isFetched ? nil : 7))
    }
  }

  @Test func whatThePictureWaitsForIsSearchedInItsGroup() {
    let store = BlockStore.made([0, 0, 2, 2])
    for (motion, group, crossing) in [
      (.trigger, 0, 1500), (.trigger, 1, nil), (.scroll, 0, nil),
    ] as [(SensorsModel.Motion, UInt8, Double?)] {
      var view = opened(source, [.time(.fit(0.001)), .time(.move(motion))])
      let columns = StreamColumns.made(group: group, channels: 1, from: 0, count: 1)
      var empty = BlockStore(level: 0, channelCount: 1)
      _ = empty.insert(.made(from: 0, count: 1))
      view.receive(columns, empty, .made(), newest: 0, context(source), at: 0)
      view.receive(columns, store, .made(), newest: 3000, context(source), at: 0)
      #expect(view.trigger.crossing == crossing)
    }
  }

  @Test func lanesFollowReadingsUnlessThePictureIsHeld() {
    var view = opened(source)
    view.follow([.made(0, from: 0, to: 50)], at: 0)
    #expect(view.streams.scales[0].span == 100)
    view = opened(source, [.time(.pause)])
    view.follow([.made(0, from: 0, to: 50)], at: 0)
    #expect(view.streams.scales[0].span == 10)
  }

  @Test func aRecordingIsShownAsItWasSeen() {
    var view = opened(source)
    let band = StreamLook.Band(low: 0, high: 1)
    var look = StreamLook.made([.made(1, alarm: band)], layout: .overlaid, motion: .sweep)
    look.trigger = .init(channel: 1, level: 0.5, isFalling: true, holdOffSeconds: 2)
    #expect(view.show(look, context(source)) == true)
    #expect(view.streams.layout == .overlaid && view.time.motion == .sweep && view.time.windowSeconds == 30)
    #expect(view.alarms.bands.map { $0?.high } == [nil, 1, nil])
    #expect(view.trigger.channel == 1 && view.trigger.isFalling && view.paper.form == .twelve)
    look.windowSeconds = 1e6
    _ = view.show(look, context(source))
    #expect(view.time.windowSeconds == 3600)
    // What it says comes back as it was.
    let again = view.look(of: 0)
    #expect(again.channels.first { $0.channel == 1 } == look.channels[0])
    #expect(again.trigger == look.trigger && again.layout == look.layout && again.motion == look.motion)
    let before = view.time
    #expect(!view.show(.made([.made(9)], layout: .lanes), context(source)) && view.time == before)
  }

  @Test func streamsKeepTheirBandAndTheirTrigger() {
    var view = opened(source, [.alarms(true), .time(.move(.trigger))])
    #expect(view.keep([2, nil, 0], count: 3) == true)
    #expect(view.trigger.channel == 2 && view.alarms.bands.map { $0 != nil } == [true, false, true])
  }

  @Test func aFingerHoldsWhatIsUnderIt() {
    // Lanes begin at 64, 133.3 and 202.7 pixels.
    let view = opened(source)
    func grab(_ x: Float, _ y: Float, _ view: StreamView, _ source: StreamSource) -> Grab {
      view.grab(x: x, y: y, context(source))
    }
    #expect(grab(150, 70, view, source) == .lane(0) && grab(150, 140, view, source) == .lane(1))
    #expect(grab(119, 103, view, source) == .label(0) && grab(120, 103, view, source) == .lane(0))
    #expect(grab(119, 104, view, source) == .lane(0) && grab(10, 20, view, source) == .plot)
    let alarmed = opened(source, [.alarms(true)])
    // A band from −2 to 4: its middle is 98.7 pixels, three tenths of a lane are 20.8.
    #expect(grab(10, 78, alarmed, source) == .alarm(channel: 0, isHigh: true))
    #expect(grab(10, 119, alarmed, source) == .alarm(channel: 0, isHigh: false))
    let overlaid = opened(source, [.alarms(true), .streams(.layout(.overlaid))])
    #expect(grab(10, 78, overlaid, source) == .lane(0))
    let triggered = opened(source, [.time(.move(.trigger))])
    #expect(grab(10, 98, triggered, source) == .level && grab(10, 140, triggered, source) == .label(1))
    #expect(
      grab(10, 98, opened(source, [.time(.move(.trigger)), .time(.move(.scroll))]), source) == .label(0))
  }

  @Test func columnsAreThoseOfThePlot() {
    let view = opened(source)
    #expect(view.columnMicroseconds(context(source)) == 50_000 && view.edge(context(source)) == 99.9e6)
    #expect(view.lattice(context(source)).columns == 200 && view.fixedEdge(context(source)) == nil)
    let crossed = opened(source, [.streams(.layout(.xy)), .time(.fit(4))])
    #expect(crossed.columnMicroseconds(context(source)) == 1000)
    #expect(opened(source, [.time(.hold(5e6))]).fixedEdge(context(source)) == 5e6)
  }
}

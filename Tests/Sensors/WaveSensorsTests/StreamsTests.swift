import Testing
import WaveSensorsWire

@testable import WaveSensors

/// How streams are arranged, and where they are drawn.
@Suite struct StreamsTests {
  /// Two streams of 1000 Hz and one of 25 Hz, each from −4 to 6.
  private let source = StreamSource.made([2, 1])
  private let leads = StreamSource.made([3], rates: [500], leads: [.i, .ii, .v1])

  private func opened(_ inputs: [Streams.Input] = [], of source: StreamSource? = nil) -> Streams {
    let source = source ?? self.source
    var streams = Streams()
    streams.open(source)
    for input in inputs { _ = streams.handle(input, of: source) }
    return streams
  }

  private func set(_ channels: Int...) -> ChannelSet {
    var set = ChannelSet()
    for channel in channels { set.insert(channel) }
    return set
  }

  // MARK: - The arrangement

  @Test func aSourceIsOpenedWithAllOfItsStreams() {
    var streams = opened([.show(0, false), .reorder(0, onto: 2), .layout(.overlaid)])
    streams.open(source)
    #expect(streams.order == [0, 1, 2] && streams.hidden == ChannelSet() && streams.layout == .lanes)
    #expect(streams.scales.map(\.center) == [1, 1, 1] && streams.scales.map(\.span) == [10, 10, 10])
    #expect(opened(of: leads).layout == .paper)
    // A range that is not known is that of a new lane.
    var plain = source
    plain.groups[0].channels[0].low = .nan
    plain.groups[0].channels[1].high = -2
    #expect(opened(of: plain).scales.map(\.span) == [2, 2, 10])
  }

  @Test func anotherLayoutIsSaidOnce() {
    var streams = opened()
    for (layout, isOther) in [(.overlaid, true), (.overlaid, false), (.paper, false), (.xy, true)]
      as [(SensorsModel.Layout, Bool)]
    {
      #expect(streams.handle(.layout(layout), of: source) == isOther)
    }
    #expect(streams.layout == .xy)
    #expect(streams.handle(.layout(.paper), of: nil) == false && streams.handle(.layout(.paper), of: leads))
  }

  @Test func oneStreamIsAlwaysLeft() {
    var streams = opened()
    #expect(streams.handle(.show(1, false), of: source) && streams.visible == [0, 2])
    #expect(streams.handle(.show(0, false), of: source) && streams.visible == [2])
    #expect(!streams.handle(.show(2, false), of: source) && streams.visible == [2])
    #expect(streams.handle(.show(1, true), of: source) && streams.visible == [1, 2])
    for stranger in [-1, 3, 300] { #expect(streams.handle(.show(stranger, false), of: source) == false) }
  }

  @Test func aStreamIsMovedToAnotherOnesPlace() {
    #expect(opened([.reorder(0, onto: 2)]).order == [1, 2, 0])
    #expect(opened([.reorder(2, onto: 0)]).order == [2, 0, 1])
    #expect(opened([.reorder(1, onto: 1)]).order == [0, 1, 2])
    #expect(opened([.reorder(7, onto: 1), .reorder(1, onto: 7)]).order == [0, 1, 2])
  }

  @Test func scalesAreSetOneByOneOrAllAtOnce() {
    #expect(opened([.zoom(1, by: 2)]).scales.map(\.span) == [10, 5, 10])
    #expect(opened([.zoomAll(by: 0.5)]).scales.map(\.span) == [20, 20, 20])
    #expect(opened([.automatic(false)]).scales.allSatisfy { !$0.isAutomatic })
    #expect(opened([.automatic(false), .automatic(true)]).scales.allSatisfy { $0.isAutomatic })
    #expect(
      !opened().isLinked && opened([.link(true)]).isLinked && !opened([.link(true), .link(false)]).isLinked)
  }

  private func dragged(_ streams: Streams, _ lane: Lane, of source: StreamSource?) -> [Double] {
    var streams = streams
    // A quarter of a lane of 10.
    streams.drag(lane, dy: 25, of: source)
    return streams.scales.map(\.center)
  }

  @Test func aLaneIsMovedAloneOrWithThoseOfItsUnit() {
    var source = source
    source.groups[0].channels[1].unit = [0x41]
    #expect(dragged(opened(), .made(0), of: source) == [3.5, 1, 1])
    #expect(dragged(opened([.link(true)]), .made(0), of: source) == [3.5, 1, 3.5])
    #expect(dragged(opened([.link(true)]), .made(1), of: source) == [1, 3.5, 1])
    #expect(dragged(opened([.link(true)]), .made(0), of: nil) == [3.5, 1, 1])
    // What shares a lane moves by the lane's values, whatever its own are.
    let shared = opened([.layout(.overlaid), .zoom(1, by: 2), .show(2, false)])
    #expect(dragged(shared, .made(0, span: 20), of: source) == [6, 6, 1])
    // On paper zero is in the middle of a lead that was not moved yet.
    #expect(dragged(opened(of: leads), .made(0), of: leads)[0] == 0.25 * 10)
    #expect(dragged(opened([.automatic(false)], of: leads), .made(0), of: leads)[0] == 3.5)
  }

  @Test func aLaneIsScaledAloneOrWithThoseOfItsUnit() {
    func spans(_ inputs: [Streams.Input]) -> [Double] {
      var streams = opened(inputs)
      streams.zoom(.made(1), by: 2, of: source)
      return streams.scales.map(\.span)
    }
    #expect(spans([]) == [10, 5, 10] && spans([.link(true)]) == [5, 5, 5])
    #expect(spans([.layout(.overlaid), .show(0, false)]) == [10, 5, 5])
  }

  @Test func theArrangementIsKeptWhereStreamsComeAndGo() {
    var streams = opened([.zoom(0, by: 2), .zoom(2, by: 4), .show(2, false), .reorder(2, onto: 0)])
    #expect(streams.keep([1, nil, 0], count: 4) == true)
    #expect(streams.order == [0, 1, 2, 3] && streams.visible == [1, 2, 3])
    #expect(streams.scales.map(\.span) == [2.5, 5, 2, 2])
    #expect(streams.keep([nil, 0, 1, 2], count: 3) == false)
    #expect(
      streams.order == [0, 1, 2] && streams.scales.map(\.span) == [5, 2, 2] && streams.visible == [0, 1, 2])
  }

  @Test func lanesFollowTheirReadings() {
    var streams = opened()
    streams.follow([.made(1, from: 0, to: 50), .made(9, from: 0, to: 50)], at: 0)
    #expect(streams.scales.map(\.span) == [10, 100, 10])
    streams = opened([.automatic(false)])
    streams.follow([.made(1, from: 0, to: 50)], at: 0)
    #expect(streams.scales.map(\.span) == [10, 10, 10])
    let readings: [StreamReadings.Reading] = [
      .made(0, from: .nan, to: 1), .made(1, from: 0, to: 50), .made(2, from: 0, to: .infinity),
    ]
    streams.fit(readings)
    #expect(streams.scales.map(\.span) == [10, 100, 10] && streams.scales.allSatisfy { $0.isAutomatic })
  }

  @Test func aRecordingHasItsArrangement() {
    var streams = opened()
    let look = StreamLook.made(
      [.made(2), .made(7), .made(0, isShown: false)], layout: .overlaid, isLinked: true)
    #expect(streams.show(look, of: source) == true)
    #expect(streams.order == [2, 0, 1] && streams.visible == [2, 1] && streams.isLinked)
    #expect(streams.scales.map(\.span) == [4, 10, 4] && streams.scales.map(\.center) == [1, 1, 1])
    #expect(streams.layout == .overlaid)
    // A layout that the source does not have is none.
    #expect(streams.show(.made(layout: .paper), of: source) && streams.layout == .lanes)
    let before = streams.order
    #expect(streams.show(.made([.made(3)], layout: .overlaid), of: source) == false)
    #expect(streams.order == before && streams.layout == .lanes)
  }

  // MARK: - Where they are drawn

  @Test func whatCrossesIsOfOneGroup() {
    func pair(_ inputs: [Streams.Input], of source: StreamSource) -> [Int]? {
      opened(inputs, of: source).crossedPair(of: source).map { [$0.x, $0.y, $0.group] }
    }
    #expect(pair([], of: source) == [0, 1, 0] && pair([.reorder(1, onto: 0)], of: source) == [1, 0, 0])
    #expect(pair([.show(0, false)], of: source) == nil)
    let slow = StreamSource.made([1, 2])
    #expect(pair([], of: slow) == [1, 2, 1])
    #expect(opened(of: slow).crossedPair(of: slow)?.rateHertz == 25)
    #expect(opened().crossedPair(of: nil) == nil)
  }

  @Test func layoutsAreThoseThatASourceHas() {
    #expect(opened().choices(of: source) == [.lanes, .overlaid, .xy])
    #expect(opened([.show(0, false)]).choices(of: source) == [.lanes, .overlaid])
    #expect(opened(of: leads).choices(of: leads) == [.lanes, .overlaid, .paper, .xy])
    for (lead, isPaper) in [(ECGLead.i, true), (.ii, true), (.v1, false)] {
      let one = StreamSource.made([1], rates: [500], leads: [lead])
      #expect(opened(of: one).choices(of: one).contains(.paper) == isPaper)
    }
    #expect(Streams().choices(of: nil) == [.lanes, .overlaid])
  }

  @Test func onlyWhatIsDrawnIsSent() {
    let paper = Paper()
    #expect(opened([.show(1, false)]).shown(of: source, on: paper) == set(0, 2))
    #expect(opened([.layout(.xy)]).shown(of: source, on: paper) == set(0, 1))
    #expect(opened([.layout(.xy), .show(0, false)]).shown(of: source, on: paper) == ChannelSet())
    let four = StreamSource.made([4], rates: [500], leads: [.i, .ii, .v1])
    #expect(opened(of: four).shown(of: four, on: paper) == set(0, 1, 2), "the last one is no lead")
    #expect(opened([.show(1, false)], of: four).shown(of: four, on: paper) == set(0, 2))
  }

  @Test func lanesShareTheHeight() {
    let plot = Plot.made()
    let lanes = opened([.show(0, false), .reorder(2, onto: 1), .zoom(1, by: 2)]).lanes(
      of: source, on: plot, Paper())
    #expect(lanes.map(\.channel) == [2, 1] && lanes.map(\.group) == [1, 0])
    #expect(lanes.map(\.place) == [0, 0], "the first stream is not sent")
    #expect(
      lanes.map(\.y) == [64, 168] && lanes.map(\.height) == [104, 104] && lanes.map(\.color) == [0, 0])
    #expect(lanes.map(\.span) == [10, 5] && lanes.map(\.columns) == [0..<200, 0..<200])
    #expect(opened().lanes(of: source, on: plot, Paper()).map(\.place) == [0, 1, 0])
    #expect(opened([.layout(.xy)]).lanes(of: source, on: plot, Paper()).isEmpty)
    #expect(opened().lanes(of: nil, on: plot, Paper()).isEmpty)
  }

  @Test func overlaidTheyShareALaneAndItsValues() {
    var streams = opened([.layout(.overlaid)])
    // The second one from 2.5 to 12.5.
    streams.fit([.made(1, from: 4, to: 12)])
    let lanes = streams.lanes(of: source, on: .made(), Paper())
    #expect(lanes.map(\.y) == [64, 64, 64] && lanes.map(\.height) == [208, 208, 208])
    #expect(lanes.map(\.color) == [0, 1, 2])
    let second = streams.scales[1]
    let top = second.center + second.span / 2
    #expect(lanes.allSatisfy { $0.center == (top - 4) / 2 && $0.span == top + 4 })
  }

  @Test func onPaperLeadsAreInRows() throws {
    let (plot, paper) = (Plot.made(layout: .paper), Paper())
    var streams = opened(of: leads)
    let lanes = streams.lanes(of: leads, on: plot, paper)
    // I and V1 in the first row, II in the second, and below all.
    #expect(lanes.map(\.channel) == [0, 2, 1, 1] && lanes.map(\.y) == [64, 64, 116, 220])
    #expect(
      lanes.map(\.columns) == [0..<42, 85..<127, 0..<42, 0..<170] && lanes.map(\.place) == [0, 2, 1, 1])
    // 10 mm are a millivolt.
    let span = Double(52 / plot.pixelsPerMillimetre) / 10
    #expect(lanes.allSatisfy { $0.center == 0 && $0.height == 52 && $0.span == span })
    streams.drag(try #require(lanes.first), dy: 13, of: leads)
    _ = streams.handle(.show(1, false), of: leads)
    let moved = streams.lanes(of: leads, on: plot, paper)
    #expect(moved.map(\.channel) == [0, 2, 1, 1], "its place stays")
    #expect((moved[0].center - span / 4).magnitude < 1e-9 && moved[1].center == 0 && moved[1].place == 1)
  }
}

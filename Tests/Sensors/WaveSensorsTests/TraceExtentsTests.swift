import Testing
import WaveSensorsWire

@testable import WaveSensors

/// What traces do in the part that is seen, and which of them leave their lane.
@Suite struct TraceExtentsTests {
  /// Samples from 0 on, one in each of the 200 columns.
  private func extents(_ values: [Float], newest: Int64 = 199, motion: SensorsModel.Motion = .scroll)
    -> TraceExtents
  {
    TraceExtents(stores: [.made(values)], clocks: [.made()], lattice: .made(motion, newest: newest))
  }

  @Test func onlyWhatIsSeenCounts() {
    var values = [Float](repeating: 0, count: 210)
    (values[3], values[4], values[5], values[203], values[204], values[205]) = (-9, -1, 0, 0, 1, 9)
    // Columns 4 to 203 are seen, and the line that leaves them ends with the sample after them.
    #expect(extents(values, newest: 203).values(of: .made()) == -1...0)
    #expect(extents(values, newest: 204).values(of: .made()) == 0...1)
    #expect(extents(values, newest: 202).values(of: .made()) == -9...0)
  }

  @Test func whatIsMissingIsNoValue() {
    #expect(
      extents([.nan, .nan]).values(of: .made()) == nil && extents([.nan, 2]).values(of: .made()) == 2...2)
    #expect(extents([]).values(of: .made()) == nil, "nothing has come")
    #expect(extents([1], newest: 5000).values(of: .made()) == nil, "it is too old")
    let none = TraceExtents(stores: [nil], clocks: [.made()], lattice: .made())
    #expect(none.values(of: .made()) == nil && none.heights(of: .made(), x: 0..<9, every: 1) == nil)
    let clockless = TraceExtents(stores: [.made([1])], clocks: [], lattice: .made())
    #expect(clockless.values(of: .made()) == nil)
    #expect(TraceExtents(stores: [], clocks: [], lattice: .made()).values(of: .made()) == nil)
  }

  @Test func heightsAreThoseOfAPartOfTheWidth() {
    var values = [Float](repeating: 0, count: 200)
    (values[9], values[10], values[20], values[21]) = (-5, 1, 2, 5)
    // Ten pixels for each value, 0 at 150.
    #expect(extents(values).heights(of: .made(), x: 10..<20, every: 1) == 130...150)
    #expect(extents(values).heights(of: .made(), x: 9..<20, every: 1) == 130...200)
    #expect(extents(values).heights(of: .made(), x: 10..<21, every: 1) == 100...150)
    #expect(
      extents(values).heights(of: .made(), x: 10..<21, every: 5) == 130...150,
      "between the steps nobody looks")
    #expect(extents([Float](repeating: .nan, count: 200)).heights(of: .made(), x: 10..<20, every: 1) == nil)
  }

  // MARK: - Off scale

  private func offScale(
    _ value: Float, _ layout: SensorsModel.Layout = .lanes, lanes: [Lane] = [.made()]
  ) -> (above: ChannelSet, below: ChannelSet) {
    var offScale = OffScale()
    let values = extents([Float](repeating: value, count: 200))
    offScale.update(lanes, values, layout, on: .made(), at: 0)
    return (offScale.above, offScale.below)
  }

  @Test func aValueOnTheEdgeOfALaneIsWithinIt() {
    for value in [-5, 0, 5, .nan] as [Float] { #expect(offScale(value) == (ChannelSet(), ChannelSet())) }
    #expect(offScale(5.01) == (ChannelSet(first: 1), ChannelSet()))
    #expect(offScale(-5.01) == (ChannelSet(), ChannelSet(first: 1)))
    #expect(offScale(5.01, lanes: [.made(center: 1)]) == (ChannelSet(), ChannelSet()))
  }

  @Test func streamsThatShareALaneAreReportedOnce() {
    var third = ChannelSet()
    third.insert(3)
    let stranger = Lane(
      channel: 3, group: 1, place: 0, y: 0, height: 1, columns: 0..<1, color: 0, center: 0, span: 1)
    #expect(offScale(9, .overlaid, lanes: [stranger, .made()]) == (third, ChannelSet()))
  }

  @Test func onPaperATraceEndsWithThePlot() {
    // From 0 to 272 pixels; the lane from 100 to 200 has ten pixels for each value.
    for value in [-12.2, -5.1, 5.1, 15] as [Float] {
      #expect(offScale(value, .paper) == (ChannelSet(), ChannelSet()))
    }
    #expect(offScale(15.1, .paper) == (ChannelSet(first: 1), ChannelSet()))
    #expect(offScale(-12.3, .paper) == (ChannelSet(), ChannelSet(first: 1)))
    #expect(offScale(99, .paper, lanes: [.made(columns: 5..<5)]) == (ChannelSet(), ChannelSet()))
  }

  @Test func itLooksFourTimesASecondOrWhereAScaleHasChanged() {
    let (high, none) = (extents([9, 9]), extents([0, 0]))
    var offScale = OffScale()
    offScale.update([.made()], high, .lanes, on: .made(), at: 0)
    offScale.update([.made()], none, .lanes, on: .made(), at: 249_999)
    #expect(!offScale.above.isEmpty)
    offScale.update([.made()], none, .lanes, on: .made(), at: 250_000)
    #expect(offScale.above.isEmpty)
    offScale.update([.made()], high, .lanes, on: .made(), at: 250_001)
    #expect(offScale.above.isEmpty)
    offScale.update([.made(span: 9)], high, .lanes, on: .made(), at: 250_002)
    #expect(!offScale.above.isEmpty)
  }
}

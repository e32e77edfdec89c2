import Testing
import WaveDisplay
import WaveSensorsWire

@testable import WaveSensors

/// Where lanes and the plot are.
@Suite struct LaneTests {
  @Test func valuesAreUpright() {
    let lane = Lane.made(center: 2)
    for (value, y) in [(2, 150), (7, 100), (-3, 200), (12, 50), (-8, 250)] as [(Double, Float)] {
      #expect(lane.y(of: value) == y)
    }
    #expect(lane.y(of: .nan).isNaN)
    #expect(Lane.made(columns: 20..<50).rect == Rect(x: 20, y: 100, width: 30, height: 100))
  }

  @Test func aPointIsInOneLane() {
    let lanes = [
      Lane.made(4, y: 64), .made(2, y: 164, columns: 0..<100), .made(7, y: 164, columns: 100..<200),
    ]
    func channel(_ x: Float, _ y: Float, _ plot: Plot = .made()) -> Int? {
      lanes.lane(x: x, y: y, on: plot)?.channel
    }
    #expect(
      channel(50, 63.9) == nil && channel(50, 64) == 4 && channel(50, 163.9) == 4 && channel(50, 164) == 2)
    #expect(channel(99.9, 200) == 2 && channel(100, 200) == 7 && channel(199.9, 200) == 7)
    #expect(channel(200, 200) == nil && channel(-30, 200) == 2 && channel(50, 264) == nil)
    // On paper columns begin behind the pulse, which belongs to the first ones.
    #expect(channel(129, 200, .made(layout: .paper)) == 2 && channel(130, 200, .made(layout: .paper)) == 7)
    #expect(channel(3, 200, .made(layout: .paper)) == 2)
    #expect(channel(.nan, .nan) == nil && [Lane]().lane(x: 1, y: 1, on: .made()) == nil)
    #expect(lanes.lane(of: 2) == lanes[1] && lanes.lane(of: 0) == nil)
  }

  @Test func thePlotIsBetweenTheChipAndTheAxis() {
    let plot = Plot.made()
    #expect(
      plot.top == 64 && plot.bottom == 272 && plot.height == 208 && plot.left == 0 && plot.columns == 200)
    // At 25 mm/s a pulse and its room have 8 mm, at 50 mm/s 13 mm.
    var paper = Paper()
    #expect(Plot.made(layout: .paper, paper: paper).left == 30 && Plot.made(layout: .xy).left == 0)
    _ = paper.handle(.speed(1))
    #expect(Plot.made(layout: .paper, paper: paper).left == 49)
    _ = paper.handle(.restore(10))
    #expect(Plot.made(paper: paper).pixelsPerMillimetre == 10)
  }

  @Test func aScreenWithoutRoomHasAColumn() {
    let plot = Plot.made(width: 10, height: 50, layout: .paper)
    #expect(plot.columns == 1 && plot.height == 1)
    #expect(Plot.made(width: 0, height: 0).columns == 1)
  }
}

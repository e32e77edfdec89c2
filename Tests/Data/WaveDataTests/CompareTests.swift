import Testing
import WaveDataWire
import WaveDisplay
@testable import WaveInteraction
import WaveSeries
import WaveWire

@testable import WaveData

@Suite struct CompareTests {
  private func compared() throws -> Bench {
    var bench = Bench()
    // So that all of them have room.
    bench.model.moveLanes(.height(40))
    bench.answer()
    bench.sent = []
    bench.set(.chooseComparedLens, to: Int(Lens.lttb.rawValue) + 1)
    return bench
  }

  @Test func everyColumnGetsASecondPictureBelowItsFirst() throws {
    var bench = try compared()
    let lanes = bench.model.visibleLanes()
    #expect(lanes.map(\.column) == [0, 0, 1, 1, 2, 2, 3, 4, 4])
    #expect(lanes.map(\.isSecond) == [false, true, false, true, false, true, false, false, true])
    // Of texts there is one picture, as high as two.
    #expect(lanes[6].height == 2 * lanes[0].height)
    #expect(zip(lanes, lanes.dropFirst()).allSatisfy { $0.y + $0.height == $1.y })
    let asked = bench.taken().compactMap {
      if case .showLane(let lane) = $0, lane.isSecond { (lane.column, lane.lens) } else { nil }
    }
    #expect(asked.map(\.0) == [0, 1, 2, 4] && asked.allSatisfy { $0.1 == Lens.lttb.rawValue })
  }

  @Test func eachSaysByHowManyPixelsItIsOff() throws {
    var bench = try compared()
    bench.pass(Question.patienceMicroseconds)
    bench.answer()
    try bench.draw()
    #expect(bench.scene.texts.contains("M4 (exact) \u{00B7} 4,680 points \u{00B7} no pixel off"))
    #expect(bench.scene.texts.contains("LTTB \u{00B7} 4,680 points \u{00B7} 1,234 pixels off"))
  }

  @Test func theServerIsNotifiedWhenComparisonEnds() throws {
    var bench = try compared()
    bench.sent = []
    bench.set(.chooseComparedLens)
    let left = bench.taken().compactMap {
      if case .showLane(let lane) = $0, lane.pixels == 0 { (lane.column, lane.isSecond) } else { nil }
    }
    #expect(left.map(\.0).sorted() == [0, 1, 2, 4] && left.allSatisfy { $0.1 })
    #expect(bench.model.visibleLanes().allSatisfy { !$0.isSecond })
  }

  @Test func theColumnAtTheTopStaysThere() throws {
    var bench = Bench()
    bench.model.moveLanes(.height(600))
    bench.answer()
    bench.drag(from: (150, 1400), to: (150, 1400 - Float(bench.model.layout.lanePixels)))
    let top = bench.model.visibleLanes().first?.column
    bench.set(.chooseComparedLens, to: 1)
    #expect(bench.model.visibleLanes().first?.column == top)
  }
}

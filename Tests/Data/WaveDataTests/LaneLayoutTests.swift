import Testing
import WaveDisplay
@testable import WaveInteraction

@testable import WaveData

@Suite struct LaneLayoutTests {
  /// 1,000 pixels high at one pixel a point: lanes from 64 to 940.
  private static let screen = Screen(width: 400, height: 1000, scale: 1)

  private static func layout(
    _ lanes: Int, points: Float = 84, pictures: Int = 1, isPinned: Bool = false
  ) -> LaneLayout {
    LaneLayout(
      screen: screen, lanePoints: points, laneCount: lanes, pictureCount: pictures, isPinned: isPinned)
  }

  @Test func lanesAreBetweenTheChipAndTheLabelsOfX() {
    let screen = Self.screen
    #expect(screen.lanesTop == 64 && screen.lanesBottom == 940)
    #expect(screen.overviewRect.y == 966 && screen.overviewRect.height == 34)
    #expect(screen.axisRect.y == 940 && screen.axisRect.height == 26 && screen.axisRect.width == 400)
    #expect(screen.lanesRect.y == 64 && screen.lanesRect.height == 876 && screen.lanesRect.width == 400)
    let cut = Screen(width: 400, height: 1000, scale: 2, insets: .init(bottom: 10))
    #expect(cut.overviewRect.y == 1000 - 20 - 68 && cut.axisRect.y == cut.overviewRect.y - 52)
    // On a screen that is too low nothing has a negative place.
    let low = Screen(width: 400, height: 20, scale: 1)
    #expect(low.overviewRect.y == 0 && low.axisRect.y == 0 && low.lanesBottom == low.lanesTop)
  }

  @Test func lanesAreAsHighAsTheUserWants() {
    let layout = Self.layout(20)
    #expect(layout.lanePixels == 84 && layout.pinnedPixels == 0 && layout.movingTop == 64)
    #expect(layout.room == 876 && layout.columnPixels == 84)
    #expect(Self.layout(0, points: 84.4).lanePixels == 84)
  }

  @Test func fewAreStretched() {
    #expect(Self.layout(8).lanePixels == 109)
    #expect(Self.layout(3).lanePixels == 260)
    #expect(Self.layout(1, points: 500).lanePixels == 500)
    // The pinned one is a quarter higher, and its room is not that of the others.
    let pinned = Self.layout(8, isPinned: true)
    #expect(pinned.lanePixels == 94 && pinned.pinnedPixels == 118 && pinned.movingTop == 182)
    #expect(pinned.room == 758)
    let compared = Self.layout(4, pictures: 2)
    #expect(compared.lanePixels == 109 && compared.columnPixels == 218)
    #expect(Self.layout(0, isPinned: true).lanePixels == 260)
  }

  @Test func theHeightIsHeldWithinItsLimits() {
    var scroll = LaneScroll()
    #expect(scroll.points == 84 && scroll.y == 0)
    for (points, held) in [(Float(28), Float(28)), (27, 28), (601, 600), (600, 600), (100, 100)] {
      scroll.handle(.height(points), in: Self.layout(20))
      #expect(scroll.points == held)
    }
    // Lanes that become lower are fewer to move.
    scroll.handle(.move(by: 9999), in: Self.layout(20, points: 100))
    #expect(scroll.y == 20 * 100 - 876)
    scroll.handle(.height(50), in: Self.layout(20, points: 100))
    #expect(scroll.y == 20 * 50 - 876)
  }

  @Test func lanesMoveAsFarAsThereAreAny() {
    var scroll = LaneScroll()
    // 20 lanes of 84 pixels are 804 more than there is room for.
    let layout = Self.layout(20)
    scroll.handle(.move(by: 100), in: layout)
    #expect(scroll.y == 100)
    scroll.handle(.move(by: -30), in: layout)
    #expect(scroll.y == 70)
    scroll.handle(.move(by: 9999), in: layout)
    #expect(scroll.y == 804)
    scroll.handle(.move(by: -9999), in: layout)
    #expect(scroll.y == 0)
    scroll.handle(.move(by: 5), in: Self.layout(3))
    #expect(scroll.y == 0)
    scroll.handle(.move(by: 500), in: layout)
    scroll.handle(.fit, in: layout)
    #expect(scroll.y == 500)
    scroll.handle(.fit, in: Self.layout(12))
    #expect(scroll.y == 132)
    scroll.reset()
    #expect(scroll.y == 0)
  }

  @Test func allOfALaneIsShownByTheLeastMovement() {
    var scroll = LaneScroll()
    let layout = Self.layout(20)
    // The tenth ends at 840.
    scroll.handle(.reveal(9), in: layout)
    #expect(scroll.y == 0)
    scroll.handle(.reveal(10), in: layout)
    #expect(scroll.y == 48)
    scroll.handle(.reveal(19), in: layout)
    #expect(scroll.y == 804)
    scroll.handle(.reveal(10), in: layout)
    #expect(scroll.y == 804)
    scroll.handle(.reveal(2), in: layout)
    #expect(scroll.y == 168)
    // One that is higher than the room begins at its top.
    scroll.handle(.reveal(1), in: Self.layout(3, points: 900, pictures: 2))
    #expect(scroll.y == 1800)
  }

  @Test func theColumnAtTheTopStaysThereWhileAllBecomeHigher() {
    var scroll = LaneScroll()
    let (before, after) = (Self.layout(20), Self.layout(20, pictures: 2))
    scroll.handle(.move(by: 3 * 84), in: before)
    scroll.keepTop(from: before, to: after)
    #expect(scroll.y == 3 * 168)
    scroll.keepTop(from: after, to: before)
    #expect(scroll.y == 3 * 84)
    // As far as there are lanes.
    scroll.keepTop(from: before, to: Self.layout(3))
    #expect(scroll.y == 0)
  }

  @Test func aLaneThatEndsWhereOthersBeginIsNotSeen() {
    var bench = Bench()
    bench.model.moveLanes(.height(600))
    let height = bench.model.layout.lanePixels
    bench.model.moveLanes(.move(by: height - 1))
    #expect(bench.model.visibleLanes().first?.column == 0)
    bench.model.moveLanes(.move(by: 1))
    #expect(bench.model.visibleLanes().first?.column == 1)
    #expect(bench.model.visibleLanes().first?.y == bench.model.screen.lanesTop)
  }

  @Test func placesInALaneCountFromBelow() {
    let lane = DataLane(column: 0, y: 100, height: 50, isPinned: false)
    #expect(lane.share(atY: 150) == 0 && lane.share(atY: 100) == 1 && lane.share(atY: 125) == 0.5)
    #expect(DataLane(column: 0, y: 100, height: 0, isPinned: false).share(atY: 101) == 0)
  }

  @Test func aLaneHasAKeyForEachPicture() {
    let lane = DataLane(column: 3, y: 10, height: 20, isPinned: false, isSecond: true)
    #expect(lane.key == LaneKey(column: 3, isSecond: true) && lane.bottom == 30)
    #expect(DataLane(column: 3, y: 10, height: 20, isPinned: true).key == LaneKey(column: 3))
  }
}

import Testing
@testable import WaveDataFeed
import WaveDataWire

@Suite struct PictureQueueTests {
  private var shown: ClientView {
    var shown = ClientView()
    shown.show(makeView(1))
    for column in [4, 1] as [UInt16] { shown.show(makeLane(column)) }
    shown.show(makeLane(4, isSecond: true))
    shown.show(makeLane(2, isOverview: true))
    shown.show(ShowTexts(source: 0, buckets: 4, columns: [8, 7]))
    shown.show(makeScatter(1))
    return shown
  }

  /// Everything that remains: the pictures, the end of the view, and the overview.
  private struct Rest: Equatable {
    enum Picture: Equatable {
      case scatter(ShowScatter)
      case lane(ShowLane)
      case texts(UInt16)
    }

    var pictures: [Picture] = []
    var isEndAnnounced = false
    var overview: ShowLane?

    init(_ queue: inout PictureQueue, of shown: ClientView) {
      if let scatter = queue.nextScatter(in: shown) { pictures.append(.scatter(scatter)) }
      while queue.hasLanes { pictures += queue.nextLanes(in: shown, limit: 1).map { .lane($0) } }
      while let column = queue.nextTexts {
        pictures.append(.texts(column))
        queue.dropTexts()
      }
      isEndAnnounced = queue.announceEnd()
      overview = queue.nextOverview(in: shown)
    }
  }

  @Test func picturesComeInOneOrder() {
    var queue = PictureQueue()
    let none = Rest(&queue, of: shown)
    #expect(none.pictures.isEmpty && !none.isEndAnnounced && none.overview == nil)
    queue.start(shown, hasOverview: true, isAnnounced: true)
    #expect(!queue.isDone)
    let all = Rest(&queue, of: shown)
    #expect(
      all.pictures == [
        .scatter(makeScatter(1)), .lane(makeLane(1)), .lane(makeLane(4)), .lane(makeLane(4, isSecond: true)),
        .texts(8), .texts(7),
      ])
    #expect(all.isEndAnnounced && all.overview == makeLane(2, isOverview: true) && queue.isDone)
    #expect(Rest(&queue, of: shown) == none)
  }

  @Test func aNewViewStartsAgain() {
    var queue = PictureQueue()
    queue.start(shown, hasOverview: false, isAnnounced: true)
    _ = queue.nextScatter(in: shown)
    _ = queue.nextLanes(in: shown, limit: 1)
    _ = queue.announceEnd()
    queue.start(shown, hasOverview: false, isAnnounced: false)
    let again = Rest(&queue, of: shown)
    #expect(again.pictures.count == 6 && !again.isEndAnnounced && again.overview == nil)
    queue.start(shown, hasOverview: true, isAnnounced: true)
    queue.end()
    #expect(queue.isDone)
    let ended = Rest(&queue, of: shown)
    #expect(ended.pictures.isEmpty && !ended.isEndAnnounced && ended.overview == nil)
  }

  @Test func hiddenPicturesAreNotMade() {
    var queue = PictureQueue()
    var next = shown
    queue.start(next, hasOverview: true, isAnnounced: true)
    queue.drop(.init(column: 4))
    next.show(makeLane(1, pixels: 0))
    queue.requestScatter(false)
    var hidden = next
    hidden.hide()
    var other = queue
    #expect(Rest(&other, of: hidden).overview == nil)
    let rest = Rest(&queue, of: next)
    #expect(rest.pictures == [.lane(makeLane(4, isSecond: true)), .texts(8), .texts(7)])
    #expect(rest.overview == makeLane(2, isOverview: true))
  }

  @Test func singlePicturesCanBeRequestedAgain() {
    var queue = PictureQueue()
    queue.requestLanes(of: [4, 99], in: shown)
    queue.requestLanes(of: [1, 4], in: shown)
    let lanes = Rest(&queue, of: shown)
    #expect(
      lanes.pictures == [.lane(makeLane(4)), .lane(makeLane(4, isSecond: true)), .lane(makeLane(1))])
    #expect(!lanes.isEndAnnounced && lanes.overview == nil)
    queue.requestOverview()
    queue.requestScatter()
    let others = Rest(&queue, of: shown)
    #expect(others.pictures == [.scatter(makeScatter(1))] && others.overview != nil)
  }

  @Test func partsOfAViewAreRequestedOnce() {
    var shown = ClientView()
    for column in [1, 2, 3] as [UInt16] { shown.show(makeLane(column)) }
    shown.show(ShowTexts(source: 0, buckets: 4, columns: [5]))
    shown.show(makeScatter(9))
    var pictures = PictureQueue()
    #expect(pictures.isEmpty && !pictures.needsAxis)
    pictures.start(shown, hasOverview: false, isAnnounced: true)
    #expect(pictures.needsAxis && pictures.hasLanes && pictures.nextTexts == 5)
    pictures.endAxis()
    #expect(pictures.nextScatter(in: shown)?.request == 9)
    #expect(pictures.nextScatter(in: shown)?.request == nil)
    #expect(pictures.nextCoarse(in: shown).count == 3)
    #expect(pictures.nextCoarse(in: shown).count == 0)
    #expect(pictures.nextLanes(in: shown, limit: 2).map { $0.column } == [1, 2])
    #expect(pictures.nextLanes(in: shown, limit: 2).map { $0.column } == [3])
    #expect(!pictures.hasLanes && !pictures.isEmpty)
    pictures.dropTexts()
    pictures.dropTexts()
    #expect(pictures.isEmpty && !pictures.needsAxis)
    pictures.requestOverview()
    #expect(pictures.isEmpty && pictures.needsAxis)
    pictures.start(shown, hasOverview: true, isAnnounced: true)
    pictures.drop()
    #expect(pictures.isEmpty && !pictures.needsAxis && !pictures.isDone)
    #expect(pictures.nextCoarse(in: shown).count == 0)
  }
}

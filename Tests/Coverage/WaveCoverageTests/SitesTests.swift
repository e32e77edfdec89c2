import Testing
import WaveCoverageWire
import WavePropagation
import WaveTerrainFormats
import WaveUnits

@testable import WaveCoverage

@Suite struct SitesTests {
  private static let far = Coordinate(latitudeDegrees: 46.97, longitudeDegrees: 10.05)

  @Test func theFirstIsPlacedWithWhatWasSetBefore() {
    var sites = Sites()
    #expect(sites.plan == nil && sites.shown == nil && sites.busyPlan == nil && sites.corners == nil)
    let isOther = sites.handle(.change(.radius(3000)))
    #expect(!isOther && sites.nextPlan.radiusMeters == 3000 && sites.list.isEmpty)
    for input in [Sites.Input.select(0), .add(Samples.middle), .keepBoth, .remove] {
      let isDone = sites.handle(input)
      #expect(!isDone && sites.list.isEmpty)
    }
    let isPlaced = sites.handle(.place(Samples.middle, isHeld: true))
    #expect(isPlaced && sites.plan?.transmitter == Samples.middle && sites.plan?.radiusMeters == 3000)
    #expect(sites.held == nil && sites.isSelectedStale && sites.isBusyStale && sites.list.count == 1)
  }

  @Test func changesAreOfTheSelectedOneAndWhatAllShareOfAll() {
    var sites = Samples.sites([[1, 1, 1, 1], [2, 2, 2, 2]])
    #expect(sites.selected == 1 && sites.list.allSatisfy { !$0.isStale })
    let same = sites.handle(.change(.radius(sites.nextPlan.radiusMeters)))
    #expect(!same && sites.list.allSatisfy { !$0.isStale })
    let isOther = sites.handle(.change(.radius(2500)))
    #expect(isOther && sites.list.map(\.isStale) == [false, true])
    #expect(sites.list.map(\.plan.radiusMeters) == [8000, 2500] && sites.settings.radiusMeters == 2500)
    _ = sites.handle(.change(.receiverHeight(4)))
    #expect(sites.list.map(\.plan.receiverHeightMeters) == [4, 4] && sites.list.allSatisfy { $0.isStale })
  }

  @Test func eachHasItsOwnPower() {
    var sites = Samples.sites()
    _ = sites.handle(.radiate(40))
    _ = sites.handle(.add(Self.far))
    #expect(sites.selected == 1 && sites.radiated(of: 0) == 40 && sites.radiated(of: 1) == 40)
    _ = sites.handle(.radiate(10))
    #expect(sites.radiated(of: 0) == 40 && sites.radiated(of: 1) == 10)
    let isSelected = sites.handle(.select(0))
    #expect(isSelected && sites.budget.radiatedDecibelMilliwatts == 40 && sites.radiated(of: 1) == 10)
    #expect(sites.radiated(of: 5) == 40, "of none it is that of the selected one")
    for index in [0, 2, -1] {
      let isOther = sites.handle(.select(index))
      #expect(!isOther && sites.selected == 0)
    }
    _ = sites.handle(.need(-90))
    #expect(sites.budget.sensitivityDecibelMilliwatts == -90 && sites.neededLevel == -9000)
    #expect(sites.headroom == 4000 + 9000)
  }

  @Test func thereAreEightAtMost() {
    var sites = Samples.sites()
    for _ in 1..<CoverageSite.limit {
      let isAdded = sites.handle(.add(Self.far))
      #expect(isAdded)
    }
    let isAdded = sites.handle(.add(Self.far))
    _ = sites.handle(.place(Samples.middle, isHeld: true))
    let isKept = sites.handle(.keepBoth)
    #expect(!isAdded && !isKept && sites.list.count == CoverageSite.limit && sites.held != nil)
  }

  @Test func theOneThatMovedUnderAFingerCanStayToo() {
    var sites = Samples.sites()
    _ = sites.handle(.place(Self.far, isHeld: true))
    #expect(sites.held?.plan.transmitter == Samples.middle && sites.plan?.transmitter == Self.far)
    let isKept = sites.handle(.keepBoth)
    #expect(isKept && sites.list.map(\.plan.transmitter) == [Samples.middle, Self.far])
    #expect(sites.selected == 1 && sites.held == nil)
    #expect(sites.list[0].shown != nil && sites.list[1].shown == nil && sites.list[1].isStale)
    let again = sites.handle(.keepBoth)
    #expect(!again)
    // A place that no finger holds is not remembered; what was is until a finger lets go.
    _ = sites.handle(.place(Samples.middle, isHeld: false))
    #expect(sites.held == nil)
    _ = sites.handle(.place(Self.far, isHeld: true))
    _ = sites.handle(.place(Samples.middle, isHeld: false))
    #expect(sites.held != nil)
    sites.forgetHeld()
    #expect(sites.held == nil)
  }

  @Test func removingSelectsTheNextOne() {
    var sites = Samples.sites([[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]])
    _ = sites.handle(.select(1))
    _ = sites.handle(.place(sites.list[1].plan.transmitter, isHeld: true))
    var isRemoved = sites.handle(.remove)
    #expect(isRemoved && sites.list.map { $0.shown?.map.losses[0] } == [1, 3])
    #expect(sites.selected == 1 && sites.busy == 1 && sites.held == nil)
    isRemoved = sites.handle(.remove)
    #expect(isRemoved && sites.selected == 0 && sites.list.count == 1)
    isRemoved = sites.handle(.remove)
    #expect(isRemoved && sites.list.isEmpty)
    isRemoved = sites.handle(.remove)
    #expect(!isRemoved)
  }

  @Test func aLinkReplacesAllAndSurroundsTheOneThatIsPlaced() {
    var sites = Samples.sites([[1, 1, 1, 1], [2, 2, 2, 2]])
    var plan = Samples.plan()
    plan.radiusMeters = 1234
    _ = sites.handle(.open(plan, LinkBudget(radiatedDecibelMilliwatts: 5, sensitivityDecibelMilliwatts: -80)))
    #expect(sites.list.isEmpty && sites.nextPlan == plan && sites.neededLevel == -8000)
    func neighbour(_ number: Int) -> Sites.Neighbour {
      var own = plan
      own.frequencyHertz = 1e8 * Double(number + 1)
      return Sites.Neighbour(number: number, plan: own, radiatedDecibelMilliwatts: 1)
    }
    let early = sites.handle(.surround([neighbour(0)], before: 1))
    #expect(!early && sites.list.isEmpty)
    _ = sites.handle(.place(Self.far, isHeld: false))
    let isDone = sites.handle(.surround([neighbour(0), neighbour(2), neighbour(3)], before: 1))
    #expect(isDone && sites.selected == 1 && sites.busy == 1 && sites.plan?.transmitter == Self.far)
    #expect(sites.list.map(\.plan.frequencyHertz) == [1e8, 915e6, 3e8, 4e8])
    let again = sites.handle(.surround([neighbour(0)], before: 1))
    #expect(!again && sites.list.count == 4)
  }

  // MARK: - Maps

  @Test func staleMapsAreComputedTheSelectedOneFirst() {
    var sites = Samples.sites([[1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]])
    _ = sites.handle(.select(1))
    let none = sites.computeNext(isSettled: false)
    #expect(!none)
    sites.invalidate(all: true)
    #expect(sites.list.allSatisfy { $0.isStale })
    var order: [Int] = []
    while sites.computeNext(isSettled: !order.isEmpty) { order.append(sites.busy) }
    #expect(order == [1, 0, 2] && sites.list.allSatisfy { !$0.isStale })
    sites.invalidate(all: false)
    #expect(sites.list.map(\.isStale) == [false, false, true])
    sites.restart()
    #expect(sites.busy == 1 && sites.list.map(\.isStale) == [false, true, true])
    sites.fail()
    #expect(sites.shown == nil && sites.isBusyStale)
  }

  @Test func aCoarseMapLeavesItsTransmitterStale() {
    var sites = Samples.sites()
    let before = sites.revision
    sites.restart()
    sites.show(Samples.map(), of: Samples.plan(), isCoarse: true, surfaceShare: 0.5, untiledShare: nil)
    #expect(sites.isSelectedStale && sites.shown?.isCoarse == true && sites.shown?.surfaceShare == 0.5)
    #expect(sites.revision == before + 1 && sites.shown?.revision == sites.revision)
    sites.show(Samples.map(), of: Samples.plan(), isCoarse: false, surfaceShare: nil, untiledShare: 0.25)
    #expect(!sites.isSelectedStale && sites.shown?.untiledShare == 0.25)
    var empty = Sites()
    empty.show(Samples.map(), of: Samples.plan(), isCoarse: false, surfaceShare: nil, untiledShare: nil)
    #expect(empty.shown == nil && empty.revision == 1)
  }

  // MARK: - Levels

  @Test func levelsAreReadOfTheStrongest() {
    var sites = Samples.sites([[9000, 9100, 9200, 9300], [8000, 9000, 9900, 9900]])
    let place = Samples.map().place(row: 0, column: 0)
    #expect(sites.loss(at: place, of: 0) == 9000 && sites.level(at: place, of: 0) == 3400 - 9000)
    #expect(sites.loss(at: place, of: 2) == nil && sites.level(at: place, of: -1) == nil)
    #expect(sites.site(readAt: place, ofAll: true) == 1 && sites.site(readAt: place, ofAll: false) == 1)
    let south = Samples.map().place(row: 1, column: 0)
    #expect(sites.site(readAt: south, ofAll: true) == 0 && sites.site(readAt: south, ofAll: false) == 1)
    #expect(sites.modelledLevel(at: south, ofAll: true) == 3400 - 9200)
    #expect(sites.modelledLevel(at: south, ofAll: false) == 3400 - 9900)
    let nowhere = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
    #expect(sites.site(readAt: nowhere, ofAll: true) == 1)
    #expect(sites.modelledLevel(at: nowhere, ofAll: true) == nil)
    // As strong is enough, and the first of those that are as strong counts.
    _ = sites.handle(.need(34 - 92))
    #expect(sites.reachCount(at: south, beside: 1) == 1 && sites.reachCount(at: south, beside: 0) == 0)
    #expect(sites.margin(ofLoss: 9200, from: 0) == 0 && sites.margin(ofLoss: 9250, from: 0) == -0.5)
    let equal = Samples.sites([[9000, 1, 1, 1], [9000, 1, 1, 1]])
    #expect(equal.site(readAt: place, ofAll: true) == 0)
  }

  @Test func theCirclesHaveCornersAroundThem() throws {
    var sites = Samples.sites()
    _ = sites.handle(.change(.radius(1109)))
    let one = try #require(sites.corners)
    #expect(abs(one.north - Samples.middle.latitudeDegrees - 0.01) < 1e-9)
    #expect(abs(Samples.middle.latitudeDegrees - one.south - 0.01) < 1e-9)
    #expect(abs(one.west + one.east - 2 * Samples.middle.longitudeDegrees) < 1e-9)
    #expect(one.east - one.west > 0.029 && one.east - one.west < 0.0295)
    _ = sites.handle(.add(Coordinate(latitudeDegrees: 46.5, longitudeDegrees: 10.5)))
    let two = try #require(sites.corners)
    #expect(two.north == one.north && two.south < 46.5 && two.west == one.west && two.east > 10.5)
  }

  // MARK: - Calibration

  @Test func pointsCalibrateTheSelectedMapOnce() {
    var sites = Samples.sites([[9000, 9000, 9000, 9000], [9000, 9000, 9000, 9000]])
    let layer = MeasuredLayer(Samples.points(Array(repeating: -70, count: 40)))
    var isNew = sites.refreshCalibration(by: layer, triesSelected: false)
    #expect(!isNew && sites.list.allSatisfy { $0.calibration == nil })
    isNew = sites.refreshCalibration(by: layer, triesSelected: true)
    #expect(!isNew && sites.list[1].calibration?.made != nil && sites.list[0].calibration == nil)
    #expect(!sites.isShownCalibrated(1))
    sites.calibrate(true)
    #expect(sites.list.map(\.isCalibrated) == [false, true])
    let before = sites.revision
    isNew = sites.refreshCalibration(by: layer, triesSelected: false)
    #expect(isNew && sites.isShownCalibrated(1) && sites.revision == before + 1)
    #expect(sites.shown?.picturedRevision == sites.revision && sites.shown?.pictured != sites.shown?.map)
    isNew = sites.refreshCalibration(by: layer, triesSelected: true)
    #expect(!isNew && sites.revision == before + 1, "nothing has changed")
    _ = sites.handle(.radiate(30))
    isNew = sites.refreshCalibration(by: layer, triesSelected: false)
    #expect(isNew && sites.revision == before + 2, "its power is another")
    #expect(!sites.calibrationWords(ofAll: false).isEmpty)
    _ = sites.handle(.select(0))
    #expect(sites.calibrationWords(ofAll: false).isEmpty && !sites.calibrationWords(ofAll: true).isEmpty)
    sites.forgetCalibration()
    #expect(
      sites.list.allSatisfy { $0.calibration == nil && !$0.isCalibrated && $0.shown?.calibrated == nil })
    #expect(sites.calibrationWords(ofAll: true).isEmpty)
  }

  @Test func aMapOfFewPostsIsNotCalibrated() {
    var sites = Samples.sites()
    sites.restart()
    sites.show(Samples.map(), of: Samples.plan(), isCoarse: true, surfaceShare: nil, untiledShare: nil)
    sites.calibrate(true)
    let isNew = sites.refreshCalibration(by: MeasuredLayer(Samples.points([-70])), triesSelected: true)
    #expect(!isNew && sites.list[0].calibration == nil)
    #expect(sites.calibrationWords(ofAll: false) == Array("calibrated once the map is whole".utf8))
    #expect(!sites.isShownCalibrated(0) && !sites.isShownCalibrated(9))
  }
}

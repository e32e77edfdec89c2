import Testing
import WaveCoverageFeed
import WaveCoverageWire
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct MapContentTests {
  /// What is on a map of one tile, all of whose blocks have come, with a transmitter whose map is due.
  private static func content() -> MapContent {
    var content = MapContent()
    _ = content.receive(.tiles(TerrainList(first: 0, total: 1, tiles: [Samples.tile()])))
    _ = content.handle(.sites(.change(.radius(1000))))
    _ = content.handle(.sites(.change(.model(.diffraction))))
    _ = content.place(at: Samples.middle, isHeld: false)
    _ = content.updateBlocks(in: Samples.canvas().view)
    for key in Samples.allKeys { _ = content.receive(.block(Samples.block(key))) }
    return content
  }

  /// Computes until nothing is due.
  private static func compute(_ content: inout MapContent) -> MapActions {
    var actions: MapActions = []
    while content.jobs.isDue { actions.formUnion(content.compute(isHeld: false, link: ServerLink())) }
    return actions
  }

  private static let end = Coordinate(latitudeDegrees: 46.968, longitudeDegrees: 10.04)

  @Test func noTransmitterIsWhereNoTileIs() {
    var content = Self.content()
    let nowhere = Coordinate(latitudeDegrees: 10, longitudeDegrees: 10)
    let actions = content.place(at: nowhere, isHeld: true)
    #expect(actions == nil && content.sites.plan?.transmitter == Samples.middle && content.sites.held == nil)
  }

  @Test func groundThatComesBeginsTheMap() {
    var content = Self.content()
    #expect(content.jobs.isDue && content.ground.isReady(for: 0) && content.sites.isSelectedStale)
    _ = Self.compute(&content)
    #expect(content.sites.shown?.isCoarse == false && !content.sites.isSelectedStale)
    #expect(content.sites.shown?.untiledShare == 0 && content.sites.shown?.surfaceShare == nil)
    #expect(content.jobs.hasNewMap)
    _ = content.handle(.drawn)
    #expect(!content.jobs.hasNewMap)
    let same = content.receive(.block(Samples.block(Samples.allKeys[0])))
    #expect(same?.change.kinds == .needed && content.jobs.isDue && content.sites.isSelectedStale)
  }

  @Test func aPathIsReadOverTheMapsGroundAndAgainWithItsMap() throws {
    var content = Self.content()
    _ = content.handle(.read(Self.end, from: .transmitter))
    #expect(content.sheet.reading?.path != nil && content.terrain.blocks.path.isEmpty)
    #expect(content.sheet.reading?.loss == nil, "there is no map yet")
    _ = Self.compute(&content)
    #expect(content.sheet.reading?.loss == content.sites.loss(at: Self.end, of: 0))
    #expect(content.sheet.reading?.loss != nil)
    // From another place it has blocks of its own.
    _ = content.handle(
      .read(Self.end, from: .place(Coordinate(latitudeDegrees: 46.96, longitudeDegrees: 10.03))))
    #expect(!content.terrain.blocks.path.isEmpty && content.sheet.reading?.customStart != nil)
    _ = content.handle(.read(Samples.middle, from: .same))
    #expect(content.sheet.reading?.customStart != nil)
    _ = content.handle(.closeSheet)
    #expect(content.sheet.reading == nil)
    var empty = MapContent()
    _ = empty.handle(.read(Self.end, from: .transmitter))
    #expect(empty.sheet.reading == nil)
  }

  @Test func measuredPointsAreReadComparedAndGone() throws {
    var content = Self.content()
    _ = content.handle(.readPoint(0))
    _ = content.handle(.calibrate(true))
    #expect(content.sheet.reading == nil && !content.sites.list[0].isCalibrated, "there are no points")
    _ = Self.compute(&content)
    _ = content.handle(.points(Samples.points([-70, nil])))
    _ = content.handle(.readPoint(1))
    #expect(content.sheet.reading?.measured == 1 && content.measured?.residuals.count == 1)
    _ = content.handle(.floor(-6000))
    _ = content.handle(.compare)
    #expect(content.measured?.floor == -6000 && content.measured?.residuals.count == 0)
    _ = content.handle(.floor(nil))
    _ = content.handle(.calibrate(true))
    _ = content.handle(.refreshCalibration(triesSelected: false))
    #expect(content.sites.list[0].isCalibrated && content.sites.list[0].calibration != nil)
    _ = content.handle(.points(nil))
    #expect(
      content.measured == nil && content.sheet.reading == nil && content.sites.list[0].calibration == nil)
  }

  @Test func changesOfTransmittersSayWhatFollows() {
    var content = Self.content()
    _ = Self.compute(&content)
    _ = content.handle(.read(Self.end, from: .transmitter))
    let added = content.handle(.sites(.add(Self.end)))
    #expect(added == [.select, .fit] && content.sheet.reading == nil && content.sites.busy == 1)
    #expect(content.display.chosen == .strongest)
    let selected = content.handle(.sites(.select(0)))
    #expect(selected == .select && content.sites.busy == 1, "the other one goes on")
    #expect(content.handle(.sites(.select(0))) == [] && content.handle(.sites(.radiate(3))) == [])
    let removed = content.handle(.sites(.remove))
    #expect(removed.contains(.fit) && content.sites.list.count == 1)
    let last = content.handle(.sites(.remove))
    #expect(last == [] && content.sites.list.isEmpty && content.jobs.stage == .none)
  }

  @Test func otherTilesEndAllThatWasOnThem() {
    var content = Self.content()
    _ = content.handle(.read(Self.end, from: .transmitter))
    let result = content.receive(.tiles(TerrainList(first: 0, total: 1, tiles: [Samples.tile("B")])))
    #expect(result?.change.kinds.contains(.tiles) == true && content.sites.list.isEmpty)
    #expect(content.sheet.reading == nil && content.jobs.stage == .none && content.ground.keys.isEmpty)
  }

  @Test func replacedTilesMakeAllMapsStale() {
    var content = Self.content()
    _ = Self.compute(&content)
    _ = content.handle(.sites(.add(Self.end)))
    _ = content.updateBlocks(in: Samples.canvas().view)
    _ = Self.compute(&content)
    let areWhole = content.sites.list.allSatisfy { !$0.isStale }
    #expect(areWhole)
    _ = content.receive(.tiles(TerrainList(first: 0, total: 1, tiles: [Samples.tile(posts: 300)])))
    #expect(content.sites.list.allSatisfy { $0.isStale })
  }

  @Test func surfacesSwitchAllMaps() {
    var content = Self.content()
    _ = Self.compute(&content)
    #expect(content.handle(.surfaces(isOn: true)) == [])
    let actions = content.handle(.surfaces(isOn: false))
    #expect(actions.contains(.redraw) && content.sites.isSelectedStale && !content.terrain.surfaces.isOn)
    #expect(content.ground.site == nil, "it is put together anew")
  }

  @Test func whatTheModelCannotComputeIsSaid() {
    var content = Self.content()
    _ = content.handle(.sites(.change(.model(.p1812))))
    _ = content.handle(.sites(.change(.timePercent(0.5))))
    let actions = Self.compute(&content)
    #expect(actions.contains(.sayImpossible) && content.jobs.stage == .none)
    #expect(!content.sites.isSelectedStale, "it is not tried again")
  }

  @Test func eachFaultHasItsWords() {
    let errors: [TerrainError] = [
      .void(Samples.middle), .noTile(Samples.middle), .tooManyPosts(1), .beyondMap(Samples.middle),
      .notATile(rows: 1, columns: 1, heights: 1),
    ]
    let words = ["no height", "no tile", "too many posts", "a pole", "is not what it says"]
    for (error, word) in zip(errors, words) {
      let text = MapActions(saying: error).alert.map { "\($0)" }
      #expect(text?.contains(word) == true)
    }
    #expect(MapActions.sayImpossible.alert.map { "\($0)" }?.contains("these numbers") == true)
    #expect(([.redraw, .fit, .select] as MapActions).alert == nil)
  }

  // MARK: - The server

  private static let offer = CoverageMessage.coverageOffer(
    CoverageOffer(sampleLimit: 30_000_000, models: 0xFF))

  /// The number of the newest question in messages, and those of what is left.
  private static func numbers(_ messages: [CoverageMessage]) -> (asked: UInt16?, left: [UInt16]) {
    var numbers: (asked: UInt16?, left: [UInt16]) = (nil, [])
    for message in messages {
      if case .coverageRequest(let ask) = message { numbers.asked = ask.number }
      if case .coverageCancellation(let leave) = message { numbers.left.append(leave.number) }
    }
    return numbers
  }

  /// A map that waits for the server, which is connected, and what was computed here.
  private static func waiting() throws -> (content: MapContent, link: ServerLink, map: CoverageMap) {
    var content = content()
    var link = ServerLink()
    link.connection(isOpen: true, at: 0)
    _ = content.receive(served: offer, at: 0)
    _ = compute(&content)
    let map = try #require(content.sites.shown?.map)
    _ = content.handle(.serve(true))
    while content.jobs.isDue { _ = content.compute(isHeld: false, link: link) }
    return (content, link, map)
  }

  @Test func whatTheServerOffersIsOffered() {
    var content = Self.content()
    #expect(!content.canServe(isConnected: true))
    let (actions, leaves) = content.receive(served: Self.offer, at: 0)
    #expect(actions == .redraw && !leaves)
    #expect(content.canServe(isConnected: true) && !content.canServe(isConnected: false))
    #expect(!content.isServed(isConnected: true))
    _ = content.handle(.serve(true))
    #expect(content.isServed(isConnected: true) && !content.isServed(isConnected: false))
  }

  @Test func theServerIsAskedOnceNoFingerMovesTheMap() throws {
    var (content, _, map) = try Self.waiting()
    #expect(content.jobs.stage == .served)
    let held = content.askServer(isHeld: true, isConnected: true, at: 5)
    #expect(held.messages.isEmpty && held.actions == [])
    let first = content.askServer(isHeld: false, isConnected: true, at: 5)
    let number = try #require(Self.numbers(first.messages).asked)
    let second = content.askServer(isHeld: false, isConnected: true, at: 6)
    #expect(first.messages.count == 1 && second.messages.isEmpty)
    _ = content.receive(served: .coverageGeometry(try #require(map.geometry(number: number))), at: 7)
    var last: MapActions = []
    for start in stride(from: 0, to: map.losses.count, by: 5000) {
      let part = CoverageLosses(
        number: number, first: UInt32(start),
        losses: Array(map.losses[start..<min(start + 5000, map.losses.count)]))
      last = content.receive(served: .coverageLosses(part), at: 1005).actions
    }
    #expect(last == .redraw && content.sites.shown?.map == map && content.jobs.stage == .none)
    #expect(content.jobs.tookMicroseconds == 1000 && content.jobs.hasNewMap)
    #expect(content.served.revision == content.sites.shown?.revision)
  }

  @Test func aMapThatIsNoLongerWantedIsLeft() throws {
    var (content, _, _) = try Self.waiting()
    let first = content.askServer(isHeld: false, isConnected: true, at: 5)
    let number = try #require(Self.numbers(first.messages).asked)
    _ = content.handle(.sites(.change(.radius(1500))))
    let next = content.askServer(isHeld: false, isConnected: true, at: 6)
    #expect(Self.numbers(next.messages).left == [number] && Self.numbers(next.messages).asked == nil)
    #expect(content.served.asked == nil)
    let after = content.askServer(isHeld: false, isConnected: true, at: 7)
    #expect(after.messages.isEmpty)
  }

  @Test func whatTheServerRefusesIsComputedHere() throws {
    var (content, link, map) = try Self.waiting()
    let first = content.askServer(isHeld: false, isConnected: true, at: 5)
    let number = try #require(Self.numbers(first.messages).asked)
    let refused = content.receive(
      served: .coverageRefusal(CoverageRefusal(number: number, text: [0x41])), at: 6)
    #expect(refused.actions == .redraw && !refused.leaves && content.jobs.stage == .patch)
    while content.jobs.isDue { _ = content.compute(isHeld: false, link: link) }
    #expect(content.sites.shown?.map == map && content.jobs.stage == .none)
    // Posts that are not those of the plan are left.
    (content, link, map) = try Self.waiting()
    _ = content.askServer(isHeld: false, isConnected: true, at: 5)
    var geometry = try #require(map.geometry(number: content.served.number))
    geometry.northDegrees += 1
    let wrong = content.receive(served: .coverageGeometry(geometry), at: 6)
    #expect(wrong.leaves && wrong.actions == .redraw && content.jobs.stage == .patch)
  }

  @Test func withoutTheServerItsMapIsComputedHere() throws {
    var (content, _, _) = try Self.waiting()
    let gone = content.askServer(isHeld: false, isConnected: false, at: 5)
    #expect(gone.messages.isEmpty && gone.actions == .redraw && content.jobs.stage == .patch)
    (content, _, _) = try Self.waiting()
    let question = content.connectionChanged(isOpen: false)
    #expect(question == nil && content.jobs.stage == .patch && !content.served.isOffered)
  }
}

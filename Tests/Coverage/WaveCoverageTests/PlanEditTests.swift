import Testing
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct PlanEditTests {
  @Test func eachChangesItsNumberAndNothingElse() {
    let plan = Samples.plan(.p1812)
    func changed(_ edit: PlanEdit, _ change: (inout CoveragePlan) -> Void) -> Bool {
      var next = plan
      change(&next)
      return next != plan && plan.applying(edit) == next
    }
    #expect(changed(.radius(5)) { $0.radiusMeters = 5 })
    #expect(changed(.frequency(5)) { $0.frequencyHertz = 5 })
    #expect(changed(.transmitterHeight(5)) { $0.transmitterHeightMeters = 5 })
    #expect(changed(.receiverHeight(5)) { $0.receiverHeightMeters = 5 })
    #expect(changed(.area(.open)) { $0.area = .open })
    #expect(changed(.clutter(.urban)) { $0.clutter = .urban })
    #expect(changed(.timePercent(10)) { $0.timePercent = 10 })
    #expect(changed(.locationPercent(10)) { $0.locationPercent = 10 })
    #expect(plan.applying(.defaults) == plan)
  }

  @Test func anotherModelHasNoClutterAndOnlyTheSharesItKnows() {
    var plan = Samples.plan(.p1812)
    plan.clutter = .urban
    plan.timePercent = 10
    plan.locationPercent = 90
    #expect(plan.applying(.model(.p1812)) == plan)
    let plain = plan.applying(.model(.diffraction))
    #expect(plain.model == .diffraction && plain.clutter == .open && plain.isValid)
    var terrain = plan.applying(.model(.irregularTerrain))
    #expect(terrain.timePercent == 10 && terrain.locationPercent == 90)
    // P.1812 knows no shares of time above 50 %.
    terrain.timePercent = 90
    #expect(terrain.isValid)
    let other = terrain.applying(.model(.p1812))
    #expect(other.timePercent == 50 && other.locationPercent == 50 && other.situationPercent == 50)
  }

  @Test func transmittersShareAllButTheirOwnNumbers() {
    var shared = Samples.plan(.p1812)
    shared.receiverHeightMeters = 9
    shared.clutter = .woodland
    let own = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2), frequencyHertz: 3, radiusMeters: 4,
      transmitterHeightMeters: 5, receiverHeightMeters: 6, model: .hata)
    var expected = own
    expected.receiverHeightMeters = 9
    expected.clutter = .woodland
    expected.model = .p1812
    #expect(shared.shared(with: own) == expected)
  }

  @Test func theDefaultIsFollowedUntilAnotherIsChosen() {
    var choice = DefaultModel()
    #expect(choice.isFollowed)
    let (near, far) = (Samples.plan(.learned), Samples.plan(.learned, radiusMeters: 30_000))
    #expect(DefaultModel.model(for: [near]) == .learned && DefaultModel.model(for: [near, far]) == .p1812)
    choice.choose(.diffraction, for: [near])
    #expect(!choice.isFollowed)
    var plan = far
    choice.apply(to: &plan, beside: [])
    #expect(plan.model == .learned, "what was chosen stays")
    choice.choose(.p1812, for: [near])
    #expect(!choice.isFollowed)
    choice.choose(.p1812, for: [near, far])
    #expect(choice.isFollowed)
    choice.apply(to: &plan, beside: [])
    #expect(plan.model == .p1812)
    plan = near
    choice.apply(to: &plan, beside: [far])
    #expect(plan.model == .p1812)
    choice.apply(to: &plan, beside: [near])
    #expect(plan.model == .learned)
  }
}

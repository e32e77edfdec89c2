import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct SweepWorkerTests {
  private static let center = Coordinate(latitudeDegrees: 46.5, longitudeDegrees: 10.5)

  private static func job(_ model: CoveragePlan.Model = .diffraction, hasSurface: Bool = false) throws
    -> SweepJob
  {
    let surface = try CoverageSweepTests.surface(around: center, posts: 60, height: CoverageSweepTests.hills)
    var plan = CoveragePlan(transmitter: center, frequencyHertz: 869.5e6, radiusMeters: 1000, model: model)
    plan.polarization = .horizontal
    (plan.area, plan.timePercent, plan.locationPercent, plan.situationPercent) = (.open, 10, 70, 80)
    plan.clutter = .woodland
    var patch = try surface.patch(around: center, radiusMeters: 1000)
    if hasSurface { patch.cover(by: surface) }
    return SweepJob(number: 7, plan: plan, patch: patch, raysAtOnce: 5, isShownGrowing: false)
  }

  @Test(arguments: [false, true])
  func jobsAreWhatTheyWere(hasSurface: Bool) throws {
    let job = try Self.job(hasSurface: hasSurface)
    #expect(job.patch.surfaceHeights.isEmpty != hasSurface)
    #expect(SweepJob(job.bytes) == job)
    // Bytes that are cut off anywhere make no job.
    for count in stride(from: 0, to: job.bytes.count, by: 7) {
      #expect(SweepJob(Array(job.bytes.prefix(count))) == nil, "\(count) bytes")
    }
    // What is known of a post is one of three kinds.
    var other = job.bytes
    other[208 + 4 * job.patch.heights.count + 7] = 3
    #expect(SweepJob(other) == nil)
    // So is clutter one of those that are known.
    other = job.bytes
    other.replaceSubrange(200..<208, with: [0, 0, 0, 0, 0, 0, 0x14, 0x40])
    #expect(SweepJob(other) == nil)
  }

  @Test(arguments: [.diffraction, .p1812, .learned] as [CoveragePlan.Model])
  func aRehearsalMakesAMap(_ model: CoveragePlan.Model) {
    #expect(SweepWorker.warmUp(model) { 0 })
  }

  @Test func resultsAreTheSweeps() throws {
    let job = try Self.job()
    var worker = SweepWorker()
    var outcome = worker.advance(for: 1e9) { 0 }
    #expect(!worker.isBusy && outcome == nil)
    var isTaken = worker.begin(job.bytes) { 0 }
    #expect(isTaken)
    outcome = worker.advance(for: 1e9) { 0 }
    let result = try #require(outcome)
    let map = try CoverageSweepTests.map(
      job.plan,
      try CoverageSweepTests.surface(
        around: Self.center, posts: 60, height: CoverageSweepTests.hills))
    #expect(result.losses == map.losses && result.rowCount == map.rowCount && result.number == 7)
    #expect(SweepResult(result.bytes) == result && !worker.isBusy)
    // None ends a job.
    isTaken = worker.begin(job.bytes) { 0 }
    #expect(isTaken && worker.isBusy)
    isTaken = worker.begin([]) { 0 }
    #expect(isTaken && !worker.isBusy)
  }

  @Test func reportsAnImpossiblePlan() throws {
    let job = try Self.job()
    var plan = job.plan
    plan.frequencyHertz = 1
    let other = SweepJob(number: 8, plan: plan, patch: job.patch, raysAtOnce: 5, isShownGrowing: false)
    var worker = SweepWorker()
    let isTaken = worker.begin(other.bytes) { 0 }
    #expect(isTaken && worker.isBusy)
    let outcome = worker.advance(for: 1000) { 0 }
    let result = try #require(outcome)
    #expect(result.state == .impossible && result.losses.isEmpty && !worker.isBusy)
  }

  /// Any bytes are a job, or none: nothing traps.
  @Test func bytesThatAreNoJobAreNone() throws {
    var random = SeededGenerator(seed: 1)
    let bytes = try Self.job(hasSurface: true).bytes
    let result = SweepResult(number: 1, state: .growing, microseconds: 5, map: nil).bytes
    for _ in 0..<300 {
      var (some, other) = (bytes, result)
      for _ in 0..<(1 + random.next() % 3) {
        some[Int(random.next() % 208)] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 3 == 0 { some.removeLast(Int(random.next() % UInt64(some.count))) }
      for _ in 0..<2 { other[Int(random.next() % 48)] = UInt8(truncatingIfNeeded: random.next()) }
      if random.next() % 3 == 0 { other.removeLast(Int(random.next() % UInt64(other.count))) }
      _ = SweepResult(other)
      var worker = SweepWorker()
      if worker.begin(some, clock: { 0 }) { _ = worker.advance(for: 0) { 0 } }
    }
  }
}

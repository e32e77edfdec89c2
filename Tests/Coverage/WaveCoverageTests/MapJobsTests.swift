import Testing
import WaveUnits

@testable import WaveCoverage
@testable import WavePropagation

@Suite struct MapJobsTests {
  private static let plan = Samples.plan()
  private static let ground = Samples.ground(for: plan)

  /// Jobs whose map waits for its posts.
  private static func ready(hasWorker: Bool = false) -> MapJobs {
    var jobs = MapJobs()
    if hasWorker { jobs.handle(.worker(isRunning: true)) }
    jobs.handle(.restart(hasGround: true))
    jobs.handle(.skipPreview)
    return jobs
  }

  /// Jobs whose map the worker computes, and the bytes that it got.
  private static func inWorker(isSlow: Bool = false) throws -> (jobs: MapJobs, job: SweepJob) {
    var jobs = ready(hasWorker: true)
    _ = jobs.begin(plan, over: ground, isSlow: isSlow)
    let bytes = jobs.nextMessage() ?? []
    return (jobs, try #require(SweepJob(bytes)))
  }

  /// A result whose posts are those of a job.
  private static func result(
    _ job: SweepJob, _ state: SweepResult.State, number: UInt32? = nil, hasMap: Bool = true
  ) -> [UInt8] {
    let count = job.patch.rowCount * job.patch.columnCount
    let map = CoverageMap(job.patch.lattice, losses: Array(repeating: 8000, count: count))
    return SweepResult(
      number: number ?? job.number, state: state, microseconds: 700, map: hasMap ? map : nil
    ).bytes
  }

  private static func isImpossible(_ outcome: MapJobs.Outcome?) -> Bool {
    if case .impossible? = outcome { true } else { false }
  }

  private static func map(_ outcome: MapJobs.Outcome?) -> (map: CoverageMap, isCoarse: Bool)? {
    if case .map(let map, _, let isCoarse)? = outcome { (map, isCoarse) } else { nil }
  }

  @Test func aMapBeginsWithAFirstLookWhereThereIsGround() {
    var jobs = MapJobs()
    #expect(jobs.stage == .none && !jobs.isDue && !jobs.hasNewMap && jobs.tookMicroseconds == nil)
    jobs.handle(.restart(hasGround: false))
    #expect(jobs.stage == .none && !jobs.isDue)
    jobs.handle(.restart(hasGround: true))
    #expect(jobs.stage == .coarse && jobs.isDue)
    jobs.handle(.skipPreview)
    #expect(jobs.stage == .patch && jobs.isDue)
    jobs.handle(.stop)
    #expect(jobs.stage == .none)
    jobs.handle(.ground(isWanted: true))
    #expect(jobs.stage == .patch)
    jobs.handle(.ground(isWanted: false))
    #expect(jobs.stage == .none)
  }

  @Test func theFirstLookIsAMapOfFewerPosts() throws {
    var jobs = MapJobs()
    jobs.handle(.restart(hasGround: true))
    let outcome = jobs.computePreview(Self.plan, over: Self.ground)
    let (map, isCoarse) = try #require(Self.map(outcome))
    #expect(isCoarse && jobs.stage == .patch && jobs.hasNewMap)
    #expect(map.latitudeStepDegrees == 2.0 / 3600)
    jobs.handle(.drawn)
    #expect(!jobs.hasNewMap)
  }

  @Test func raysComeByThirtyTwoAndMakeTheSweepsOwnMap() throws {
    var jobs = Self.ready()
    _ = jobs.begin(Self.plan, over: Self.ground, isSlow: false)
    #expect(jobs.stage == .sweep && jobs.isDue && !jobs.hasNewMap)
    var sweep = try CoverageSweep(Self.plan, over: try Self.ground.whole.patch(for: Self.plan))
    let steps = (sweep.rayCount + 31) / 32
    for _ in 1..<steps {
      let outcome = jobs.advance(Self.plan, isSlow: false)
      #expect(Self.map(outcome) == nil && jobs.stage == .sweep && !jobs.hasNewMap)
    }
    let last = jobs.advance(Self.plan, isSlow: false)
    sweep.advance(rays: .max)
    #expect(Self.map(last)?.map == sweep.map() && Self.map(last)?.isCoarse == false)
    #expect(jobs.stage == .none && jobs.hasNewMap)
    let late = jobs.advance(Self.plan, isSlow: false)
    #expect(Self.map(late) == nil && jobs.stage == .none)
  }

  @Test func aSlowMapIsShownAsItGrows() throws {
    var jobs = Self.ready()
    _ = jobs.begin(Self.plan, over: Self.ground, isSlow: true)
    var kinds: [Bool] = []
    while jobs.stage == .sweep {
      if let (_, isCoarse) = Self.map(jobs.advance(Self.plan, isSlow: true)) { kinds.append(isCoarse) }
    }
    #expect(kinds.count > 2 && kinds.dropLast().allSatisfy { $0 } && kinds.last == false)
  }

  @Test func numbersThatCannotBeAreImpossible() {
    var plan = Samples.plan(.p1812)
    plan.timePercent = 0
    var jobs = MapJobs()
    jobs.handle(.restart(hasGround: true))
    let first = jobs.computePreview(plan, over: Self.ground)
    #expect(Self.isImpossible(first) && !jobs.hasNewMap)
    let whole = jobs.begin(plan, over: Self.ground, isSlow: false)
    #expect(Self.isImpossible(whole) && jobs.stage == .patch)
  }

  @Test func groundThatIsNoneFails() {
    var jobs = Self.ready()
    let outcomes = [
      jobs.computePreview(Self.plan, over: MapGround()),
      jobs.begin(Self.plan, over: MapGround(), isSlow: false),
    ]
    for outcome in outcomes {
      guard case .failed(.noTile) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
  }

  @Test func timesGoToTheStepThatTookThem() {
    var jobs = MapJobs()
    jobs.handle(.restart(hasGround: true))
    _ = jobs.computePreview(Self.plan, over: Self.ground)
    jobs.worked(microseconds: 1, isWhole: false)
    _ = jobs.begin(Self.plan, over: Self.ground, isSlow: false)
    jobs.worked(microseconds: 20, isWhole: true)
    #expect(jobs.tookMicroseconds == nil, "rays are still to come")
    while jobs.stage == .sweep {
      _ = jobs.advance(Self.plan, isSlow: false)
      jobs.worked(microseconds: 100, isWhole: jobs.stage == .none)
    }
    let times = jobs.times
    #expect(times.firstLook == 1 && times.ground == 20 && times.map >= 100)
    #expect(jobs.tookMicroseconds == times.total && times.total == 21 + times.map)
    jobs.worked(microseconds: 5, isWhole: true)
    #expect(jobs.tookMicroseconds == times.total, "the first answer counts")
    jobs.handle(.restart(hasGround: false))
    #expect(jobs.tookMicroseconds == nil && jobs.times == WorkTimes())
    jobs.worked(microseconds: 0, isWhole: false)
    #expect(jobs.tookMicroseconds == nil)
    jobs.handle(.serverFinished(microseconds: 4000))
    #expect(jobs.tookMicroseconds == 4000)
  }

  @Test func timesOfWhatIsComputedAwayFromHereAreNotCounted() {
    var times = WorkTimes()
    let all: [(MapJobs.Stage, Int64)] = [
      (.coarse, 1), (.patch, 20), (.sweep, 300), (.none, 4000), (.inWorker, 4000), (.served, 4000),
    ]
    for (stage, microseconds) in all { times.add(microseconds: microseconds, of: stage) }
    #expect(times.firstLook == 1 && times.ground == 20 && times.map == 300 && times.total == 321)
  }

  // MARK: - The server

  @Test func whatWaitsForTheServerCanBeComputedHere() {
    var jobs = Self.ready()
    jobs.handle(.computeHere)
    #expect(jobs.stage == .patch, "nothing waits")
    jobs.handle(.leaveToServer)
    #expect(jobs.stage == .served && !jobs.isDue)
    jobs.handle(.computeHere)
    #expect(jobs.stage == .patch && jobs.isDue)
    jobs.handle(.leaveToServer)
    jobs.handle(.served)
    #expect(jobs.stage == .none && jobs.hasNewMap)
    jobs.handle(.computeHere)
    #expect(jobs.stage == .none)
  }

  @Test func groundThatIsStillToComeEndsTheMap() {
    var jobs = Self.ready()
    jobs.handle(.waitForGround)
    #expect(jobs.stage == .none)
    jobs.worked(microseconds: 9, isWhole: false)
    #expect(jobs.times.ground == 9)
  }

  // MARK: - The worker

  @Test func theWorkerGetsEachMapOnce() throws {
    var (jobs, job) = try Self.inWorker()
    #expect(jobs.stage == .inWorker && !jobs.isDue)
    #expect(job.plan == Self.plan && job.raysAtOnce == 32 && !job.isShownGrowing)
    let again = jobs.nextMessage()
    #expect(again == nil)
    let (_, slow) = try Self.inWorker(isSlow: true)
    #expect(slow.raysAtOnce == 2 && slow.isShownGrowing)
  }

  @Test func itsResultsEndTheMapAndCountOnce() throws {
    var (jobs, job) = try Self.inWorker()
    let growing = jobs.receive(Self.result(job, .growing), for: Self.plan)
    #expect(Self.map(growing)?.isCoarse == true && jobs.stage == .inWorker && jobs.hasNewMap)
    jobs.handle(.drawn)
    let whole = jobs.receive(Self.result(job, .whole), for: Self.plan)
    #expect(Self.map(whole)?.isCoarse == false && jobs.stage == .none && jobs.hasNewMap)
    #expect(jobs.times.map == 700)
    let late = jobs.receive(Self.result(job, .whole), for: Self.plan)
    #expect(late == nil && jobs.times.map == 700)
  }

  @Test func resultsOfOtherMapsAreSkipped() throws {
    var (jobs, job) = try Self.inWorker()
    var other = Self.plan
    other.radiusMeters = 900
    let bytes = Self.result(job, .whole)
    for (bytes, plan) in [
      (Self.result(job, .whole, number: job.number + 1), Self.plan), (bytes, other), (bytes, nil),
      (Array(bytes.dropLast()), Self.plan), ([], Self.plan),
      (Self.result(job, .whole, hasMap: false), Self.plan),
    ] {
      let outcome = jobs.receive(bytes, for: plan)
      #expect(outcome == nil && jobs.stage == .inWorker && !jobs.hasNewMap)
    }
    let outcome = jobs.receive(Self.result(job, .impossible, hasMap: false), for: Self.plan)
    #expect(Self.isImpossible(outcome))
  }

  @Test func anotherPlanEndsWhatTheWorkerComputes() throws {
    let inputs: [MapJobs.Input] = [.restart(hasGround: true), .ground(isWanted: true), .drop]
    for input in inputs {
      var (jobs, job) = try Self.inWorker()
      jobs.handle(input)
      let end = jobs.nextMessage()
      let after = jobs.nextMessage()
      #expect(end == [] && after == nil, "\(input)")
      let outcome = jobs.receive(Self.result(job, .whole), for: Self.plan)
      #expect(outcome == nil)
      // It is idle: a second end is not sent.
      jobs.handle(input)
      let second = jobs.nextMessage()
      #expect(second == nil)
      jobs.handle(.restart(hasGround: true))
      _ = jobs.begin(Self.plan, over: Self.ground, isSlow: false)
      let next = jobs.nextMessage() ?? []
      #expect(SweepJob(next)?.number == job.number + 1)
    }
  }

  @Test func aStoppedMapIsNotReceivedThoughTheWorkerGoesOn() throws {
    var (jobs, job) = try Self.inWorker()
    jobs.handle(.stop)
    let message = jobs.nextMessage()
    #expect(message == nil && jobs.stage == .none)
    let outcome = jobs.receive(Self.result(job, .whole), for: Self.plan)
    #expect(outcome == nil)
  }

  @Test func withoutTheWorkerItsMapIsComputedHere() throws {
    var (jobs, job) = try Self.inWorker()
    jobs.handle(.worker(isRunning: true))
    #expect(jobs.stage == .inWorker, "a worker that is there stays busy")
    jobs.handle(.worker(isRunning: false))
    #expect(jobs.stage == .patch && jobs.isDue)
    let outcome = jobs.receive(Self.result(job, .whole), for: Self.plan)
    #expect(outcome == nil)
    _ = jobs.begin(Self.plan, over: Self.ground, isSlow: false)
    let message = jobs.nextMessage()
    #expect(jobs.stage == .sweep && message == nil)
  }
}

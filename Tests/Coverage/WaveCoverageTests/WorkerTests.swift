import Testing
@testable import WaveInteraction
import WavePropagation
import WaveUnits

@testable import WaveCoverage

@Suite struct WorkerTests {
  /// A bench with a pin, and what the worker of its page does.
  private struct Page {
    var bench: Bench
    var worker = SweepWorker()
    var clock = 0.0

    init(hasWorker: Bool, model: CoveragePlan.Model = .diffraction, radiusMeters: Double = 2000) throws {
      bench = Bench(ground: { north, east in
        Int16(40 * ((north - east) * 90).remainder(dividingBy: 2)) + 300
      })
      bench.model.change(.sites(.change(.model(model))))
      bench.set(radiusMeters: radiusMeters)
      if hasWorker { notify { $0.workerChanged(isRunning: true, at: $1) } }
      bench.answer()
      bench.pin(at: Bench.middle)
      try draw()
    }

    mutating func notify(_ what: (inout CoverageModel, Int64) -> [CoverageModel.Effect]) {
      #expect(what(&bench.model, bench.now).contains(.redraw))
    }

    mutating func draw() throws {
      for _ in 0..<3 {
        bench.answer()
        try bench.draw()
      }
    }

    /// Gives the worker what is there for it.
    ///
    /// - Returns: Whether there was a job, or the end of one.
    mutating func handJob() -> Bool {
      guard let job = bench.model.nextJob() else { return false }
      let isTaken = worker.begin(job) { 0 }
      #expect(isTaken)
      return true
    }

    /// Has the worker compute until it reports something.
    mutating func work() -> SweepResult? {
      while worker.isBusy {
        // A look at the clock is a quarter of a millisecond.
        var now = clock
        let result = worker.advance(for: 1000) {
          now += 250
          return now
        }
        clock = now
        if let result { return result }
      }
      return nil
    }
  }

  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812, .learned])
  func itsMapIsTheSame(model: CoveragePlan.Model) throws {
    let here = try Page(hasWorker: false, model: model)
    var page = try Page(hasWorker: true, model: model)
    #expect(!page.bench.model.hasWork && page.bench.model.shown?.isCoarse == true)
    let isHanded = page.handJob()
    #expect(isHanded)
    let reportedResult = page.work()
    let result = try #require(reportedResult)
    #expect(result.state == .whole && result.microseconds > 1000 && !page.worker.isBusy)
    page.notify { $0.computed(result.bytes, at: $1) }
    try page.draw()
    let map = try #require(here.bench.model.shown)
    let other = try #require(page.bench.model.shown)
    #expect(!map.isCoarse && !other.isCoarse && other.map == map.map && other.plan == map.plan)
    #expect(page.bench.model.content.jobs.times.map == result.microseconds)
    page.bench.send(.press(.handle))
    #expect(page.bench.controls.contains(", rays and map "))
    let job = page.bench.model.nextJob()
    #expect(job == nil)
  }

  @Test func aMapThatComesSlowlyIsShownAsItGrows() throws {
    let here = try Page(hasWorker: false, model: .irregularTerrain, radiusMeters: 1000)
    var page = try Page(hasWorker: true, model: .irregularTerrain, radiusMeters: 1000)
    let isHanded = page.handJob()
    #expect(isHanded)
    var states: [SweepResult.State] = []
    while let result = page.work() {
      states.append(result.state)
      page.notify { $0.computed(result.bytes, at: $1) }
      try page.draw()
      #expect(page.bench.model.shown?.isCoarse == (result.state == .growing))
    }
    #expect(states == [.growing, .growing, .growing, .growing, .whole])
    #expect(page.bench.model.shown?.map == here.bench.model.shown?.map)
  }

  @Test func whatIsNoLongerWantedIsDropped() throws {
    var page = try Page(hasWorker: true)
    var isHanded = page.handJob()
    #expect(isHanded)
    let reportedOld = page.work()
    let old = try #require(reportedOld)
    page.bench.enter("2400", into: .frequency)
    // The worker is asked to end at once, and what it has made comes too late.
    let end = page.bench.model.nextJob()
    #expect(end == [])
    var effects = page.bench.model.computed(old.bytes, at: page.bench.now)
    #expect(effects.isEmpty)
    try page.draw()
    effects = page.bench.model.computed(old.bytes, at: page.bench.now)
    #expect(effects.isEmpty)
    #expect(page.bench.model.shown?.isCoarse == true)
    isHanded = page.handJob()
    #expect(isHanded)
    let reportedNew = page.work()
    let new = try #require(reportedNew)
    effects = page.bench.model.computed(Array(new.bytes.dropLast()), at: page.bench.now)
    #expect(new.number != old.number && effects.isEmpty)
    page.notify { $0.computed(new.bytes, at: $1) }
    #expect(page.bench.model.shown?.isCoarse == false && page.bench.model.shown?.plan.frequencyHertz == 2.4e9)
  }

  @Test func withoutItTheMapIsComputedHere() throws {
    var page = try Page(hasWorker: true)
    #expect(!page.bench.model.hasWork)
    page.notify { $0.workerChanged(isRunning: false, at: $1) }
    let job = page.bench.model.nextJob()
    #expect(page.bench.model.hasWork && job == nil)
    try page.draw()
    let here = try Page(hasWorker: false)
    #expect(page.bench.model.shown?.map == here.bench.model.shown?.map)
    #expect(page.bench.model.shown?.isCoarse == false)
  }
}

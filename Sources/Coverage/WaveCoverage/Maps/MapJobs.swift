import WavePropagation
import WaveUnits

/// The map that is being computed, step by step: at once with fewer posts, then whole, here, in a worker of
/// the page or by the server.
struct MapJobs: Sendable {
  /// What is being computed.
  enum Stage: Equatable, Sendable {
    case none
    /// A map of fewer posts, at once.
    case coarse
    /// The posts of the map.
    case patch
    /// Rays of the map.
    case sweep
    /// The map that the page's worker computes.
    case handed
    /// The map that the server computes.
    case served
  }

  /// What starts, moves or ends a map.
  enum Input: Equatable, Sendable {
    /// Another plan: all is dropped, and begins with a first look where there is ground.
    case restart(hasGround: Bool)
    /// The ground of a map that no finger moves is put together anew: its rays begin, where they are wanted.
    case ground(isWanted: Bool)
    /// There is nothing to compute: no transmitter, or its map cannot be.
    case drop
    /// The map is no longer the one that is next; a worker goes on until it gets another.
    case stop
    /// The first look is left out: it is not needed.
    case skipFirstLook
    /// Ground is still to come, which begins the map anew.
    case waitForGround
    /// The server computes the map.
    case leaveToServer
    /// The server does not: what waited for it is computed here.
    case computeHere
    /// The selected transmitter's map has come from the server, so long after it was asked for.
    case took(microseconds: Int64)
    /// The map that waited for the server is there.
    case served
    /// A worker of the page is there, or gone.
    case worker(isThere: Bool)
    /// The newest map has been drawn.
    case drawn
  }

  /// What came of a step.
  enum Outcome: Sendable {
    /// Nothing to be seen yet.
    case none
    /// A map that is to be shown.
    case map(CoverageMap, of: CoveragePlan, isCoarse: Bool)
    /// The plan has numbers that the model cannot have.
    case impossible
    /// The ground is none for a map.
    case failed(TerrainError)
  }

  private enum Work: Sendable {
    case none, coarse, patch, handed, served
    /// Rays, which are added to where they are.
    case sweep(CoverageSweep)
  }

  /// A map that the worker computes.
  private struct HandedMap: Sendable {
    let number: UInt32
    let plan: CoveragePlan
    /// The ground's posts, without losses.
    let frame: CoverageMap
  }

  private enum Worker: Sendable {
    case none, idle
    case busy(HandedMap)
  }

  /// How long the parts of the newest map have taken.
  private(set) var times = WorkTimes()
  /// How long the whole map took, µs; nil until it is there.
  private(set) var tookMicroseconds: Int64?
  /// Whether there is a map that has not been drawn.
  private(set) var hasNewMap = false
  private var work = Work.none
  private var worker = Worker.none
  /// What the time goes to that is measured next.
  private var timed = Stage.none
  /// What the worker is to get next; empty to end what it computes.
  private var message: [UInt8]?
  private var messageCount: UInt32 = 0

  /// What is being computed.
  var stage: Stage {
    switch work {
    case .none: .none
    case .coarse: .coarse
    case .patch: .patch
    case .sweep: .sweep
    case .handed: .handed
    case .served: .served
    }
  }

  /// Whether the next step is to be made here.
  var isDue: Bool {
    switch work {
    case .none, .handed, .served: false
    case .coarse, .patch, .sweep: true
    }
  }

  // MARK: - What happens

  mutating func handle(_ input: Input) {
    switch input {
    case .restart(let hasGround):
      (times, tookMicroseconds) = (WorkTimes(), nil)
      dropHanded()
      work = hasGround ? .coarse : .none
    case .ground(let isWanted):
      dropHanded()
      // What nobody drags needs no map of few posts.
      work = isWanted ? .patch : .none
    case .drop:
      dropHanded()
      work = .none
    case .stop: work = .none
    case .skipFirstLook: (timed, work) = (.coarse, .patch)
    case .waitForGround: (timed, work) = (.patch, .none)
    case .leaveToServer: (timed, work) = (.patch, .served)
    case .computeHere: if case .served = work { work = .patch }
    case .took(let microseconds): tookMicroseconds = microseconds
    case .served: (work, hasNewMap) = (.none, true)
    case .worker(let isThere):
      if isThere {
        if case .none = worker { worker = .idle }
      } else {
        if case .handed = work { work = .patch }
        (worker, message) = (.none, nil)
      }
    case .drawn: hasNewMap = false
    }
  }

  /// The map that the worker computes is no longer wanted.
  private mutating func dropHanded() {
    guard case .busy = worker else { return }
    (worker, message) = (.idle, [])
  }

  // MARK: - Steps

  /// A map is shown, which is still to be drawn.
  private mutating func finish(_ map: CoverageMap, of plan: CoveragePlan, isCoarse: Bool) -> Outcome {
    hasNewMap = true
    return .map(map, of: plan, isCoarse: isCoarse)
  }

  /// Computes a map of few posts at once.
  mutating func lookFirst(_ plan: CoveragePlan, over ground: MapGround) -> Outcome {
    (timed, work) = (.coarse, .patch)
    do throws(TerrainError) {
      guard var sweep = Self.sweep(plan, over: try ground.coarse.patch(for: plan)) else { return .impossible }
      sweep.advance(rays: sweep.rayCount)
      return finish(sweep.map(), of: plan, isCoarse: true)
    } catch {
      return .failed(error)
    }
  }

  /// Joins the posts of a map, and begins its rays here or in the worker; a slow map, which comes path by
  /// path, is shown as it grows.
  mutating func begin(_ plan: CoveragePlan, over ground: MapGround, isSlow: Bool) -> Outcome {
    timed = .patch
    do throws(TerrainError) {
      let patch = try ground.whole.patch(for: plan)
      if case .none = worker {
        guard let sweep = Self.sweep(plan, over: patch) else { return .impossible }
        work = .sweep(sweep)
      } else {
        hand(over: patch, of: plan, isSlow: isSlow)
      }
      return .none
    } catch {
      return .failed(error)
    }
  }

  /// Computes some rays of what has begun.
  mutating func advance(_ plan: CoveragePlan, isSlow: Bool) -> Outcome {
    timed = .sweep
    guard case .sweep(var sweep) = work else { return .none }
    // Rays are not copied.
    work = .none
    let before = sweep.raysApart
    sweep.advance(rays: Self.raysAtOnce(isSlow: isSlow))
    guard !sweep.isComplete else { return finish(sweep.map(), of: plan, isCoarse: false) }
    work = .sweep(sweep)
    guard isSlow, sweep.hasMap, sweep.raysApart != before else { return .none }
    return finish(sweep.map(), of: plan, isCoarse: true)
  }

  /// Adds how long the last step has taken.
  ///
  /// - Parameters:
  ///   - microseconds: As the page has measured it.
  ///   - isWhole: Whether the selected transmitter's map is whole.
  mutating func worked(microseconds: Int64, isWhole: Bool) {
    times.add(microseconds: microseconds, of: timed)
    if case .none = work, isWhole, tookMicroseconds == nil { tookMicroseconds = times.total }
  }

  /// Rays that are computed at once between two looks at the clock.
  private static func raysAtOnce(isSlow: Bool) -> Int { isSlow ? 2 : 32 }

  /// Nil where the model cannot have the plan's numbers.
  private static func sweep(_ plan: CoveragePlan, over patch: TerrainPatch) -> CoverageSweep? {
    do throws(PropagationError) {
      return try CoverageSweep(plan, over: patch)
    } catch {
      return nil
    }
  }

  // MARK: - The worker

  private mutating func hand(over patch: TerrainPatch, of plan: CoveragePlan, isSlow: Bool) {
    messageCount &+= 1
    let frame = CoverageMap(
      northWest: patch.northWest, latitudeStepDegrees: patch.latitudeStepDegrees,
      longitudeStepDegrees: patch.longitudeStepDegrees)
    worker = .busy(HandedMap(number: messageCount, plan: plan, frame: frame))
    message =
      SweepJob(
        number: messageCount, plan: plan, patch: patch, raysAtOnce: Self.raysAtOnce(isSlow: isSlow),
        isShownGrowing: isSlow
      ).bytes
    work = .handed
  }

  /// Removes and returns what the worker is to compute next: empty to end what it computes, nil to let it go
  /// on.
  mutating func nextMessage() -> [UInt8]? {
    defer { message = nil }
    return message
  }

  /// Receives what the worker has computed.
  ///
  /// - Parameters:
  ///   - bytes: A `SweepResult`.
  ///   - plan: What is computed.
  /// - Returns: What came of it; nil for what is no result of the newest map.
  mutating func receive(_ bytes: [UInt8], for plan: CoveragePlan?) -> Outcome? {
    guard case .handed = work, case .busy(let handed) = worker, plan == handed.plan,
      let result = SweepResult(bytes), result.number == handed.number
    else { return nil }
    guard result.state != .impossible else {
      worker = .idle
      return .impossible
    }
    let frame = handed.frame
    guard
      let map = CoverageMap(
        northWest: frame.northWest, latitudeStepDegrees: frame.latitudeStepDegrees,
        longitudeStepDegrees: frame.longitudeStepDegrees, rowCount: result.rowCount,
        columnCount: result.columnCount, losses: result.losses)
    else { return nil }
    guard result.state == .whole else { return finish(map, of: handed.plan, isCoarse: true) }
    (work, worker) = (.none, .idle)
    times.add(microseconds: result.microseconds, of: .sweep)
    return finish(map, of: handed.plan, isCoarse: false)
  }
}

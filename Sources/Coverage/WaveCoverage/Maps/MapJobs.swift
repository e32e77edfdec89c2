import WavePropagation
import WaveUnits

/// Computes a map in steps: first a coarse preview, then the full map on this device, in the page's worker or
/// on the server.
struct MapJobs: Sendable {
  /// The stage of a map's computation.
  enum Stage: Equatable, Sendable {
    case none
    /// A coarse preview is computed in one step.
    case coarse
    /// The map's posts are assembled.
    case patch
    /// The map's rays are computed on this device.
    case sweep
    /// The page's worker computes the map.
    case inWorker
    /// The server computes the map.
    case served
  }

  /// An event that starts, advances or ends a computation.
  enum Input: Equatable, Sendable {
    /// The plan has changed; the computation restarts with a coarse preview if there is ground.
    case restart(hasGround: Bool)
    /// The ground has been reassembled for an unselected transmitter, whose map needs no preview; if
    /// `isWanted`, the full map is computed.
    case ground(isWanted: Bool)
    /// There is nothing to compute, because there is no transmitter or the model does not support the map's
    /// parameters.
    case drop
    /// The computation stops in favour of the next map; the worker continues until it receives another job.
    case stop
    /// The coarse preview is not needed.
    case skipPreview
    /// The computation is suspended, and restarts when requested ground arrives.
    case waitForGround
    /// The server will compute the map.
    case leaveToServer
    /// The server does not compute the map, so this device does.
    case computeHere
    /// The server has sent the selected transmitter's map, `microseconds` after the request.
    case serverFinished(microseconds: Int64)
    /// The map requested from the server has arrived.
    case served
    /// The page's worker has become available or unavailable.
    case worker(isRunning: Bool)
    /// The newest map has been drawn.
    case drawn
  }

  /// The outcome of a step.
  enum Outcome: Sendable {
    /// There is no new map.
    case none
    /// A map to show.
    case map(CoverageMap, of: CoveragePlan, isCoarse: Bool)
    /// The model does not support the map's parameters.
    case impossible
    /// The ground cannot be used for a map.
    case failed(TerrainError)
  }

  /// A map that the worker is computing.
  private struct WorkerMap: Sendable {
    let number: UInt32
    let plan: CoveragePlan
    let lattice: PostLattice
  }

  private enum Worker: Sendable {
    case none, idle
    case busy(WorkerMap)
  }

  /// The time spent on each stage of the newest map.
  private(set) var times = WorkTimes()
  /// The total computation time of the newest map in microseconds; nil until the map is complete.
  private(set) var tookMicroseconds: Int64?
  /// Whether there is a map that has not yet been drawn.
  private(set) var hasNewMap = false
  /// The current stage of the computation.
  private(set) var stage = Stage.none { didSet { if stage != .sweep { sweep = nil } } }
  /// The rays that are computed in the stage `sweep`, updated in place.
  private var sweep: CoverageSweep?
  private var worker = Worker.none
  /// The stage whose duration is reported next.
  private var timed = Stage.none
  /// The next message to the worker; empty to cancel its computation.
  private var message: [UInt8]?
  private var messageCount: UInt32 = 0

  /// Whether this device has a step to compute.
  var isDue: Bool { stage == .coarse || stage == .patch || stage == .sweep }

  // MARK: - Events

  mutating func handle(_ input: Input) {
    switch input {
    case .restart(let hasGround):
      (times, tookMicroseconds) = (WorkTimes(), nil)
      cancelWorker()
      stage = hasGround ? .coarse : .none
    case .ground(let isWanted):
      cancelWorker()
      // The map of an unselected transmitter needs no coarse preview.
      stage = isWanted ? .patch : .none
    case .drop:
      cancelWorker()
      stage = .none
    case .stop: stage = .none
    case .skipPreview: (timed, stage) = (.coarse, .patch)
    case .waitForGround: (timed, stage) = (.patch, .none)
    case .leaveToServer: (timed, stage) = (.patch, .served)
    case .computeHere: if stage == .served { stage = .patch }
    case .serverFinished(let microseconds): tookMicroseconds = microseconds
    case .served: (stage, hasNewMap) = (.none, true)
    case .worker(let isRunning):
      if isRunning {
        if case .none = worker { worker = .idle }
      } else {
        if stage == .inWorker { stage = .patch }
        (worker, message) = (.none, nil)
      }
    case .drawn: hasNewMap = false
    }
  }

  /// Cancels the worker's computation.
  private mutating func cancelWorker() {
    guard case .busy = worker else { return }
    (worker, message) = (.idle, [])
  }

  // MARK: - Steps

  /// Returns a map to show, and marks it as not yet drawn.
  private mutating func finish(_ map: CoverageMap, of plan: CoveragePlan, isCoarse: Bool) -> Outcome {
    hasNewMap = true
    return .map(map, of: plan, isCoarse: isCoarse)
  }

  /// Computes a coarse preview in one step.
  mutating func computePreview(_ plan: CoveragePlan, over ground: MapGround) -> Outcome {
    (timed, stage) = (.coarse, .patch)
    do throws(TerrainError) {
      let patch = try ground.coarse.patch(for: plan)
      guard var sweep = try? CoverageSweep(plan, over: patch) else { return .impossible }
      sweep.advance(rays: sweep.rayCount)
      return finish(sweep.map(), of: plan, isCoarse: true)
    } catch {
      return .failed(error)
    }
  }

  /// Assembles a map's posts, and starts computing its rays on this device or in the worker.
  ///
  /// A slow map, which is computed path by path, is shown as it grows.
  mutating func begin(_ plan: CoveragePlan, over ground: MapGround, isSlow: Bool) -> Outcome {
    timed = .patch
    do throws(TerrainError) {
      let patch = try ground.whole.patch(for: plan)
      if case .none = worker {
        guard let sweep = try? CoverageSweep(plan, over: patch) else { return .impossible }
        stage = .sweep
        self.sweep = sweep
      } else {
        sendToWorker(patch, of: plan, isSlow: isSlow)
      }
      return .none
    } catch {
      return .failed(error)
    }
  }

  /// Computes some rays of the current map.
  mutating func advance(_ plan: CoveragePlan, isSlow: Bool) -> Outcome {
    timed = .sweep
    guard var sweep else { return .none }
    // Releasing the stored sweep avoids a copy of its rays.
    self.sweep = nil
    let before = sweep.raysApart
    sweep.advance(rays: Self.raysAtOnce(isSlow: isSlow))
    guard !sweep.isComplete else {
      stage = .none
      return finish(sweep.map(), of: plan, isCoarse: false)
    }
    self.sweep = sweep
    guard isSlow, sweep.hasMap, sweep.raysApart != before else { return .none }
    return finish(sweep.map(), of: plan, isCoarse: true)
  }

  /// Adds the duration of the last step.
  ///
  /// - Parameters:
  ///   - microseconds: The duration as measured by the page.
  ///   - isWhole: Whether the selected transmitter's map is complete.
  mutating func worked(microseconds: Int64, isWhole: Bool) {
    times.add(microseconds: microseconds, of: timed)
    if stage == .none, isWhole, tookMicroseconds == nil { tookMicroseconds = times.total }
  }

  /// Returns the number of rays computed between two checks of the clock.
  private static func raysAtOnce(isSlow: Bool) -> Int { isSlow ? 2 : 32 }

  // MARK: - The worker

  private mutating func sendToWorker(_ patch: TerrainPatch, of plan: CoveragePlan, isSlow: Bool) {
    messageCount &+= 1
    worker = .busy(WorkerMap(number: messageCount, plan: plan, lattice: patch.lattice))
    message =
      SweepJob(
        number: messageCount, plan: plan, patch: patch, raysAtOnce: Self.raysAtOnce(isSlow: isSlow),
        isShownGrowing: isSlow
      ).bytes
    stage = .inWorker
  }

  /// Removes and returns the next message for the worker: empty to cancel its computation, or nil to let it
  /// continue.
  mutating func nextMessage() -> [UInt8]? {
    defer { message = nil }
    return message
  }

  /// Receives the worker's result.
  ///
  /// - Parameters:
  ///   - bytes: An encoded `SweepResult`.
  ///   - plan: The parameters of the map being computed.
  /// - Returns: The outcome, or nil if the result does not belong to the newest map.
  mutating func receive(_ bytes: [UInt8], for plan: CoveragePlan?) -> Outcome? {
    guard stage == .inWorker, case .busy(let job) = worker, plan == job.plan,
      let result = SweepResult(bytes), result.number == job.number
    else { return nil }
    guard result.state != .impossible else {
      worker = .idle
      return .impossible
    }
    guard let map = CoverageMap(job.lattice, losses: result.losses) else { return nil }
    guard result.state == .whole else { return finish(map, of: job.plan, isCoarse: true) }
    (stage, worker) = (.none, .idle)
    times.add(microseconds: result.microseconds, of: .sweep)
    return finish(map, of: job.plan, isCoarse: false)
  }
}

public import WaveInteraction
import WavePropagation

/// A map that a worker of the page computes, so that the page's own thread has time for fingers.
struct HandedMap: Sendable {
  let number: UInt32
  let plan: CoveragePlan
  /// The ground's posts, without losses.
  let frame: CoverageMap
}

/// Maps that the page's worker computes: rays over ground that is put together here, and losses at its posts.
extension CoverageModel {
  /// A worker is there, or gone: without one, maps are computed in slices of frames.
  public mutating func workerChanged(isThere: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      model.hasWorker = isThere
      guard !isThere else { return }
      if case .handed = model.work { model.work = .patch }
      (model.handed, model.job) = (nil, nil)
    }
  }

  /// What the worker is to compute next, or nothing in place of what it computes; nil where it goes on.
  public mutating func takeJob() -> [UInt8]? {
    defer { job = nil }
    return job
  }

  /// Hands rays over a patch to the worker.
  mutating func hand(over patch: TerrainPatch, of plan: CoveragePlan) {
    jobCount &+= 1
    handed = HandedMap(
      number: jobCount, plan: plan,
      frame: CoverageMap(
        northWest: patch.northWest, latitudeStepDegrees: patch.latitudeStepDegrees,
        longitudeStepDegrees: patch.longitudeStepDegrees))
    job =
      SweepJob(
        number: jobCount, plan: plan, patch: patch, raysAtOnce: raysAtOnce, isShownGrowing: isSlow
      ).bytes
    work = .handed
  }

  /// The map that the worker computes is no longer wanted.
  mutating func dropHanded() {
    guard handed != nil else { return }
    (handed, job) = (nil, [])
  }

  /// Takes what the worker tells; what is of another job than the newest is passed over.
  public mutating func computed(_ bytes: [UInt8], at now: Int64) -> [Effect] {
    guard case .handed = work, let handed, busyPlan == handed.plan, let result = SweepResult(bytes),
      result.number == handed.number
    else { return [] }
    guard result.state != .impossible else {
      return perform(at: now, redraws: false) { model in
        model.handed = nil
        model.refuseNumbers()
      }
    }
    let frame = handed.frame
    guard
      let map = CoverageMap(
        northWest: frame.northWest, latitudeStepDegrees: frame.latitudeStepDegrees,
        longitudeStepDegrees: frame.longitudeStepDegrees, rowCount: result.rowCount,
        columnCount: result.columnCount, losses: result.losses)
    else { return [] }
    return perform(at: now) { model in
      guard result.state == .whole else { return model.show(map, of: handed.plan, isCoarse: true) }
      (model.work, model.handed) = (.none, nil)
      model.times.map += result.microseconds
      model.show(map, of: handed.plan, isCoarse: false)
      model.computeNextSite()
      model.worked(microseconds: 0)
    }
  }
}

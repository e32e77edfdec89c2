import WaveCoverageFeed
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// Whether there is something to compute.
  public var hasWork: Bool {
    switch work {
    case .none, .handed, .served: return false
    case .coarse, .patch, .sweep: return link.isVisible
    }
  }

  /// The pin, what is around it or what the map is of has changed: what is being computed is dropped.
  mutating func planChanged() {
    guard let plan else {
      (work, reading) = (.none, nil)
      dropHanded()
      return
    }
    sites[selectedSite].isStale = true
    busySite = selectedSite
    tookMicroseconds = nil
    times = WorkTimes()
    sweep = nil
    dropHanded()
    guard plan.transmitter.isPlace, !surface.tiles.isEmpty, surfaceSite == busySite else {
      work = .none
      return
    }
    work = .coarse
    redraw()
  }

  /// Computes a little: a coarse map as a whole, or a few rays of the fine one.
  ///
  /// - Complexity: a few milliseconds at most for 10 km at an arc-second.
  public mutating func performWork() {
    times.stage = work
    guard let plan = busyPlan else { return work = .none }
    switch work {
    case .none, .handed, .served: return
    case .coarse:
      work = .patch
      // One that comes path by path is shown as it grows.
      guard !isSlow,
        grabbed == .rim || isGrabbedPin || shown == nil || shown?.isCoarse == true || needsCoarse
      else { return }
      do throws(TerrainError) {
        var patch = try coarseSurface.patch(
          around: plan.transmitter, radiusMeters: plan.radiusMeters)
        patch.cover(by: standing.coarse, clutterMeters: plan.clutterMeters)
        guard var coarse = sweep(plan, over: patch) else { return }
        coarse.advance(rays: coarse.rayCount)
        show(coarse.map(), of: plan, isCoarse: true)
      } catch {
        fail(error)
      }
    case .patch:
      // What is still to come would have it begin anew.
      guard !isWaitingForGround else { return work = .none }
      if isServed { return work = .served }
      do throws(TerrainError) {
        var patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
        patch.cover(by: standing.surface, clutterMeters: plan.clutterMeters)
        guard !hasWorker else { return hand(over: patch, of: plan) }
        sweep = sweep(plan, over: patch)
        work = sweep == nil ? .none : .sweep
      } catch {
        fail(error)
      }
    case .sweep:
      let before = sweep?.raysApart
      let count = raysAtOnce
      sweep?.advance(rays: count)
      guard let sweep else { return }
      guard sweep.isComplete else {
        if isSlow, sweep.hasMap, sweep.raysApart != before {
          show(sweep.map(), of: plan, isCoarse: true)
        }
        return
      }
      work = .none
      show(sweep.map(), of: plan, isCoarse: false)
      self.sweep = nil
      computeNextSite()
    }
  }

  /// Says how long the last piece of work has taken; the page measures it.
  public mutating func worked(microseconds: Int64) {
    times.add(microseconds: microseconds)
    if case .none = work, shown?.isCoarse == false, tookMicroseconds == nil { tookMicroseconds = times.total }
  }

  private var isWaitingForGround: Bool {
    needed.contains { key in
      guard store.blocks[key] == nil else { return false }
      return link.isConnected ? link.isAnswering && !refused.contains(key) : isOnShelf(key)
    }
  }

  private var isGrabbedPin: Bool { if case .pin = grabbed { true } else { false } }

  /// Whether the map on the screen is of another plan.
  private var needsCoarse: Bool { shown?.plan != plan }

  private mutating func sweep(_ plan: CoveragePlan, over patch: TerrainPatch) -> CoverageSweep? {
    do throws(PropagationError) {
      return try CoverageSweep(plan, over: patch)
    } catch {
      refuseNumbers()
      return nil
    }
  }

  mutating func refuseNumbers() {
    alertText = Texts.bytes(
      "Coverage cannot be computed for these numbers. Choose another frequency, radius or height.")
    work = .none
    computeNextSite()
  }

  mutating func show(_ map: CoverageMap, of plan: CoveragePlan, isCoarse: Bool) {
    mapCount += 1
    hasNewMap = true
    var shown = ShownMap(map: map, plan: plan, isCoarse: isCoarse, revision: mapCount)
    shown.standingShare = standingShare(within: plan)
    if !isCoarse { shown.untiledShare = untiledShare(within: plan) }
    sites[busySite].shown = shown
    sites[busySite].isStale = isCoarse
    if let place = reading?.place { read(place) }
  }

  private mutating func fail(_ error: TerrainError) {
    work = .none
    if sites.indices.contains(busySite) { sites[busySite].shown = nil }
    computeNextSite()
    alertText =
      switch error {
      case .void: Texts.bytes("The ground under the pin has no height in its tile. Put it beside that place.")
      case .noTile: Texts.bytes("There is no tile under the pin. Put it within one.")
      case .tooManyPosts: Texts.bytes("The radius holds too many posts. Choose a smaller one.")
      case .beyondMap: Texts.bytes("That is too near to a pole for a map. Choose another place.")
      case .notATile: Texts.bytes("A tile is not what it says it is. Get it again.")
      }
  }

  // MARK: - The pin

  /// Puts the pin at a place, if there is a tile.
  ///
  /// - Returns: Whether it is there.
  @discardableResult
  mutating func putPin(at place: Coordinate) -> Bool {
    guard let number = store.tiles.firstIndex(where: { $0.contains(place) }) else {
      alertText = Texts.bytes("There is no tile there. Put the transmitter within one.")
      missTile(at: place)
      return false
    }
    fetch.missing = nil
    tileIndex = number
    if plan == nil { plan = settings }
    // Whoever has begun need not be told how.
    shell.words.dismissToast()
    plan?.transmitter = place
    settings = plan ?? settings
    reading = nil
    // Where a pin was put is where it is to be seen.
    isWhole = false
    isWantStale = true
    planChanged()
    return true
  }

  /// Changes what is computed, and computes it.
  mutating func change(_ edit: (inout CoveragePlan) -> Void) {
    var next = plan ?? settings
    edit(&next)
    defaultModel.apply(to: &next, beside: plansBeside(next))
    guard next != plan else { return }
    settings = next
    guard plan != nil else { return }
    plan = next
    shareReceivers(of: next)
    isWantStale = true
    planChanged()
  }

  // MARK: - A point

  /// Looks at the path to a place.
  ///
  /// - Parameters:
  ///   - place: Its far end.
  ///   - free: Where it begins if not at the transmitter.
  mutating func read(_ place: Coordinate, from free: Coordinate? = nil) {
    let site = readingSite(at: place)
    guard sites.indices.contains(site) else { return }
    let plan = sites[site].plan
    let free = free ?? reading?.free
    let way = Geodesic(from: free ?? plan.transmitter, to: place)
    var next = CoverageReading(
      place: place, lengthMeters: way.lengthMeters, bearingDegrees: way.bearingDegrees,
      loss: loss(at: place, of: site))
    (next.site, next.free) = (site, free)
    if let reading, reading.place == place { next.measured = reading.measured }
    do throws(TerrainError) {
      let step = Swift.max(15, way.lengthMeters / 600)
      var profile = try groundProfile(for: next, stepMeters: step)
      next.filledShare = Double(profile.filledCount) / Double(Swift.max(1, profile.heightsMeters.count))
      next.standingShare = cover(&profile, of: next, plan)
      // The sheet draws what the map's rays meet.
      profile = plan.cluttered(profile)
      next.path = PathClearance(profile, plan: plan)
      // A path that does not begin at the transmitter is on no map.
      if free != nil { next.loss = Self.loss(of: profile, plan, by: plan.model).map(Self.held) }
      next.p1812 = Self.loss(of: profile, plan, by: .p1812)
      next.irregularTerrain = Self.loss(of: profile, plan, by: .irregularTerrain)
    } catch {
      next.path = nil
    }
    reading = next
  }

  private static func loss(
    of profile: PathProfile, _ plan: CoveragePlan, by model: CoveragePlan.Model
  ) -> Double? {
    var plan = plan
    plan.model = model
    do throws(PropagationError) {
      let loss = try plan.loss(over: profile)
      return loss.isFinite ? loss : nil
    } catch {
      return nil
    }
  }
}

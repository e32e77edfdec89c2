import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// The contents of the map: the ground, the transmitters with their maps, the inspected path, and measured
/// points.
///
/// Each of these is a separate part, and this type connects them: it passes newly received ground to the maps
/// that are computed from it, and new maps to the path and the measured points.
struct MapContent: Sendable {
  private(set) var terrain = Terrain()
  private(set) var ground = MapGround()
  private(set) var jobs = MapJobs()
  private(set) var served = ServedMap()
  private(set) var sites = Sites()
  private(set) var display = MapDisplay()
  private(set) var sheet = PathSheet()
  /// The measured points of a file; nil if none are shown.
  private(set) var measured: MeasuredLayer?

  /// The quantity that the colours show.
  var shownDisplay: CoverageDisplay { display.shown(of: sites) }

  // MARK: - Changes

  mutating func handle(_ input: Input) -> MapActions {
    var actions: MapActions = []
    switch input {
    case .sites(let input): change(input, &actions)
    case .forgetHeld: sites.forgetHeld()
    case .display(let input): display.handle(input)
    case .pick(let number): terrain.pick(number)
    case .surfaces(let isOn): if terrain.turnSurfaces(on: isOn) { surfacesChanged(&actions) }
    case .serve(let isServer):
      served.choose(isServer)
      planChanged(&actions)
    case .worker(let isRunning): jobs.handle(.worker(isRunning: isRunning))
    case .points(let points):
      measured = points.map { MeasuredLayer($0) }
      sites.forgetCalibration()
      readAgain()
      sheet.pointsReplaced()
    case .floor(let level): measured?.leaveOut(below: level)
    case .calibrate(let isOn):
      sites.calibrate(isOn && measured != nil)
      readAgain()
    case .compare:
      let isOfAll = shownDisplay.isOfAll
      measured?.compare(with: sites, ofAll: isOfAll)
    case .refreshCalibration(let triesSelected):
      if let measured, sites.refreshCalibration(by: measured, triesSelected: triesSelected) { readAgain() }
    case .read(let place, let start): read(place, from: start)
    case .readPoint(let index):
      guard let measured else { break }
      read(measured.points.place(index), from: .transmitter)
      sheet.mark(measured: index)
      return handle(.compare)
    case .closeSheet: sheet.close()
    case .serverChanged: terrain.serverChanged()
    case .viewChanged: terrain.invalidate()
    case .worked(let microseconds):
      jobs.worked(microseconds: microseconds, isWhole: sites.shown?.isCoarse == false)
    case .drawn: jobs.handle(.drawn)
    }
    return actions
  }

  private mutating func change(_ input: Sites.Input, _ actions: inout MapActions) {
    guard sites.handle(input) else { return }
    switch input {
    case .place, .change:
      terrain.invalidate()
      planChanged(&actions)
    case .select: selectionChanged(&actions)
    case .add, .keepBoth:
      if sites.list.count == 2 { display.handle(.pair) }
      selectionChanged(&actions)
      // The map of the transmitter that was moved back may be incomplete.
      if !sites.isSelectedStale { computeNext(isSettled: false, &actions) }
      actions.insert(.fit)
    case .remove:
      sheet.close()
      ground.forgetSite()
      guard sites.plan != nil else { return planChanged(&actions) }
      // Removal changes the transmitters' indices, on which computations depend.
      jobs.handle(.stop)
      computeNext(isSettled: false, &actions)
      terrain.invalidate()
      actions.insert(.fit)
      // The removed transmitter may have been the one that the learned model does not apply to.
      change(.change(.defaults), &actions)
    case .clear, .open: ground.forgetSite()
    case .surround:
      ground.forgetSite()
      terrain.invalidate()
    case .radiate, .need: break
    }
  }

  /// Moves the selected transmitter to a position, chosen by a long press if `isHeld` is true; returns nil if
  /// no tile contains the position.
  mutating func place(at place: Coordinate, isHeld: Bool) -> MapActions? {
    guard terrain.pick(at: place) else { return nil }
    sheet.close()
    return handle(.sites(.place(place, isHeld: isHeld)))
  }

  private mutating func selectionChanged(_ actions: inout MapActions) {
    if let plan = sites.plan { _ = terrain.pick(at: plan.transmitter) }
    sheet.close()
    if sites.isSelectedStale { planChanged(&actions) }
    terrain.invalidate()
    actions.insert(.select)
  }

  // MARK: - The ground

  /// Updates the contents after the connection has been opened or closed.
  ///
  /// - Returns: The request for contents cached on the device, or nil if they are not needed.
  mutating func connectionChanged(isOpen: Bool) -> BlockCache.Question? {
    served.connectionChanged()
    computeHere()
    return terrain.connectionChanged(isOpen: isOpen)
  }

  /// Receives a message about the ground.
  ///
  /// - Returns: The change and the actions to perform, or nil if nothing has changed.
  mutating func receive(_ message: CoverageMessage) -> (change: Terrain.Change, actions: MapActions)? {
    terrain.receive(message).map { ($0, groundChanged($0)) }
  }

  /// Receives contents cached on the device.
  ///
  /// - Returns: The change and the actions to perform, or nil if nothing has changed.
  mutating func recall(
    _ number: UInt32, _ bytes: [UInt8], isConnected: Bool
  ) -> (change: Terrain.Change, actions: MapActions)? {
    terrain.recall(number, bytes, isConnected: isConnected).map { ($0, groundChanged($0)) }
  }

  private mutating func groundChanged(_ change: Terrain.Change) -> MapActions {
    var actions: MapActions = []
    if change.kinds.contains(.surfaces) { surfacesChanged(&actions) }
    if change.kinds.contains(.tiles) {
      _ = handle(.sites(.clear))
      sheet.close()
      jobs.handle(.stop)
      ground.forget()
    }
    if change.kinds.contains(.path) { readAgain() }
    if !change.replaced.isEmpty {
      served.groundReplaced()
      // Any map may depend on the replaced blocks.
      sites.invalidate(all: true)
      assembleGround(&actions)
    } else if change.kinds.contains(.needed) {
      sites.invalidate(all: false)
      assembleGround(&actions)
    } else if change.kinds.contains(.missing) {
      assembleGround(&actions)
    }
    return actions
  }

  /// Recomputes all maps after surface models have changed or have been included or ignored.
  private mutating func surfacesChanged(_ actions: inout MapActions) {
    sites.invalidate(all: true)
    served.groundReplaced()
    // The ground must be assembled again.
    ground.forgetSite()
    if sites.plan != nil { planChanged(&actions) }
    actions.insert(.redraw)
  }

  /// Updates the list of needed blocks if it may be out of date.
  mutating func updateBlocks(in view: MercatorView) -> MapActions {
    var actions: MapActions = []
    guard terrain.blocks.isStale else { return actions }
    let plan = sites.busyPlan
    let keys = plan.map { ground.choose(for: $0, of: terrain.store.tiles) } ?? []
    terrain.want(keys, for: plan, in: view, isReading: sheet.reading != nil)
    if !ground.has(terrain.blocks.needed, for: sites.busy) { assembleGround(&actions) }
    return actions
  }

  /// Returns the pending requests to the server or, without a connection, to the device's cache.
  mutating func requests(
    in view: MercatorView, isConnected: Bool
  ) -> (messages: [CoverageMessage], questions: [BlockCache.Question]) {
    isConnected ? (terrain.requests(in: view), []) : ([], terrain.questions(in: view))
  }

  /// Assembles the map's ground from the blocks received so far, and starts computing the map from it if
  /// needed.
  private mutating func assembleGround(_ actions: inout MapActions) {
    guard sites.plan != nil else { return }
    ground.assemble(terrain.blocks.needed, of: terrain.store, for: sites.busy)
    guard sites.busy != sites.selected else {
      if sites.isSelectedStale { planChanged(&actions) }
      return
    }
    let isWanted = sites.isBusyStale && !ground.whole.ground.tiles.isEmpty
    jobs.handle(.ground(isWanted: isWanted))
    if isWanted { actions.insert(.redraw) }
  }

  // MARK: - Maps

  /// Restarts the computation after the transmitter, its surroundings or the map's parameters have changed.
  private mutating func planChanged(_ actions: inout MapActions) {
    guard let plan = sites.plan else {
      jobs.handle(.drop)
      return sheet.close()
    }
    sites.restart()
    let hasGround = plan.transmitter.isPlace && ground.isReady(for: sites.busy)
    jobs.handle(.restart(hasGround: hasGround))
    if hasGround { actions.insert(.redraw) }
  }

  /// Continues with the next transmitter whose map is incomplete.
  private mutating func computeNext(isSettled: Bool, _ actions: inout MapActions) {
    guard sites.computeNext(isSettled: isSettled) else { return }
    jobs.handle(.stop)
    terrain.invalidate()
    actions.insert(.redraw)
  }

  /// Performs one step of the computation, which yields a complete coarse map or some rays of the full map.
  ///
  /// A step takes at most a few milliseconds for a radius of 10 km and posts one arc-second apart.
  mutating func compute(isHeld: Bool, link: ServerLink) -> MapActions {
    var actions: MapActions = []
    guard let plan = sites.busyPlan else {
      jobs.handle(.stop)
      return actions
    }
    let isSlow = sites.isSlow
    switch jobs.stage {
    case .none, .inWorker, .served: break
    case .coarse:
      let shown = sites.shown
      // A map that is computed path by path is shown as it grows.
      if !isSlow, isHeld || shown?.isCoarse != false || shown?.plan != sites.plan {
        finish(jobs.computePreview(plan, over: ground), &actions)
      } else {
        jobs.handle(.skipPreview)
      }
    case .patch:
      // Pending blocks would force the computation to start again.
      if terrain.isWaiting(isConnected: link.isConnected, isAnswering: link.isAnswering) {
        jobs.handle(.waitForGround)
      } else if isServed(isConnected: link.isConnected) {
        jobs.handle(.leaveToServer)
      } else {
        finish(jobs.begin(plan, over: ground, isSlow: isSlow), &actions)
      }
    case .sweep: finish(jobs.advance(plan, isSlow: isSlow), &actions)
    }
    return actions
  }

  /// Removes and returns the next job for the worker, or nil if the worker should continue its current job.
  mutating func nextJob() -> [UInt8]? { jobs.nextMessage() }

  /// Receives the worker's result.
  ///
  /// - Returns: The actions to perform, or nil if the result does not belong to the newest map.
  mutating func receive(result bytes: [UInt8]) -> MapActions? {
    guard let outcome = jobs.receive(bytes, for: sites.busyPlan) else { return nil }
    var actions: MapActions = []
    finish(outcome, &actions)
    if case .map = outcome {
      _ = handle(.worked(microseconds: 0))
      actions.insert(.redraw)
    }
    return actions
  }

  private mutating func finish(_ outcome: MapJobs.Outcome, _ actions: inout MapActions) {
    switch outcome {
    case .none: return
    case .map(let map, let plan, let isCoarse):
      let (store, level) = (terrain.store, ground.level)
      sites.show(
        map, of: plan, isCoarse: isCoarse,
        surfaceShare: terrain.surfaces.meets(plan) ? store.surfaceShare(within: plan, level: level) : nil,
        untiledShare: isCoarse ? nil : store.untiledShare(within: plan))
      readAgain()
      if isCoarse { return }
    case .impossible:
      actions.insert(.sayImpossible)
      jobs.handle(.stop)
    case .failed(let error):
      actions.insert(MapActions(saying: error))
      jobs.handle(.stop)
      sites.fail()
    }
    computeNext(isSettled: true, &actions)
  }

  // MARK: - The server

  /// Receives a message about a map that the server computes or offers to compute.
  mutating func receive(served message: CoverageMessage, at now: Int64) -> (actions: MapActions, leaves: Bool)
  {
    switch served.receive(message) {
    case .none: return ([], false)
    case .offered: return (.redraw, false)
    case .refused(let leaves):
      computeHere()
      return (.redraw, leaves)
    case .map(let map, let plan, let site, let began):
      if site == sites.selected { jobs.handle(.serverFinished(microseconds: Swift.max(0, now - began))) }
      guard jobs.stage == .served, sites.busyPlan == plan else { return ([], false) }
      jobs.handle(.served)
      var actions = MapActions.redraw
      finish(.map(map, of: plan, isCoarse: false), &actions)
      served.show(as: sites.revision)
      return (actions, false)
    }
  }

  /// Requests the pending map from the server unless the pin or the circle is being dragged, and cancels a
  /// request that is no longer needed.
  ///
  /// - Parameters:
  ///   - isHeld: Whether the pin or the circle is being dragged.
  ///   - isConnected: Whether a server is connected.
  ///   - now: The client's time in microseconds.
  /// - Returns: The messages to send and the actions to perform.
  mutating func askServer(
    isHeld: Bool, isConnected: Bool, at now: Int64
  ) -> (messages: [CoverageMessage], actions: MapActions) {
    var messages: [CoverageMessage] = []
    let isWaiting = jobs.stage == .served
    if served.asked != nil, !isWaiting || !served.isAsked(for: sites.busyPlan, of: sites.busy) {
      messages.append(.coverageCancellation(CoverageCancellation(number: served.number)))
      served.drop()
    }
    guard isWaiting, served.asked == nil, !isHeld else { return (messages, []) }
    guard isServed(isConnected: isConnected), let plan = sites.busyPlan else {
      computeHere()
      return (messages, .redraw)
    }
    let number = served.ask(for: plan, of: sites.busy, at: now)
    messages.append(
      .coverageRequest(
        CoverageRequest(
          plan, number: number, tileCount: terrain.store.tiles.count, level: servedLevel,
          surfacePartCount: terrain.surfaces.meets(plan) ? terrain.surfaces.parts.count : 0)))
    return (messages, [])
  }

  /// Computes the map on this device instead of waiting for the server.
  private mutating func computeHere() {
    served.drop()
    jobs.handle(.computeHere)
  }

  // MARK: - The path

  private mutating func read(_ place: Coordinate, from start: PathStart) {
    let index = sites.site(readAt: place, ofAll: shownDisplay.isOfAll)
    guard sites.list.indices.contains(index) else { return }
    let plan = sites.list[index].plan
    let customStart = start.position(previous: sheet.reading?.customStart)
    let course = PathCourse(from: customStart ?? plan.transmitter, to: place)
    // The map has no ground beyond its radius.
    var profile = customStart == nil && index == ground.site ? ground.whole.ground.profile(course) : nil
    terrain.follow(profile == nil ? course : nil, for: sites.plan)
    profile = profile ?? terrain.profile(course)
    var share: Double?
    if var known = profile {
      share = terrain.cover(&known, along: course, for: plan, by: ground.whole.models)
      profile = known
    }
    sheet.show(
      CoverageReading(
        course, of: index, from: customStart, plan: plan, loss: sites.loss(at: place, of: index),
        over: profile,
        surfaceShare: share))
  }

  private mutating func readAgain() { if let reading = sheet.reading { read(reading.place, from: .same) } }
}

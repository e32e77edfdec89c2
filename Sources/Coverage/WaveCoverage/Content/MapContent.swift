import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// What is on the map: the ground, the transmitters with their maps, the path that is read, and measured
/// points.
///
/// Each is a part; here they are connected: ground that has come is an input of the maps over it, a map that
/// is there one of the path and of the points.
struct MapContent: Sendable {
  private(set) var terrain = Terrain()
  private(set) var ground = MapGround()
  private(set) var jobs = MapJobs()
  private(set) var served = ServedMap()
  private(set) var sites = Sites()
  private(set) var display = MapDisplay()
  private(set) var sheet = PathSheet()
  /// Points of a file.
  private(set) var measured: MeasuredLayer?

  /// What the colours show.
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
    case .worker(let isThere): jobs.handle(.worker(isThere: isThere))
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
      // The one that went back may not have been whole.
      if !sites.isSelectedStale { computeNext(isSettled: false, &actions) }
      actions.insert(.fit)
    case .remove:
      sheet.close()
      ground.forgetSite()
      guard sites.plan != nil else { return planChanged(&actions) }
      // Numbers of transmitters have changed, and what is computed goes by them.
      jobs.handle(.stop)
      computeNext(isSettled: false, &actions)
      terrain.invalidate()
      actions.insert(.fit)
      // The one that is gone may have been what the learned model was not made for.
      change(.change(.defaults), &actions)
    case .clear, .open: ground.forgetSite()
    case .surround:
      ground.forgetSite()
      terrain.invalidate()
    case .radiate, .need: break
    }
  }

  /// Puts the selected transmitter at a place, which a finger may have held; nil where no tile is.
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

  /// The connection was opened, or closed.
  ///
  /// - Returns: The question to the device for what it keeps; nil where that is not wanted.
  mutating func connectionChanged(isOpen: Bool) -> BlockCache.Question? {
    served.connectionChanged()
    computeHere()
    return terrain.connectionChanged(isOpen: isOpen)
  }

  /// Receives a message about the ground.
  ///
  /// - Returns: What has changed and what is to be done; nil for nothing.
  mutating func receive(_ message: CoverageMessage) -> (change: Terrain.Change, actions: MapActions)? {
    terrain.receive(message).map { ($0, groundChanged($0)) }
  }

  /// Receives what the device has kept, likewise.
  mutating func recall(
    _ number: UInt32, _ bytes: [UInt8], isConnected: Bool
  ) -> (change: Terrain.Change, actions: MapActions)? {
    terrain.recall(number, bytes, isConnected: isConnected).map { ($0, groundChanged($0)) }
  }

  private mutating func groundChanged(_ change: Terrain.Change) -> MapActions {
    var actions: MapActions = []
    if change.kinds.contains(.surfaces) {
      surfacesChanged(&actions)
    }
    if change.kinds.contains(.tiles) {
      _ = handle(.sites(.clear))
      sheet.close()
      jobs.handle(.stop)
      ground.forget()
    }
    if change.kinds.contains(.path) { readAgain() }
    if !change.replaced.isEmpty {
      served.groundReplaced()
      // Any map may lie over them.
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

  /// All maps are computed anew, with what is on the ground or without.
  private mutating func surfacesChanged(_ actions: inout MapActions) {
    sites.invalidate(all: true)
    served.groundReplaced()
    // The ground is put together anew.
    ground.forgetSite()
    if sites.plan != nil { planChanged(&actions) }
    actions.insert(.redraw)
  }

  /// Finds out which blocks are wanted, if that may have changed.
  mutating func updateBlocks(in view: MercatorView) -> MapActions {
    var actions: MapActions = []
    guard terrain.blocks.isStale else { return actions }
    let plan = sites.busyPlan
    let keys = plan.map { ground.choose(for: $0, of: terrain.store.tiles) } ?? []
    terrain.want(keys, for: plan, in: view, isReading: sheet.reading != nil)
    if !ground.has(terrain.blocks.needed, for: sites.busy) { assembleGround(&actions) }
    return actions
  }

  /// The requests that are due, to the server or in its place to the device.
  mutating func requests(
    in view: MercatorView, isConnected: Bool
  ) -> (messages: [CoverageMessage], questions: [BlockCache.Question]) {
    isConnected ? (terrain.requests(in: view), []) : ([], terrain.questions(in: view))
  }

  /// Puts the ground of the map together, as far as it is there; the map is computed over it, if it has to
  /// be.
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

  /// The pin, what is around it or what the map is of has changed: what is being computed is dropped.
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

  /// Goes on with the next transmitter whose map is not whole.
  private mutating func computeNext(isSettled: Bool, _ actions: inout MapActions) {
    guard sites.computeNext(isSettled: isSettled) else { return }
    jobs.handle(.stop)
    terrain.invalidate()
    actions.insert(.redraw)
  }

  /// Computes a little: a map of few posts as a whole, also while a finger holds what the map is of, or a few
  /// rays of the whole one, which take a few milliseconds at most for 10 km at an arc-second.
  mutating func compute(isHeld: Bool, link: ServerLink) -> MapActions {
    var actions: MapActions = []
    guard let plan = sites.busyPlan else {
      jobs.handle(.stop)
      return actions
    }
    let isSlow = sites.isSlow
    switch jobs.stage {
    case .none, .handed, .served: break
    case .coarse:
      let shown = sites.shown
      // One that comes path by path is shown as it grows.
      if !isSlow, isHeld || shown?.isCoarse != false || shown?.plan != sites.plan {
        finish(jobs.lookFirst(plan, over: ground), &actions)
      } else {
        jobs.handle(.skipFirstLook)
      }
    case .patch:
      // What is still to come would have it begin anew.
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

  /// Removes and returns what the worker is to compute next; nil to let it go on.
  mutating func nextJob() -> [UInt8]? { jobs.nextMessage() }

  /// Receives what the worker has computed.
  ///
  /// - Returns: What is to be done; nil for what is no result of the newest map.
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

  /// Receives a message about the map that the server computes, or could compute.
  mutating func receive(served message: CoverageMessage, at now: Int64) -> (actions: MapActions, leaves: Bool)
  {
    switch served.receive(message) {
    case .none: return ([], false)
    case .offered: return (.redraw, false)
    case .refused(let leaves):
      computeHere()
      return (.redraw, leaves)
    case .map(let map, let plan, let site, let began):
      if site == sites.selected { jobs.handle(.took(microseconds: Swift.max(0, now - began))) }
      guard jobs.stage == .served, sites.busyPlan == plan else { return ([], false) }
      jobs.handle(.served)
      var actions = MapActions.redraw
      finish(.map(map, of: plan, isCoarse: false), &actions)
      served.show(as: sites.revision)
      return (actions, false)
    }
  }

  /// Asks the server for the map that waits for it, once no finger moves it, and leaves one that is no longer
  /// wanted.
  ///
  /// - Parameters:
  ///   - isHeld: Whether a finger holds what the map is of.
  ///   - isConnected: Whether there is a server.
  ///   - now: The client's time.
  /// - Returns: The messages to send, and what is to be done.
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

  /// What waits for the server is computed here.
  private mutating func computeHere() {
    served.drop()
    jobs.handle(.computeHere)
  }

  // MARK: - The path

  private mutating func read(_ place: Coordinate, from start: PathStart) {
    let index = sites.site(readAt: place, ofAll: shownDisplay.isOfAll)
    guard sites.list.indices.contains(index) else { return }
    let plan = sites.list[index].plan
    let free = start.free(before: sheet.reading?.free)
    let course = PathCourse(from: free ?? plan.transmitter, to: place)
    // Beyond the radius the map has no ground.
    var profile = free == nil && index == ground.site ? ground.whole.ground.profile(course) : nil
    terrain.follow(profile == nil ? course : nil, for: sites.plan)
    profile = profile ?? terrain.profile(course)
    var share: Double?
    if var known = profile {
      share = terrain.cover(&known, along: course, for: plan, by: ground.whole.models)
      profile = known
    }
    sheet.show(
      CoverageReading(
        course, of: index, from: free, plan: plan, loss: sites.loss(at: place, of: index), over: profile,
        surfaceShare: share))
  }

  private mutating func readAgain() { if let reading = sheet.reading { read(reading.place, from: .same) } }
}

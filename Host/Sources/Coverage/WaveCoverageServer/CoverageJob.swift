import Synchronization
import WaveCoverageFeed
import WaveServer
import WaveCoverageWire
import WavePropagation
import WaveSystem
import WaveWire

/// A job that reads the ground and computes the map that a client has requested.
final class CoverageJob: Sendable {
  /// The shortest interval between two progress reports, in microseconds.
  private static let progressMicroseconds: Int64 = 100_000

  private struct State {
    var isCancelled = false
    /// The newest progress report that the client's session has not yet received.
    var progress: MapAnswer?
    /// The final answer; nil before it is available and after the session has received it.
    var outcome: MapAnswer?
  }

  /// The number of the request that this job answers.
  let number: UInt32
  private let ask: CoverageRequest
  /// The approximate total number of samples on all rays.
  let sampleCount: Double
  private let plan: CoveragePlan
  private let tiles: [TerrainDescription]
  private let host: TerrainHost
  private let waker: ClientWaker
  private let state = Mutex(State())

  /// Creates a job after checking that the map can be computed; does not read any terrain.
  ///
  /// - Parameters:
  ///   - ask: The client's request.
  ///   - number: The request's number, which the answers repeat.
  ///   - host: The source of the tiles.
  ///   - waker: Called when a message for the client is ready.
  /// - Throws: A message for the user if the map cannot be computed.
  init(
    _ ask: CoverageRequest, number: UInt32, host: TerrainHost, waker: ClientWaker
  ) throws(TerrainFault) {
    guard let plan = CoveragePlan(ask) else {
      throw TerrainFault("The server does not know that model. Reload the page.")
    }
    do throws(PropagationError) { try plan.check() } catch {
      throw TerrainFault("Coverage cannot be computed for these numbers: \(error).")
    }
    let tiles = Array(host.catalog.tiles.prefix(Int(ask.tileCount)))
    guard let posts = CoverageGround.postCount(within: plan, of: tiles, level: ask.level) else {
      throw TerrainFault("There is no tile under the transmitter. Place it within a tile.")
    }
    sampleCount = CoverageGround.samples(ofPosts: posts)
    guard sampleCount <= Double(CoverageJobs.sampleLimit) else {
      throw TerrainFault("The radius holds too many posts. Choose a smaller one.")
    }
    self.ask = ask
    self.number = number
    self.plan = plan
    self.tiles = tiles
    self.host = host
    self.waker = waker
  }

  // MARK: - On the event loop

  /// Requests that the computation stop at its next cancellation check.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.outcome = nil
      state.progress = nil
    }
  }

  /// Removes and returns the answers that the session has not received; a progress report comes first.
  func removeAnswers() -> [MapAnswer] {
    state.withLock { state in
      defer { (state.progress, state.outcome) = (nil, nil) }
      return [state.progress, state.outcome].compactMap { $0 }
    }
  }

  // MARK: - Outside the event loop

  /// Computes the map.
  ///
  /// This can take a long time, but ends soon after `cancel` is called.
  func run() {
    guard !isCancelled else { return }
    let outcome: MapAnswer
    do throws(TerrainFault) {
      guard let map = try computed() else { return }
      outcome = .map(map)
    } catch { outcome = .refused(error.text.utf8(limit: WireLimits.text)) }
    state.withLock { state in
      if !state.isCancelled { state.outcome = outcome }
    }
    waker.wake()
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Computes the map with the code that a web page also uses; returns nil if the job was cancelled.
  private func computed() throws(TerrainFault) -> CoverageMap? {
    guard let (surface, obstacles) = try ground() else { return nil }
    var patch = try TerrainFault.converting(
      { (error: TerrainError) in TerrainFault("The map cannot be computed: \(error).") },
      surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters))
    // A finer tile next to the transmitter's tile can give the patch more posts than were counted before.
    guard patch.rowCount * patch.columnCount <= WireLimits.coveragePosts else {
      throw TerrainFault("The radius holds too many posts. Choose a smaller one.")
    }
    guard !isCancelled else { return nil }
    patch.cover(by: obstacles, clutterMeters: plan.clutterMeters)
    var sweep = try TerrainFault.converting(
      { (error: PropagationError) in TerrainFault("The map cannot be computed: \(error).") },
      CoverageSweep(plan, over: patch))
    var reported = MonotonicClock.microseconds
    report(sweep)
    while !sweep.isComplete {
      guard !isCancelled else { return nil }
      sweep.advance(rays: raysAtOnce)
      let now = MonotonicClock.microseconds
      guard now - reported >= Self.progressMicroseconds else { continue }
      reported = now
      report(sweep)
    }
    guard !isCancelled else { return nil }
    return sweep.map()
  }

  /// Reads the ground and, if requested, the surface models above it; returns nil if the job was cancelled.
  private func ground() throws(TerrainFault) -> (ground: TerrainSurface, obstacles: TerrainSurface)? {
    guard let blocks = CoverageGround(within: plan, of: tiles, level: ask.level) else {
      throw TerrainFault("There is no tile under the transmitter. Place it within a tile.")
    }
    let parts = plan.model.meetsSurface ? host.catalog.surfaces.prefix(Int(ask.surfacePartCount)) : []
    let above = CoverageGround.surfaceKeys(over: blocks.keys, of: tiles, parts: parts)
    guard let ground = try surface(of: blocks.keys), let obstacles = try surface(of: above) else {
      return nil
    }
    return (ground, obstacles)
  }

  /// Reads the blocks with the given keys; returns nil if the job was cancelled.
  private func surface(of keys: [TerrainBlockKey]) throws(TerrainFault) -> TerrainSurface? {
    var surface = TerrainSurface()
    for key in keys {
      guard !isCancelled else { return nil }
      let block = try host.block(key)
      // The client places the posts according to its own description of the tile, so if the tile was
      // replaced, the map would be meaningless.
      let tile = tiles[Int(key.tile)]
      guard host.catalog.tiles[Int(key.tile)] == tile else {
        throw TerrainFault("Meanwhile, a tile was replaced by another one. Request the map again.")
      }
      guard let made = CoverageGround.tile(of: block, in: tile) else {
        throw TerrainFault("A tile does not match its description. Fetch it again.")
      }
      surface.add(made)
    }
    return surface
  }

  /// The number of rays computed between two checks for cancellation; smaller for slow models.
  ///
  /// Models that compute each path separately take milliseconds per ray.
  private var raysAtOnce: Int {
    switch plan.model {
    case .irregularTerrain, .hata, .extendedHata: 1
    case .diffraction, .p1812, .freeSpace, .learned, .learnedPlain: 8
    }
  }

  private func report(_ sweep: CoverageSweep) {
    let progress = MapAnswer.progress(
      doneCount: UInt32(sweep.computedCount), rayCount: UInt32(sweep.rayCount))
    state.withLock { state in
      if !state.isCancelled { state.progress = progress }
    }
    waker.wake()
  }
}

import Synchronization
import WaveCoverageFeed
import WaveServer
import WaveCoverageWire
import WavePropagation
import WaveSystem
import WaveWire

/// A map that a client has asked for, from its ground to its losses.
final class CoverageJob: Sendable {
  /// From one word on how far it is to the next, at least.
  private static let progressMicroseconds: Int64 = 100_000

  private struct State {
    var isCancelled = false
    /// What the client has not been told of how far it is.
    var progress: CoverageProgress?
    var outcome: Outcome?
  }

  /// What came of it.
  enum Outcome: Sendable {
    case map(CoverageMap)
    case refused(String)
  }

  let ask: CoverageAsk
  /// Samples of all rays, about.
  let sampleCount: Double
  private let plan: CoveragePlan
  private let tiles: [TerrainDescription]
  private let station: TerrainStation
  private let waker: ClientWaker
  private let state = Mutex(State())

  /// Looks whether a map can be, before anything is read.
  ///
  /// - Parameters:
  ///   - ask: The client's question.
  ///   - station: The tiles.
  ///   - waker: Called when a message for the client is ready.
  /// - Throws: Why not, in words.
  init(_ ask: CoverageAsk, station: TerrainStation, waker: ClientWaker) throws(TerrainFault) {
    guard let plan = CoveragePlan(ask) else {
      throw TerrainFault("The server does not know that model. Reload the page.")
    }
    do throws(PropagationError) {
      try plan.check()
    } catch {
      throw TerrainFault("Coverage cannot be computed for these numbers: \(error).")
    }
    let tiles = Array(station.tiles.prefix(Int(ask.tileCount)))
    guard let posts = CoverageGround.postCount(within: plan, of: tiles, level: ask.level) else {
      throw TerrainFault("There is no tile under the transmitter. Put it within one.")
    }
    sampleCount = CoverageGround.samples(ofPosts: posts)
    guard sampleCount <= Double(CoverageJobs.sampleLimit) else {
      throw TerrainFault("The radius holds too many posts. Choose a smaller one.")
    }
    self.ask = ask
    self.plan = plan
    self.tiles = tiles
    self.station = station
    self.waker = waker
  }

  // MARK: - For the event loop

  /// Has it end at the next look.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.outcome = nil
      state.progress = nil
    }
  }

  /// Whether there is something to tell.
  var hasNews: Bool { state.withLock { $0.progress != nil || $0.outcome != nil } }

  /// What has not been told yet.
  func takeNews() -> (progress: CoverageProgress?, outcome: Outcome?) {
    state.withLock { state in
      defer { (state.progress, state.outcome) = (nil, nil) }
      return (state.progress, state.outcome)
    }
  }

  // MARK: - Beside it

  /// Computes it; may take long, and ends soon after `cancel`.
  func run() {
    guard !isCancelled else { return }
    let outcome: Outcome
    do throws(TerrainFault) {
      guard let map = try computed() else { return }
      outcome = .map(map)
    } catch {
      outcome = .refused(error.text)
    }
    state.withLock { state in
      if !state.isCancelled { state.outcome = outcome }
    }
    waker.wake()
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Computes the map as a page does; nil where it is no longer wanted.
  private func computed() throws(TerrainFault) -> CoverageMap? {
    guard let (surface, standing) = try ground() else { return nil }
    var patch: TerrainPatch
    do throws(TerrainError) {
      patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    } catch {
      throw TerrainFault("The map cannot be computed: \(error).")
    }
    // A finer tile beside the one that holds the place can give more than was reckoned with.
    guard patch.rowCount * patch.columnCount <= WireLimits.coveragePosts else {
      throw TerrainFault("The radius holds too many posts. Choose a smaller one.")
    }
    guard !isCancelled else { return nil }
    patch.cover(by: standing, clutterMeters: plan.clutterMeters)
    var sweep: CoverageSweep
    do throws(PropagationError) {
      sweep = try CoverageSweep(plan, over: patch)
    } catch {
      throw TerrainFault("The map cannot be computed: \(error).")
    }
    var told = MonotonicClock.microseconds
    tell(sweep)
    while !sweep.isComplete {
      guard !isCancelled else { return nil }
      sweep.advance(rays: raysAtOnce)
      let now = MonotonicClock.microseconds
      guard now - told >= Self.progressMicroseconds else { continue }
      told = now
      tell(sweep)
    }
    guard !isCancelled else { return nil }
    return sweep.map()
  }

  /// Reads the ground, and what stands on it where that is asked for; nil where the map is no longer wanted.
  private func ground() throws(TerrainFault) -> (ground: TerrainSurface, standing: TerrainSurface)? {
    guard let blocks = CoverageGround(within: plan, of: tiles, level: ask.level) else {
      throw TerrainFault("There is no tile under the transmitter. Put it within one.")
    }
    let parts = plan.model.meetsSurface ? station.surfaces.prefix(Int(ask.surfacePartCount)) : []
    let above = CoverageGround.surfaceKeys(over: blocks.keys, of: tiles, parts: parts)
    guard let ground = try surface(of: blocks.keys), let standing = try surface(of: above) else {
      return nil
    }
    return (ground, standing)
  }

  /// Reads blocks; nil where the map is no longer wanted.
  private func surface(of keys: [TerrainBlockKey]) throws(TerrainFault) -> TerrainSurface? {
    var surface = TerrainSurface()
    for key in keys {
      guard !isCancelled else { return nil }
      switch station.answer(key) {
      case .block(let block):
        // Posts are where the map's client knows them to be, or the map is of nothing.
        guard station.tile(key.tile) == tiles[Int(key.tile)] else {
          throw TerrainFault("A tile was replaced by another one meanwhile. Ask for the map again.")
        }
        guard let tile = CoverageGround.tile(of: block, in: tiles[Int(key.tile)]) else {
          throw TerrainFault("A tile is not what it says it is. Get it again.")
        }
        surface.add(tile)
      case .refusal(let refusal): throw TerrainFault(String(decoding: refusal.text, as: UTF8.self))
      default: throw TerrainFault("A part of the terrain cannot be read.")
      }
    }
    return surface
  }

  /// Rays between two looks at whether the map is still wanted: those that come path by path take
  /// milliseconds each.
  private var raysAtOnce: Int {
    switch plan.model {
    case .irregularTerrain, .hata, .extendedHata: 1
    case .diffraction, .p1812, .freeSpace, .learned, .learnedPlain: 8
    }
  }

  private func tell(_ sweep: CoverageSweep) {
    let progress = CoverageProgress(
      number: ask.number, doneCount: UInt32(sweep.computedCount), rayCount: UInt32(sweep.rayCount))
    state.withLock { state in
      if !state.isCancelled { state.progress = progress }
    }
    waker.wake()
  }
}

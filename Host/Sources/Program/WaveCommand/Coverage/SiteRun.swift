import Crypto
import Dispatch
import Foundation
import Synchronization
import WaveSystem
import WaveTerrainFormats
import WaveOperations
import WavePropagation
import WaveTerrain
import WaveUnits

/// Computes the maps for one part of a site table.
///
/// Each thread computes one site at a time.
///
/// Existing maps whose inputs are unchanged are kept.
struct SiteRun: Sendable {
  /// The sites in this part.
  private let sites: [SiteTable.Site]
  private let antenna: AntennaFile?
  private let tileCache: TerrainTileCache
  private let folder: String
  private let manifestPath: String
  private let jobs: Int
  private let isReplacing: Bool
  /// The manifest of the part before any map has been computed.
  private let plan: SiteManifest

  /// Reads the table of sites and lists the terrain tiles.
  ///
  /// - Throws: `CommandFailure`.
  init(
    _ command: CoverCommand, table path: String, part: PartArgument, jobs: Int
  ) throws(CommandFailure) {
    let table = try FileError.asFailure(FileContent.whole(path: path, limit: SiteTable.byteLimit))
    let all = try SiteTable(String(decoding: table, as: UTF8.self), path: path, command: command).sites
    let terrain = try TerrainCommand.folder(command.terrain)
    let tileCache = try TerrainFileError.asFailure(TerrainTileCache(terrain))
    let antenna = try command.radiation.antennaFile()
    let own = all.enumerated().filter { part.holds($0.offset) }.map(\.element)
    (sites, self.antenna, self.tileCache) = (own, antenna, tileCache)
    folder = command.output
    manifestPath = command.output + "/" + part.manifestName
    isReplacing = command.force
    self.jobs = jobs
    let allInputs = all.map { Self.inputs($0, antenna, tileCache) }.joined(separator: "\n")
    var digests = TileDigests()
    let waiting = own.map { site -> SiteManifest.Site in
      // The digest covers the contents of the tiles, since different heights can have the same file name and
      // length.
      let ground = Self.tiles(site, tileCache).map { digests.of($0.path) }
      let text = ([Self.inputs(site, antenna, tileCache)] + ground).joined(separator: "\n")
      return SiteManifest.Site(site, antenna, inputs: SiteManifest.digest(Array(text.utf8)))
    }
    plan = SiteManifest(
      version: ProgramVersion.text, part: part.number, partCount: part.count,
      quantity: all[0].command.isLevel ? .level : .loss,
      inputs: SiteManifest.digest(Array(allInputs.utf8)), names: all.map(\.name), sites: waiting)
  }

  private static func tiles(_ site: SiteTable.Site, _ tileCache: TerrainTileCache) -> [TerrainEntry] {
    let box = CoverCommand.box(around: site.plan.transmitter, meters: site.plan.radiusMeters)
    return tileCache.entries(southWest: box.southWest, northEast: box.northEast)
  }

  /// Returns a text description of all inputs to a site's map, except the contents of the tiles.
  private static func inputs(
    _ site: SiteTable.Site, _ antenna: AntennaFile?, _ tileCache: TerrainTileCache
  ) -> String {
    // The description of a plan includes all of its fields, including fields that later versions add.
    let numbers = "\(ProgramVersion.text) \(site.name) \(site.plan) \(site.command.inputs(antenna))"
    return ([numbers] + tiles(site, tileCache).map { "\($0.name) \($0.byteCount)" }).joined(separator: "\n")
  }

  /// Computes the maps that do not exist yet and prints a summary.
  ///
  /// - Throws: `CommandFailure` if sites failed, the work was stopped, or a file could not be written.
  func run() throws(CommandFailure) {
    StopSignals.ignoreWriteSignals()
    let line = StatusLine()
    for fault in tileCache.entries.compactMap(\.fault) { line.say(fault.description) }
    let work = SiteWork(try begin(), path: manifestPath)
    let waiting = work.waitingCount
    try work.save()
    let signals = StopSignals { work.end() }
    if waiting > 0 {
      DispatchQueue.concurrentPerform(iterations: min(jobs, waiting)) { _ in
        while let place = work.nextIndex() {
          line.show("\(work.finishedCount) of \(sites.count) sites")
          compute(place, work, line)
        }
      }
    }
    signals.stop()
    line.clear()
    if let failure = work.failure { throw failure }
    try work.save()
    try report(work, keptCount: sites.count - waiting)
  }

  /// Creates the output folder and returns the manifest with the existing maps that are still valid.
  private func begin() throws(CommandFailure) -> SiteManifest {
    try Output.makeFolder(folder)
    let before = try SiteManifest.read(manifestPath)?.sites ?? []
    let found = Dictionary(before.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var manifest = plan
    for index in manifest.sites.indices {
      let site = manifest.sites[index]
      let old = found[site.name]
      if let old, old.state == .done, old.inputs == site.inputs, old.isVerified(in: folder) {
        manifest.sites[index] = old
      } else if old == nil, !isReplacing, FileStatus(path: folder + "/" + site.file) != nil {
        throw CommandFailure(FileError(path: folder + "/" + site.file, cause: .exists))
      }
    }
    return manifest
  }

  private func compute(_ place: Int, _ work: SiteWork, _ line: StatusLine) {
    let site = sites[place]
    var notes: [String] = []
    var grid: MapGrid?
    do throws(CommandFailure) {
      let box = CoverCommand.box(around: site.plan.transmitter, meters: site.plan.radiusMeters)
      let (surface, faults) = tileCache.surface(southWest: box.southWest, northEast: box.northEast)
      notes = faults.map(\.description) + site.command.defaultReasons(site.plan)
      let map = try CoverCommand.map(
        site.plan, over: surface, warn: { notes.append($0) }, advance: { _, _ in !work.isEnded })
      guard let map else { return }
      grid = site.command.grid(map.map, over: map.patch, site.plan, antenna)
    } catch {
      line.say("\(site.name): \(error.message)")
      work.finish(place, notes: notes, result: .failure(error))
      return
    }
    guard let grid else { return }
    for note in notes { line.say("\(site.name): \(note)") }
    let bytes = grid.geoTIFF()
    do throws(CommandFailure) {
      // The method `begin()` has already checked that no unrelated file would be replaced.
      try Output.write(bytes, to: folder + "/" + site.file, isReplacing: true)
      work.finish(place, notes: notes, result: .success(SiteManifest.Map(grid, bytes)))
    } catch { work.end(error) }
  }

  /// Descriptions of the propagation models of all maps, without duplicates.
  private var modelWords: [String] {
    sites.map { CoverCommand.words($0.plan) }.reduce(into: []) { words, next in
      if !words.contains(next) { words.append(next) }
    }
  }

  private func report(_ work: SiteWork, keptCount: Int) throws(CommandFailure) {
    let states = work.sites
    let written = states.filter { $0.state == .done }.count
    let failed = states.filter { $0.state == .failed }
    Output.write([
      "\(manifestPath): \(written) of \(sites.count) maps"
        + (keptCount > 0 ? ", \(keptCount) of them from an earlier run" : "")
        + (plan.partCount > 1 ? "; the table has \(plan.names.count) sites" : "")
        + ", by " + modelWords.joined(separator: " or ")
    ])
    if states.contains(where: { $0.state == .waiting }) {
      throw CommandFailure(
        .unavailable, "stopped before it was finished; run the same command again to compute what is missing")
    }
    guard let first = failed.first else { return }
    let others = failed.count > 1 ? ", and \(failed.count - 1) more sites" : ""
    throw CommandFailure(.data, "no map of \(first.name): \(first.fault ?? "")\(others)")
  }
}

/// The state that threads share while they compute the sites of a part.
private final class SiteWork: Sendable {
  private struct State {
    var manifest: SiteManifest
    var next = 0
    var isEnded = false
    var failure: CommandFailure?
    var lastSaved = ContinuousClock.now
  }

  private let state: Mutex<State>
  private let path: String

  init(_ manifest: SiteManifest, path: String) {
    state = Mutex(State(manifest: manifest))
    self.path = path
  }

  var sites: [SiteManifest.Site] { state.withLock { $0.manifest.sites } }
  var waitingCount: Int { sites.filter { $0.state == .waiting }.count }
  var finishedCount: Int { sites.count - waitingCount }
  var isEnded: Bool { state.withLock { $0.isEnded } }
  var failure: CommandFailure? { state.withLock { $0.failure } }

  /// Prevents threads from starting further sites, and stores the failure that caused this, if any.
  func end(_ failure: CommandFailure? = nil) {
    state.withLock { state in
      state.isEnded = true
      if state.failure == nil { state.failure = failure }
    }
  }

  /// Returns the index of the next site to compute, or nil if there is none.
  func nextIndex() -> Int? {
    state.withLock { state in
      while !state.isEnded, state.next < state.manifest.sites.count {
        defer { state.next += 1 }
        if state.manifest.sites[state.next].state == .waiting { return state.next }
      }
      return nil
    }
  }

  func finish(_ place: Int, notes: [String], result: Result<SiteManifest.Map, CommandFailure>) {
    let isDue = state.withLock { state in
      state.manifest.sites[place].notes = notes.isEmpty ? nil : notes
      switch result {
      case .success(let map):
        state.manifest.sites[place].state = .done
        state.manifest.sites[place].map = map
      case .failure(let error):
        state.manifest.sites[place].state = .failed
        state.manifest.sites[place].fault = error.message
      }
      return ContinuousClock.now - state.lastSaved > .seconds(1)
    }
    guard isDue else { return }
    do throws(CommandFailure) { try save() } catch { end(error) }
  }

  /// Writes the manifest; called regularly, so that little work is lost if the process is killed.
  func save() throws(CommandFailure) {
    let failure: CommandFailure? = state.withLock { state in
      state.lastSaved = ContinuousClock.now
      do throws(CommandFailure) { try state.manifest.write(path) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }
}

/// The digests of tile files, each computed only once.
private struct TileDigests {
  private var known: [String: String] = [:]

  mutating func of(_ path: String) -> String {
    if let digest = known[path] { return digest }
    var sum = SHA256()
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var place = 0
    if let file = try? ReadOnlyFile(path: path) {
      // A file that cannot be read is reported when its heights are needed.
      while let count = try? file.read(into: &piece, at: place), count > 0 {
        sum.update(data: piece[..<count])
        place += count
      }
    }
    let digest = sum.finalize().map { String($0, radix: 16) }.joined(separator: ".")
    known[path] = digest
    return digest
  }
}

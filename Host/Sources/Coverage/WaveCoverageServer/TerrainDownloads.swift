import Synchronization
import WaveCoverageWire
import WaveSystem
import WaveUnits
import WaveWire

/// The downloads of tiles that clients have requested, with progress reports to all clients.
final class TerrainDownloads: Sendable {
  /// The maximum number of tiles that are downloaded at the same time.
  static let limit = 4
  /// The number of listed downloads at which a new download replaces the oldest finished one.
  private static let endedLimit = 32

  private struct Job {
    var progress: TerrainProgress
    var revision: Int
    var task: Task<Void, Never>?
    /// The last reported progress, in percent, or in MiB if the total length is unknown.
    ///
    /// Progress is reported only when this value changes.
    var mark = -1
  }

  private struct State {
    var jobs: [Job] = []
    var revision = 0

    mutating func change(_ cell: TerrainCell, _ edit: (inout Job) -> Void) {
      guard let index = jobs.firstIndex(where: { $0.progress.cell == cell }) else { return }
      revision += 1
      jobs[index].revision = revision
      edit(&jobs[index])
    }

    mutating func add(_ job: Job) {
      jobs.removeAll { $0.progress.cell == job.progress.cell }
      if jobs.count >= TerrainDownloads.endedLimit, let old = jobs.firstIndex(where: { $0.task == nil }) {
        jobs.remove(at: old)
      }
      revision += 1
      var job = job
      job.revision = revision
      jobs.append(job)
    }
  }

  private let supply: any TerrainSupply
  private let state = Mutex(State())

  init(_ supply: any TerrainSupply) { self.supply = supply }

  /// The name of the download source, in UTF-8.
  var origin: [UInt8] { Array(supply.sourceName.utf8) }

  /// A counter that increases whenever a download changes.
  var revision: Int { state.withLock { $0.revision } }

  /// Returns the downloads that have changed since a revision, in the order in which they changed, and the
  /// current revision.
  func changes(since revision: Int) -> (changes: [TerrainProgress], revision: Int) {
    state.withLock { state in
      let changed = state.jobs.filter { $0.revision > revision }.sorted { $0.revision < $1.revision }
      return (changed.map { $0.progress }, state.revision)
    }
  }

  /// Starts the download of a tile unless it is already running.
  func begin(_ cell: TerrainCell, for host: TerrainHost) {
    state.withLock { state in
      if state.jobs.contains(where: { $0.progress.cell == cell && $0.task != nil }) { return }
      guard state.jobs.count(where: { $0.task != nil }) < Self.limit else {
        let text = "\(Self.limit) tiles are already being fetched. Try again when one is complete."
        return state.add(
          Job(progress: TerrainProgress(cell: cell, phase: .failed, text: Array(text.utf8)), revision: 0))
      }
      // The task reports its first progress after the lock is released.
      let task = Task { await self.get(cell, for: host) }
      state.add(Job(progress: TerrainProgress(cell: cell, phase: .coming), revision: 0, task: task))
    }
    host.notify()
  }

  /// Stops the download of a tile; the bytes received so far are kept for the next attempt.
  func stop(_ cell: TerrainCell) {
    state.withLock { state in
      for job in state.jobs where job.progress.cell == cell { job.task?.cancel() }
    }
  }

  private func get(_ cell: TerrainCell, for host: TerrainHost) async {
    let outcome: TerrainProgress
    do throws(TerrainFault) {
      try await supply.fetch(cell) { done, total in self.note(cell, done, total, for: host) }
      host.grow()
      outcome = TerrainProgress(cell: cell, phase: .present)
    } catch {
      outcome =
        Task.isCancelled
        ? TerrainProgress(cell: cell, phase: .stopped)
        : TerrainProgress(cell: cell, phase: .failed, text: error.text.utf8(limit: WireLimits.text))
    }
    state.withLock { state in
      state.change(cell) { job in
        job.progress = outcome
        job.task = nil
      }
    }
    host.notify()
  }

  private func note(_ cell: TerrainCell, _ done: Int, _ total: Int?, for host: TerrainHost) {
    let mark = total.map { $0 > 0 ? Int(saturating: 100 * Double(done) / Double($0)) : 100 } ?? done >> 20
    let isNew = state.withLock { state in
      guard let job = state.jobs.first(where: { $0.progress.cell == cell }), job.task != nil, job.mark != mark
      else { return false }
      state.change(cell) { job in
        job.mark = mark
        job.progress.doneBytes = UInt64(max(0, done))
        job.progress.totalBytes = UInt64(max(0, total ?? 0))
      }
      return true
    }
    if isNew { host.notify() }
  }
}

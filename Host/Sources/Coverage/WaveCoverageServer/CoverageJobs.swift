import Dispatch
import Synchronization
import WaveCoverageFeed
import WaveCoverageWire
import WaveWire

/// The maps that are computed for all clients, a few at a time.
final class CoverageJobs: Sendable {
  /// Samples of a map at most.
  static let sampleLimit = 30_000_000
  /// Maps that wait, are computed, or are there and not sent, at most; and the samples of all of these.
  static let limit = 16
  static let samplesLimit = 4 * Double(sampleLimit)

  /// What clients are told.
  static var offer: TerrainMessage { .coverageOffer(CoverageOffer(sampleLimit: sampleLimit)) }

  private struct State {
    var open: [CoverageJob] = []
    var waiting: [CoverageJob] = []
    var running = 0
  }

  private let runningLimit: Int
  private let queue = DispatchQueue(label: "coverage", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())

  /// - Parameter runningLimit: Maps that are computed at a time.
  init(runningLimit: Int) { self.runningLimit = max(1, runningLimit) }

  /// Has a map computed when its turn comes; false where there is too much to compute.
  func begin(_ job: CoverageJob) -> Bool {
    let isTaken = state.withLock { state in
      let samples = state.open.reduce(job.sampleCount) { $0 + $1.sampleCount }
      guard state.open.count < Self.limit, samples <= Self.samplesLimit else { return false }
      state.open.append(job)
      state.waiting.append(job)
      return true
    }
    if isTaken { work() }
    return isTaken
  }

  /// Forgets a map: it has been sent, or is no longer wanted and ends as soon as it notices.
  func end(_ job: CoverageJob) {
    job.cancel()
    state.withLock { state in
      state.open.removeAll { $0 === job }
      state.waiting.removeAll { $0 === job }
    }
  }

  /// Maps that are open and those that are computed now.
  var counts: (open: Int, running: Int) { state.withLock { ($0.open.count, $0.running) } }

  /// Waits until nothing is computed.
  func settle() async {
    repeat {
      await withCheckedContinuation { continuation in
        queue.async(flags: .barrier) { continuation.resume() }
      }
    } while counts.running > 0
  }

  private func work() {
    while let job = next() {
      queue.async {
        job.run()
        self.state.withLock { $0.running -= 1 }
        self.work()
      }
    }
  }

  private func next() -> CoverageJob? {
    state.withLock { state in
      guard state.running < runningLimit, !state.waiting.isEmpty else { return nil }
      state.running += 1
      return state.waiting.removeFirst()
    }
  }
}

import Dispatch
import Synchronization
import WaveCoverageFeed
import WaveCoverageWire
import WaveWire

/// The queue of map computations for all clients, which runs a limited number at a time.
final class CoverageJobs: Sendable {
  /// The maximum number of samples in a map.
  static let sampleLimit = 30_000_000
  /// The maximum number of maps that are waiting, being computed, or not yet sent.
  ///
  /// A second limit, `samplesLimit`, applies to the total number of their samples.
  static let limit = 16
  static let samplesLimit = 4 * Double(sampleLimit)

  /// The offer to compute maps, which is sent to clients.
  static var offer: CoverageOffer { CoverageOffer(sampleLimit: sampleLimit) }

  private struct State {
    var open: [CoverageJob] = []
    var waiting: [CoverageJob] = []
    var running = 0
  }

  private let runningLimit: Int
  private let queue = DispatchQueue(label: "coverage", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())

  /// Creates an empty queue.
  ///
  /// - Parameter runningLimit: Maximum number of maps computed at the same time; values below 1 count as 1.
  init(runningLimit: Int) { self.runningLimit = max(1, runningLimit) }

  /// Queues a map and returns true, or returns false if the limit on maps or samples is reached.
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

  /// Removes a job whose map has been sent or is no longer needed; if it is still running, it is cancelled.
  func end(_ job: CoverageJob) {
    job.cancel()
    state.withLock { state in
      state.open.removeAll { $0 === job }
      state.waiting.removeAll { $0 === job }
    }
  }

  /// The number of maps that are waiting, being computed or not yet sent, and the number being computed now.
  var counts: (open: Int, running: Int) { state.withLock { ($0.open.count, $0.running) } }

  /// Waits until no map is being computed.
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

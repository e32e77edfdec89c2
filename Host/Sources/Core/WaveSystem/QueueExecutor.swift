import Dispatch

/// Runs what an actor does on a queue of its own, so that waiting for a disk holds up nothing else.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes a queue.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job behind those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

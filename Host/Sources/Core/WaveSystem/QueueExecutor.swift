import Dispatch

/// An executor that runs an actor on a separate queue, so that waiting for the disk does not block other
/// tasks.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor whose queue has the given label.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Enqueues a job to run after all jobs that were enqueued before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

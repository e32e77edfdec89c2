import Dispatch

/// An executor that runs an actor on its own queue, so that waiting for the disk blocks nothing else.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates an executor whose queue has a label.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Enqueues a job to run after those enqueued before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

import Dispatch

/// Runs an actor on a separate queue, so that waiting for a disk blocks nothing else.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates a queue.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

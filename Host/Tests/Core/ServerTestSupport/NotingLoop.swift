import Dispatch
import HostTestSupport
import Logging
import NIOCore
import NIOPosix

@testable import WaveServer

/// A hub without clients: it says when something has happened at the stations that it has joined.
struct NotingHub {
  let hub: SessionHub
  private let changes = Changes()

  init() async throws {
    let loop = NotingLoop(changes: changes)
    hub = try await loop.base.submit {
      SessionHub(eventLoop: loop, metrics: ServerMetrics(), logger: Logger(label: "test"))
    }.get()
  }

  /// Waits until something holds that is looked at after each event.
  func until(_ holds: () throws -> Bool) async rethrows { try await changes.until(holds) }
}

/// An event loop that says when something was done on it.
private final class NotingLoop: EventLoop {
  let base = MultiThreadedEventLoopGroup.singleton.any()
  private let changes: Changes

  init(changes: Changes) { self.changes = changes }

  var inEventLoop: Bool { base.inEventLoop }

  func execute(_ task: @escaping @Sendable () -> Void) {
    base.execute { [changes] in
      task()
      changes.note()
    }
  }

  func submit<Value>(_ task: @escaping @Sendable () throws -> Value) -> EventLoopFuture<Value> {
    base.submit(task)
  }

  func scheduleTask<Value>(
    deadline: NIODeadline, _ task: @escaping @Sendable () throws -> Value
  ) -> Scheduled<Value> { base.scheduleTask(deadline: deadline, task) }

  func scheduleTask<Value>(
    in delay: TimeAmount, _ task: @escaping @Sendable () throws -> Value
  ) -> Scheduled<Value> { base.scheduleTask(in: delay, task) }

  func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {
    base.shutdownGracefully(queue: queue, callback)
  }
}

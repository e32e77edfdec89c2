import Dispatch
import HostTestSupport
import NIOCore
import NIOPosix

/// An event loop that says when something was done on it.
final class NotingLoop: EventLoop {
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

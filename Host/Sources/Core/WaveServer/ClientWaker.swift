import NIOCore
import Synchronization

/// A waker that schedules a client when an answer is ready for it; can be used from any thread.
package struct ClientWaker: Sendable {
  private let body: @Sendable () -> Void

  /// Creates a waker that runs `body` immediately on the calling thread.
  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// A waker that does nothing, for a client that polls.
  package static let none = ClientWaker {}

  /// Schedules the client.
  package func wake() { body() }
}

extension ClientWaker {
  /// Creates a waker that runs `body` on an event loop; calls made before `body` runs are combined.
  ///
  /// The initializer must be called on the event loop.
  init(on eventLoop: any EventLoop, _ body: @escaping () -> Void) {
    let bell = Bell(eventLoop, body)
    self.init { bell.ring() }
  }

  private final class Bell: Sendable {
    private let eventLoop: any EventLoop
    private let body: NIOLoopBound<() -> Void>
    private let isRinging = Atomic(false)

    init(_ eventLoop: any EventLoop, _ body: @escaping () -> Void) {
      self.eventLoop = eventLoop
      self.body = NIOLoopBound(body, eventLoop: eventLoop)
    }

    func ring() {
      guard !isRinging.exchange(true, ordering: .acquiringAndReleasing) else { return }
      eventLoop.execute {
        // The flag is reset before the work, so that an answer that arrives during the work schedules it
        // again.
        _ = self.isRinging.exchange(false, ordering: .acquiringAndReleasing)
        self.body.value()
      }
    }
  }
}

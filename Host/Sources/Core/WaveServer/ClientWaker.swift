import NIOCore
import Synchronization

/// Has one client served, from any thread, since something that it has asked for is there.
package struct ClientWaker: Sendable {
  private let body: @Sendable () -> Void

  /// Wakes by a piece of work, which is done at once on the thread that wakes.
  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Wakes nobody: for a client that looks by itself.
  package static let none = ClientWaker {}

  /// Has the client served soon.
  package func wake() { body() }
}

extension ClientWaker {
  /// Wakes by a piece of work on an event loop, done once however often it is woken before; called on the loop.
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
        // Before the work: what is there only after it rings again.
        _ = self.isRinging.exchange(false, ordering: .acquiringAndReleasing)
        self.body.value()
      }
    }
  }
}

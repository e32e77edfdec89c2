import Dispatch
import Synchronization
import WaveDataWire
import WaveServer

@testable import WaveDataServer

/// The engine's table, and the desks that ask it, so that what they have begun can be waited for.
final class EngineTable: ServedTable {
  private let host: RemoteTableHost
  private let handlers = Mutex<[RemoteTableHandler]>([])

  init(_ host: RemoteTableHost) { self.host = host }

  /// Whether the engine has told what the table is.
  var isOpen: Bool { host.state.withLock { $0.source != nil } }

  var greeting: [DataMessage] { host.greeting }

  func join(_ hub: SessionHub<DataSession>) { host.join(hub) }

  func makeHandler(waking waker: ClientWaker) -> any TableRequestHandler {
    let handler = RemoteTableHandler(host: host, waker: waker)
    handlers.withLock { handlers in
      handlers.removeAll { $0.state.withLock { $0.isClosed } }
      handlers.append(handler)
    }
    return handler
  }

  func run() async throws { try await host.run() }

  /// Waits until nothing is asked any more, or patience is over: an engine may never answer.
  func settle(by deadline: DispatchTime) {
    let done = DispatchSemaphore(value: 0)
    let tasks = handlers.withLock { $0.flatMap { $0.state.withLock { $0.tasks.values.map(\.task) } } }
    Task.detached {
      for task in tasks { await task.value }
      done.signal()
    }
    _ = done.wait(timeout: deadline)
  }
}

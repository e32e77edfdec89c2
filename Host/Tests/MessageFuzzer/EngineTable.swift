import Dispatch
import Synchronization
import WaveDataWire
import WaveServer

@testable import WaveDataServer

/// The engine's table, and the drivers that ask it, so that what they have begun can be waited for.
final class EngineTable: ServedTable {
  private let host: RemoteTableHost
  private let drivers = Mutex<[TaskDriver]>([])

  init(_ host: RemoteTableHost) { self.host = host }

  /// Whether the engine has described the table.
  var isOpen: Bool { host.state.withLock { $0.source != nil } }

  var greeting: [DataMessage] { host.greeting }

  var publisher: EventPublisher<DataSession> { host.publisher }

  func makeDriver(waking waker: ClientWaker) -> any TableDriver {
    let driver = TaskDriver(host: host, waker: waker)
    drivers.withLock { $0.append(driver) }
    return driver
  }

  var isUnread: Bool { host.isUnread }
  func read(_ request: ReadTable) { host.read(request) }
  func choose(_ choice: ChooseLost) { host.choose(choice) }
  func stop() { host.stop() }

  func run() async throws { try await host.run() }

  /// Waits until nothing is asked any more, or patience is over: an engine may never answer.
  func settle(by deadline: DispatchTime) {
    let done = DispatchSemaphore(value: 0)
    let drivers = drivers.withLock { $0 }
    Task.detached {
      for driver in drivers { while let task = driver.tasks.first { await task.value } }
      done.signal()
    }
    _ = done.wait(timeout: deadline)
  }
}

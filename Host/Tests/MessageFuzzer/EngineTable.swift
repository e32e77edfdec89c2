import Dispatch
import Synchronization
import WaveDataWire
import WaveServer

@testable import WaveDataServer

/// The engine's table, and the desks that ask it, so that what they have begun can be waited for.
final class EngineTable: ServedTable {
  private let station: ColumnStation
  private let desks = Mutex<[ColumnDesk]>([])

  init(_ station: ColumnStation) { self.station = station }

  /// Whether the engine has told what the table is.
  var isOpen: Bool { station.state.withLock { $0.source != nil } }

  var greeting: [TableMessage] { station.greeting }

  func join(_ hub: SessionHub<TableSession>) { station.join(hub) }

  func makeDesk(waking waker: ClientWaker) -> any ClientDesk {
    let desk = ColumnDesk(station: station, waker: waker)
    desks.withLock { desks in
      desks.removeAll { $0.state.withLock { $0.isClosed } }
      desks.append(desk)
    }
    return desk
  }

  func run() async throws { try await station.run() }

  /// Waits until nothing is asked any more, or patience is over: an engine may never answer.
  func settle(by deadline: DispatchTime) {
    let done = DispatchSemaphore(value: 0)
    let tasks = desks.withLock { $0.flatMap { $0.state.withLock { $0.tasks.values.map(\.task) } } }
    Task.detached {
      for task in tasks { await task.value }
      done.signal()
    }
    _ = done.wait(timeout: deadline)
  }
}

import Dispatch
import Synchronization

/// Hands events to who reads them one by one, and knows when all have been taken.
final class Feeder<Event: Sendable>: Sendable {
  private struct State {
    var waiting: [Event] = []
    var reader: CheckedContinuation<Event?, Never>?
    var isClosed = false
    /// Who waits for all events to have been taken.
    var settlers: [DispatchSemaphore] = []
  }

  private let state = Mutex(State())

  func give(_ event: Event) {
    let reader = state.withLock { state -> CheckedContinuation<Event?, Never>? in
      guard let reader = state.reader else {
        if !state.isClosed { state.waiting.append(event) }
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: event)
  }

  func close() {
    let (reader, settlers) = state.withLock { state in
      defer {
        state.isClosed = true
        state.reader = nil
        state.settlers = []
      }
      return (state.reader, state.settlers)
    }
    reader?.resume(returning: nil)
    for settler in settlers { settler.signal() }
  }

  /// The events, each given once the one before it has been dealt with.
  var events: AsyncStream<Event> {
    AsyncStream {
      await self.next()
    } onCancel: {
      self.close()
    }
  }

  private func next() async -> Event? {
    await withCheckedContinuation { continuation in
      let (event, isNow, settlers) = state.withLock { state -> (Event?, Bool, [DispatchSemaphore]) in
        if state.isClosed { return (nil, true, []) }
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true, []) }
        state.reader = continuation
        defer { state.settlers = [] }
        return (nil, false, state.settlers)
      }
      if isNow { continuation.resume(returning: event) }
      for settler in settlers { settler.signal() }
    }
  }

  /// Waits on another thread than the reader's until all events have been dealt with.
  func settle(by deadline: DispatchTime) -> Bool {
    let settler = DispatchSemaphore(value: 0)
    let isDone = state.withLock { state in
      if state.isClosed || state.reader != nil { return true }
      state.settlers.append(settler)
      return false
    }
    return isDone || settler.wait(timeout: deadline) == .success
  }
}

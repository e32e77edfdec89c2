import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveSystem

/// Drives the feed of one client of a table stored in an external engine.
///
/// Each request has its own task, so an engine that does not respond blocks nothing else. The task is
/// cancelled when the answer is no longer needed.
final class TaskDriver: TableDriver {
  private struct State {
    var feed: DataFeed
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let rows: EngineRows
  private let waker: ClientWaker
  private let state: Mutex<State>

  /// Creates the driver of a client's feed.
  ///
  /// - Parameters:
  ///   - host: The table.
  ///   - waker: Called when answers for the client are ready.
  init(host: RemoteTableHost, waker: ClientWaker) {
    rows = EngineRows(host: host)
    self.waker = waker
    state = Mutex(State(feed: DataFeed(table: host.feedTable, traits: .engine)))
  }

  var hasAnswers: Bool { state.withLock { $0.feed.hasAnswers } }

  var wakeMicroseconds: Int64 { state.withLock { $0.feed.wakeMicroseconds } ?? .max }

  /// The tasks of requests that have not finished.
  var tasks: [Task<Void, Never>] { state.withLock { Array($0.tasks.values) } }

  func receive(_ input: DataFeed.Input) {
    state.withLock { $0.feed.receive(input, at: MonotonicClock.microseconds) }
    work()
    if case .close = input { rows.host.forgetFailure(of: self) }
  }

  func update(isRedrawn: Bool) { receive(.table(rows.host.feedTable, isRedrawn: isRedrawn)) }

  func nextAnswers() -> [DataMessage] {
    let answers = state.withLock { $0.feed.collect() }
    // The answers no longer fill the queue, so work that was waiting for room can begin.
    work()
    // The next part of an export may be ready.
    if hasAnswers { waker.wake() }
    return answers
  }

  func work() {
    let cancelled: [Task<Void, Never>] = state.withLock { state in
      while let question = state.feed.nextQuestion(at: MonotonicClock.microseconds) {
        state.tasks[question.number] = Task { await self.answer(question) }
      }
      return state.feed.removeCancelled().compactMap { state.tasks[$0] }
    }
    for task in cancelled { task.cancel() }
  }

  private func answer(_ question: Question) async {
    let answer = await rows.answer(question.kind) { report in
      self.state.withLock { state in
        state.feed.receive(report, to: question.number, at: MonotonicClock.microseconds)
      }
      self.waker.wake()
    }
    let isView = state.withLock { state in
      let isView = state.feed.isPictureOfView(question.number)
      state.feed.receive(answer, to: question.number, at: MonotonicClock.microseconds)
      state.tasks[question.number] = nil
      return isView
    }
    // The host records which clients have not received the picture of their view.
    if isView {
      switch answer {
      case .picture: rows.host.forgetFailure(of: self)
      case .failed: rows.host.keepFailure(of: self)
      default: break
      }
    }
    work()
    // Even if there are no messages, the time of the next deadline may have changed.
    waker.wake()
  }
}

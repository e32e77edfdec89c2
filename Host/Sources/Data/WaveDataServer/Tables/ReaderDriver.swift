import Dispatch
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveServer
import WaveSystem

/// Drives the feed of one client of a table whose rows are in memory.
///
/// The client's requests are answered one after another on the table's queue. Background work is queued
/// separately, so that pictures do not wait for it.
final class ReaderDriver: TableDriver {
  let rows: MappedRows
  private let waker: ClientWaker
  private let feed: Mutex<DataFeed>
  // The client's loop reads these at every event, and must not wait while a lane is drawn in the feed.
  private let isReady = Atomic(false)
  private let wakeTime: Atomic<Int64>

  /// Creates the driver of a client's feed.
  ///
  /// - Parameters:
  ///   - host: The table.
  ///   - waker: Called when answers for the client are ready.
  init(host: LoadedTableHost, waker: ClientWaker) {
    rows = MappedRows(host: host)
    self.waker = waker
    let feed = DataFeed(table: host.feedTable, traits: .local)
    wakeTime = Atomic(feed.wakeMicroseconds ?? .max)
    self.feed = Mutex(feed)
  }

  var hasAnswers: Bool { isReady.load(ordering: .acquiring) }

  var wakeMicroseconds: Int64 { wakeTime.load(ordering: .acquiring) }

  func receive(_ input: DataFeed.Input) {
    change { $0.receive(input, at: MonotonicClock.microseconds) }
    work()
  }

  func update(isRedrawn: Bool) { receive(.table(rows.host.feedTable, isRedrawn: isRedrawn)) }

  func nextAnswers() -> [DataMessage] {
    let (answers, question) = change { feed in
      let answers = feed.collect()
      // The answers no longer fill the queue, so work that was waiting for room can begin.
      return (answers, Self.next(&feed))
    }
    if let question {
      begin(question)
      work()
    }
    // The next part of an export may be ready.
    if hasAnswers { waker.wake() }
    return answers
  }

  func work() {
    while let question = change({ Self.next(&$0) }) { begin(question) }
  }

  private func begin(_ question: Question) { rows.host.queue.async { self.answer(question) } }

  /// Answers a request, and then the requests that follow it.
  private func answer(_ first: Question) {
    var next: Question? = first
    while let question = next {
      let answer = rows.answer(
        question.kind, goesOn: { self.feed.withLock { $0.isWanted(question.number) } },
        report: { _ = self.receive($0, to: question.number) })
      next = receive(answer, to: question.number)
      while let other = next, other.isBackground {
        begin(other)
        next = change { Self.next(&$0) }
      }
    }
  }

  /// Passes an answer to the feed and returns the next request.
  private func receive(_ answer: Answer, to number: Int) -> Question? {
    let next: Question? = change { feed in
      feed.receive(answer, to: number, at: MonotonicClock.microseconds)
      return answer.isLast ? Self.next(&feed) : nil
    }
    if hasAnswers { waker.wake() }
    return next
  }

  /// Changes the feed, and publishes the values that the client's event loop reads.
  private func change<Result>(_ body: (inout DataFeed) -> Result) -> Result {
    feed.withLock { feed in
      defer {
        isReady.store(feed.hasAnswers, ordering: .releasing)
        wakeTime.store(feed.wakeMicroseconds ?? .max, ordering: .releasing)
      }
      return body(&feed)
    }
  }

  private static func next(_ feed: inout DataFeed) -> Question? {
    // Cancelled requests need no action here. Their work ends when it next checks whether the answer is
    // needed.
    _ = feed.removeCancelled()
    return feed.nextQuestion(at: MonotonicClock.microseconds)
  }
}

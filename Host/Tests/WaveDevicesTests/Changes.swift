/// What may have changed, for whoever waits until something holds; one waits at a time.
struct Changes: Sendable {
  private let stream: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() { (stream, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Says that something may be other than before.
  func note() { change.yield() }

  /// Waits until something holds that is looked at after each change.
  func until(_ holds: () throws -> Bool) async rethrows {
    var changes = stream.makeAsyncIterator()
    while try !holds(), await changes.next() != nil {}
  }
}

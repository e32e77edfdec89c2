/// What may have changed, for a test that waits until something holds; one waits at a time.
public struct Changes: Sendable {
  private let stream: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  /// Nothing has changed yet.
  public init() { (stream, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Says that something may be other than before.
  public func note() { change.yield() }

  /// Waits until something holds, which is looked at once and then after each change.
  public func until(_ holds: () throws -> Bool) async rethrows {
    var changes = stream.makeAsyncIterator()
    while try !holds(), await changes.next() != nil {}
  }
}

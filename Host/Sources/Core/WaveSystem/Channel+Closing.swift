package import NIOCore

extension Channel {
  /// Closes the channel after a time, unless the returned task is cancelled first.
  @discardableResult
  package func scheduleClosing(in time: TimeAmount) -> Scheduled<Void> {
    eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
  }
}

package import WaveWire

/// The state of the connection: whether the server answers, its clock offset, and whether it has restarted.
package struct ServerLink: Equatable, Sendable {
  /// The interval between clock comparisons, in microseconds.
  private static let exchangeMicroseconds: Int64 = 10_000_000
  /// The jump in the server's clock, in microseconds, above which the server is considered to have restarted.
  private static let jumpMicroseconds: Int64 = 1_000_000

  /// The offset of the server's clock.
  package private(set) var clock = ClockOffset()
  /// Whether the page is visible.
  package private(set) var isVisible = true
  private var watch = LinkWatch()
  /// The client time of the last clock comparison.
  package private(set) var askedMicroseconds: Int64 = .min / 2
  private var exchanges = 0
  /// The difference between server time and client time when the connection was lost.
  private var lostOffset: Int64?

  package init() {}

  /// Whether there is a connection.
  package var isConnected: Bool { watch.isConnected }

  /// Whether the server is connected and not considered lost.
  package var isAnswering: Bool { watch.isAnswering }

  /// The time at which the server stopped answering.
  package var lostMicroseconds: Int64 { watch.lostMicroseconds }

  /// Records that the connection was opened or closed.
  package mutating func connection(isOpen: Bool, at now: Int64) {
    watch.connection(isOpen, at: now)
    if isOpen {
      clock = ClockOffset()
      exchanges = 0
    } else if clock.roundTripMicroseconds != nil {
      lostOffset = lostOffset ?? clock.microseconds
    }
  }

  /// Records that the page was shown or hidden.
  ///
  /// - Returns: Whether to probe the server: messages received before the page was hidden do not show that
  ///   the server still answers.
  package mutating func setVisible(_ isVisible: Bool, at now: Int64) -> Bool {
    self.isVisible = isVisible
    guard isVisible, isConnected else { return false }
    watch.restart(at: now)
    return true
  }

  /// Creates a clock request, which also serves as a probe of the server.
  package mutating func ask(at now: Int64) -> ClockRequest {
    askedMicroseconds = now
    watch.noteProbe(at: now)
    exchanges += 1
    return ClockRequest(clientMicroseconds: now)
  }

  /// The time at which the next clock comparison is due.
  ///
  /// The first comparisons follow in quick succession, because replies are delayed while the page is
  /// starting.
  package var exchangeDue: Int64 { askedMicroseconds + exchangeInterval }

  /// The interval from the last exchange to the next one, in microseconds.
  package var exchangeInterval: Int64 {
    exchanges < 8 ? Self.exchangeMicroseconds / 40 : Self.exchangeMicroseconds
  }

  /// Records a message from the server.
  ///
  /// - Returns: Whether the server had been considered lost.
  package mutating func noteMessage(at now: Int64) -> Bool { watch.noteMessage(at: now) }

  /// Checks whether the server has been silent for too long.
  ///
  /// - Parameters:
  ///   - now: The client time.
  ///   - isExpecting: Whether live data are shown, so that silence indicates a fault.
  /// - Returns: The next step, and when to check again, or nil if no check is needed.
  package mutating func step(
    at now: Int64, isExpecting: Bool
  ) -> (step: LinkWatch.Step, wakeMicroseconds: Int64?) {
    // A hidden page shows no live data, so silence means nothing.
    guard isVisible else { return (.none, nil) }
    return watch.step(at: now, isExpecting: isExpecting)
  }

  /// Receives the server's first message.
  ///
  /// - Returns: If the server has restarted, the jump in its clock since the connection was lost, in
  ///   microseconds; otherwise nil.
  package mutating func receive(_ welcome: Welcome, at now: Int64) -> Int64? {
    defer { lostOffset = nil }
    clock.setInitialEstimate(serverMicroseconds: welcome.serverMicroseconds, at: now)
    guard let lostOffset else { return nil }
    let jump = welcome.serverMicroseconds - now - lostOffset
    return jump.magnitude > Self.jumpMicroseconds ? jump : nil
  }

  /// Receives the server's reply to a clock request.
  package mutating func receive(_ reply: ClockReply, at now: Int64) {
    clock.receive(
      clientMicroseconds: reply.clientMicroseconds, serverMicroseconds: reply.serverMicroseconds, at: now)
  }
}

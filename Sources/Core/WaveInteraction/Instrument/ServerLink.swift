package import WaveWire

/// The server as an instrument knows it: whether it answers, what its clock says, and whether it is the one
/// of before.
package struct ServerLink: Equatable, Sendable {
  /// How often clocks are compared.
  private static let exchangeMicroseconds: Int64 = 10_000_000
  /// A server whose clock is off by more was started anew.
  private static let jumpMicroseconds: Int64 = 1_000_000

  /// The server's clock as seen from here.
  package private(set) var clock = ClockOffset()
  /// Whether the page can be seen.
  package private(set) var isVisible = true
  private var watch = LinkWatch()
  /// When clocks were compared last.
  package private(set) var askedMicroseconds: Int64 = .min / 2
  private var exchanges = 0
  /// The server's clock less the client's when the connection was lost.
  private var lostOffset: Int64?

  package init() {}

  /// Whether there is a connection.
  package var isConnected: Bool { watch.isConnected }

  /// Whether the server is connected and has been heard of late.
  package var isAnswering: Bool { watch.isAnswering }

  /// Since when the server is out of reach.
  package var lostMicroseconds: Int64 { watch.lostMicroseconds }

  /// A connection is there, or gone.
  package mutating func connection(isOpen: Bool, at now: Int64) {
    watch.connection(isOpen, at: now)
    if isOpen {
      clock = ClockOffset()
      exchanges = 0
    } else if clock.roundTripMicroseconds != nil {
      lostOffset = lostOffset ?? clock.microseconds
    }
  }

  /// The page can be seen, or not.
  ///
  /// - Returns: Whether the server is to be asked for a sign: what was heard before the page was hidden says nothing
  ///   of now.
  package mutating func setVisible(_ isVisible: Bool, at now: Int64) -> Bool {
    self.isVisible = isVisible
    guard isVisible, isConnected else { return false }
    watch.forget(at: now)
    return true
  }

  /// The question by which clocks are compared, and the server asked for a sign.
  package mutating func ask(at now: Int64) -> ClockRequest {
    askedMicroseconds = now
    watch.asked(at: now)
    exchanges += 1
    return ClockRequest(clientMicroseconds: now)
  }

  /// When clocks are to be compared again.
  ///
  /// A few exchanges come in quick succession: the first meet a page that is still busy starting.
  package var exchangeDue: Int64 { askedMicroseconds + exchangeInterval }

  /// Microseconds from the newest exchange to the next one.
  package var exchangeInterval: Int64 {
    exchanges < 8 ? Self.exchangeMicroseconds / 40 : Self.exchangeMicroseconds
  }

  /// Something came from the server.
  ///
  /// - Returns: Whether it had been out of reach until now.
  package mutating func heard(at now: Int64) -> Bool { watch.heard(at: now) }

  /// Notices a silence.
  ///
  /// - Parameters:
  ///   - now: The client's time.
  ///   - isExpecting: Whether something is shown that goes on.
  /// - Returns: What is to be done, and when to look again; nil where there is no need to.
  package mutating func step(
    at now: Int64, isExpecting: Bool
  ) -> (step: LinkWatch.Step, wakeMicroseconds: Int64?) {
    // A page that is hidden expects nothing and asks nothing.
    guard isVisible else { return (.none, nil) }
    return watch.step(at: now, isExpecting: isExpecting)
  }

  /// The server greets.
  ///
  /// - Returns: By how many microseconds its clock has jumped since the connection was lost, where it was started
  ///   anew; else nil.
  package mutating func receive(_ welcome: Welcome, at now: Int64) -> Int64? {
    defer { lostOffset = nil }
    clock.guess(serverMicroseconds: welcome.serverMicroseconds, at: now)
    guard let lostOffset else { return nil }
    let jump = welcome.serverMicroseconds - now - lostOffset
    return jump.magnitude > Self.jumpMicroseconds ? jump : nil
  }

  /// The server answers a question.
  package mutating func receive(_ reply: ClockReply, at now: Int64) {
    clock.receive(
      clientMicroseconds: reply.clientMicroseconds, serverMicroseconds: reply.serverMicroseconds, at: now)
  }
}

/// One client, and its session with the instrument that its first message names; lives on the client's event loop.
package final class ClientSession {
  /// Whether sources do what the client asks of them.
  package let mayControl: Bool
  /// Whether the client was let in by its device's pairing.
  package let isPaired: Bool
  /// The clients of the same event loop.
  package let loop: SessionLoop
  /// Has the client served when something that it has asked for is there.
  package private(set) var waker: ClientWaker
  private let instruments: [any ServedInstrument]
  /// The session that the first message began; nil before it, and when the client is gone.
  private(set) var session: (any InstrumentSession)?
  /// Its socket's handler, which has the client in turn until it leaves.
  private var handler: ClientHandler?
  private var endings: [() -> Void] = []

  /// Waits for a client's first message.
  ///
  /// - Parameters:
  ///   - instruments: What is served; a first message that names none of them is the first one's.
  ///   - loop: The clients of the same event loop.
  ///   - mayControl: Whether sources do what the client asks of them.
  ///   - isPaired: Whether the client was let in by its device's pairing.
  ///   - waker: Has a client without a socket served.
  package init(
    instruments: [any ServedInstrument], loop: SessionLoop, mayControl: Bool, isPaired: Bool = false,
    waker: ClientWaker = .none
  ) {
    self.instruments = instruments
    self.loop = loop
    self.mayControl = mayControl
    self.isPaired = isPaired
    self.waker = waker
  }

  /// Is served by a socket from now on.
  func join(_ handler: ClientHandler) {
    self.handler = handler
    waker = ClientWaker(on: loop.eventLoop) { [weak handler] in handler?.wake() }
  }

  /// Has something done when the client is gone.
  func whenLeaving(_ ending: @escaping () -> Void) { endings.append(ending) }

  /// The client is gone.
  package func leave(at now: Int64) {
    session?.close(at: now)
    session = nil
    for ending in endings { ending() }
    endings = []
    handler = nil
  }

  /// Receives the messages in one frame from the client; the first begins the session.
  ///
  /// - Parameters:
  ///   - frame: Whole messages.
  ///   - now: Server time in microseconds.
  ///   - budget: What the client may still send; the frame has been counted for its first message.
  /// - Throws: Why the connection is to be closed.
  package func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    if let session { return try session.receive(frame, at: now, budget: &budget) }
    try begin(with: frame).receive(frame, at: now, budget: &budget)
  }

  private func begin(with frame: [UInt8]) throws(ClientFault) -> any InstrumentSession {
    guard let instrument = instruments.first(where: { $0.isHello(frame) }) ?? instruments.first else {
      throw .protocolError("nothing is served here")
    }
    let session = instrument.makeSession(for: self)
    self.session = session
    return session
  }

  /// Whether there is something to send now.
  package func isDue(at now: Int64) -> Bool { session?.isDue(at: now) ?? false }

  /// When to ask again if nothing else happens; the end of time where there is no need to.
  package var wakeMicroseconds: Int64 { session?.wakeMicroseconds ?? .max }

  /// Writes what is to be sent now.
  package func collect(at now: Int64, into frames: inout MeteredFrames) {
    session?.collect(at: now, into: &frames)
  }

  /// Has the client served soon if it is due, or woken later.
  package func look(on floor: SessionFloor, at now: Int64) {
    if let handler { floor.look(at: handler, now) }
  }
}

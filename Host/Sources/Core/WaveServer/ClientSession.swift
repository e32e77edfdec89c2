/// A connected client and its session with the instrument that its first message selects.
///
/// All calls must be made on the client's event loop.
package final class ClientSession {
  /// Whether the client is allowed to control sources.
  package let mayControl: Bool
  /// Whether the client was admitted because its device is paired.
  package let isPaired: Bool
  /// The clients on the same event loop.
  package let loop: SessionLoop
  /// The waker that schedules the client when an answer is ready for it.
  package private(set) var waker: ClientWaker
  private let instruments: [any ServedInstrument]
  /// The client's session; nil before the first message, and after the client has left.
  private(set) var session: (any InstrumentSession)?
  /// The handler of the client's socket; released when the client leaves, which breaks a reference cycle.
  private var handler: ClientHandler?
  private var endings: [() -> Void] = []

  /// Creates a client that has not sent its first message.
  ///
  /// - Parameters:
  ///   - instruments: The instruments; the first one serves clients whose first message names none of them.
  ///   - loop: The clients on the same event loop.
  ///   - mayControl: Whether the client is allowed to control sources.
  ///   - isPaired: Whether the client was admitted because its device is paired.
  ///   - waker: The waker for a client that has no socket.
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

  /// Attaches the handler of the client's socket.
  func join(_ handler: ClientHandler) {
    self.handler = handler
    waker = ClientWaker(on: loop.eventLoop) { [weak handler] in handler?.wake() }
  }

  /// Registers an action to run when the client leaves.
  func onDisconnect(_ ending: @escaping () -> Void) { endings.append(ending) }

  /// Ends the session; called when the client has left.
  package func leave(at now: Int64) {
    session?.close(at: now)
    session = nil
    for ending in endings { ending() }
    endings = []
    handler = nil
  }

  /// Receives the messages of one frame from the client; the first frame begins the session.
  ///
  /// - Parameters:
  ///   - frame: Complete messages.
  ///   - now: Server time in microseconds.
  ///   - budget: The client's message budget, from which the frame's first message has already been spent.
  /// - Throws: The reason to close the connection.
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

  /// Returns whether there are messages to send now.
  package func isDue(at now: Int64) -> Bool { session?.isDue(at: now) ?? false }

  /// The time at which to call `isDue` again unless an event occurs earlier; `Int64.max` if there is no such
  /// time.
  package var wakeMicroseconds: Int64 { session?.wakeMicroseconds ?? .max }

  /// Appends the messages to send now.
  package func collect(at now: Int64, into frames: inout MeteredFrames) {
    session?.collect(at: now, into: &frames)
  }

  /// Schedules the client immediately if it is due, otherwise at its wake-up time.
  package func schedule(on scheduler: SessionScheduler, now: Int64) {
    if let handler { scheduler.schedule(handler, now: now) }
  }
}

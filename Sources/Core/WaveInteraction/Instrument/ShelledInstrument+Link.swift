import WaveWire

extension ShelledInstrument {
  mutating func connection(isOpen: Bool, at now: Int64) {
    shell.link.connection(isOpen: isOpen, at: now)
    if isOpen {
      send(.greeting)
      requestClock(at: now)
    }
    connectionChanged(isOpen: isOpen, at: now)
    redraw()
  }

  @inline(never) mutating func requestClock(at now: Int64) { send(.clockRequest(shell.link.ask(at: now))) }

  /// Requests a clock comparison if one is due, and a timer tick for the next one.
  package mutating func exchangeClocks(at now: Int64) {
    let interval = shell.link.exchangeInterval
    if now >= shell.link.exchangeDue { requestClock(at: now) }
    wake(at: shell.link.askedMicroseconds + interval)
  }

  mutating func hear(_ message: Message, at now: Int64) {
    if shell.link.noteMessage(at: now) {
      serverReturned(at: now)
      redraw()
    }
    switch message.shared {
    case .welcome(let welcome):
      if welcome.sourceCount == 0 { shell.append(.switchInstrument) }
      let jump = shell.link.receive(welcome, at: now)
      welcomed(welcome, clockJump: jump, at: now)
    case .clockReply(let reply): shell.link.receive(reply, at: now)
    case .notice(let notice): show(notice, at: now)
    case nil:
      accept(message, at: now)
      showWantedSource(at: now)
    }
  }

  /// Shows the source that the user has opened if the server has announced it.
  mutating func showWantedSource(at now: Int64) {
    guard let number = shell.wantedSource, showSource(number, at: now) else { return }
    shell.wantedSource = nil
    redraw()
  }

  /// Checks whether the server has been silent for too long, and if so, probes it, reports it as lost, or
  /// reconnects.
  mutating func watchLink(at now: Int64) {
    let (step, wakeAt) = shell.link.step(at: now, isExpecting: isExpecting)
    if let wakeAt { wake(at: wakeAt) }
    switch step {
    case .none: break
    case .ask: requestClock(at: now)
    case .lose:
      serverLost(at: now)
      redraw()
    case .abandon: shell.append(.reconnect)
    }
  }
}

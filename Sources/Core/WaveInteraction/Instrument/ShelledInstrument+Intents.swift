extension ShelledInstrument {
  /// Handles an external event, such as a touch or a key press.
  public mutating func handle(_ intent: ViewIntent, at now: Int64) -> [Effect] {
    begin(at: now)
    var mayChangePicture = Self.redrawsAfterIntents
    switch intent {
    case .resize(let width, let height, let scale, let insets, let textScale, let headPoints):
      let before = outer
      shell.appearance.outer = Screen(
        width: width, height: height, scale: scale, insets: insets,
        textScale: Swift.max(0.5, Swift.min(4, textScale)), headPoints: headPoints)
      shell.gestures.setScale(scale)
      resized(from: before, at: now)
    case .appearance(let isDark, let reducesMotion):
      shell.appearance.setTheme(isDark: isDark, reducesMotion: reducesMotion)
      redraw()
    case .zone(let seconds): shell.appearance.setZone(offsetSeconds: seconds)
    case .wallClock(let microseconds): shell.appearance.setWallClock(microseconds: microseconds, at: now)
    case .touch(let touch):
      guard !intercept(touch, at: now), let gesture = shell.gestures.gesture(for: touch) else { break }
      handle(gesture, at: now)
    case .wheel(let x, let y, let dx, let dy, let zoom):
      shell.texts.noteTouch()
      shell.gestures.stopGlide()
      wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom, at: now)
      redraw()
    case .key(let key, let isShifted):
      shell.texts.noteTouch()
      if key == .drawer { openDrawer(!isDrawerOpen) }
      handle(key, isShifted: isShifted, at: now)
      redraw()
    case .press(let control): press(control, at: now)
    case .control(let number, let input):
      if let action = shell.numbers.action(of: number) { act(action, input, at: now) }
    case .connection(let isOpen): connection(isOpen: isOpen, at: now)
    case .visibility(let isVisible):
      if shell.link.setVisible(isVisible, at: now) { requestClock(at: now) }
      visibilityChanged(at: now)
      redraw()
    case .source(let number):
      shell.wantedSource = number
      showWantedSource(at: now)
    case .tick:
      mayChangePicture = false
      guard let gesture = shell.gestures.gesture(at: now) else { break }
      handle(gesture, at: now)
      redraw()
    }
    if mayChangePicture { redraw() }
    finish(at: now)
    return shell.effects
  }

  private mutating func begin(at now: Int64) {
    shell.beginEffects()
    shell.passTime(to: now)
    timePassed(at: now)
  }

  private mutating func press(_ control: ShellControl, at now: Int64) {
    shell.texts.noteTouch()
    switch control {
    case .handle: openDrawer(!isDrawerOpen)
    case .chip: pressChip(at: now)
    case .alert: dismissAlert()
    }
    pressed(control, at: now)
    redraw()
  }

  private mutating func act(_ action: Action, _ input: ControlInput, at now: Int64) {
    switch input {
    case .set, .drag: shell.texts.noteTouch()
    case .step, .text, .seen: break
    }
    handle(action, input, at: now)
  }

  /// Performs an action as if the user had operated its control, even if that control is not in the list.
  ///
  /// - Parameters:
  ///   - action: The action to perform.
  ///   - input: The input to the control.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  package mutating func perform(_ action: Action, _ input: ControlInput, at now: Int64) -> [Effect] {
    begin(at: now)
    act(action, input, at: now)
    if Self.redrawsAfterIntents { redraw() }
    finish(at: now)
    return shell.effects
  }

  /// Finishes a call: sends pending messages, rebuilds the controls, and requests the next timer tick.
  mutating func finish(at now: Int64) {
    arrange(at: now)
    watchLink(at: now)
    sendDue(at: now)
    updateControls(at: now)
    controlsUpdated(at: now)
    shell.appendWake()
  }

  /// Receives a message from the server.
  public mutating func receive(_ message: Message, at now: Int64) -> [Effect] {
    begin(at: now)
    hear(message, at: now)
    finish(at: now)
    return shell.effects
  }

  /// Advances animations by one frame and returns whether they continue.
  mutating func animate(at now: Int64) -> Bool {
    switch shell.gestures.advanceGlide(to: now) {
    case .resting: return continueMotion(at: now)
    case .moved(let step): move(by: step, at: now)
    case .ended: return glideEnded(at: now)
    }
    return true
  }

  /// Performs a change that is not caused by an intent, then finishes the call as usual.
  ///
  /// - Parameters:
  ///   - now: The client's monotonic time in microseconds.
  ///   - redraws: Whether the plot must be drawn again.
  ///   - change: A closure that performs the change.
  /// - Returns: The effects to perform, in order.
  package mutating func perform(
    at now: Int64, redraws: Bool = true, _ change: (inout Self) -> Void
  ) -> [Effect] {
    shell.beginEffects()
    change(&self)
    if redraws { redraw() }
    finish(at: now)
    return shell.effects
  }
}

public import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The test bed: asks the source for streams and rates, and measures how soon they are drawn.
extension SensorsModel {
  /// A source was opened, perhaps the same one with other streams.
  mutating func openTestbed(at now: Int64) {
    guard let source, source.flags.contains(.testbed) else {
      testbed = nil
      return arrangeScreen(at: now)
    }
    if testbed == nil {
      testbed = Testbed(plan: testbedPlan)
      // Drawn from the left, new streams are seen at once, beside an open drawer, too.
      motion = .sweep
      windowSeconds = 5
      // Where there is room beside the charts the sliders are there at once.
      isDrawerOpen = screen.width >= Self.drawerBesidePoints * screen.scale
    }
    testbed?.meter.restart()
    if testbed?.run == nil, let made = madeSetting { testbed?.setting = made }
    arrangeScreen(at: now)
  }

  /// What the source makes now.
  var madeSetting: Testbed.Setting? {
    guard let source, let first = source.groups.first else { return nil }
    return Testbed.Setting(streams: source.channelCount, rateHertz: Int(saturating: first.rateHertz))
  }

  /// Starts a run of the test bed, like its button; does nothing without a test bed, or during a run.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func startTestbed(at now: Int64) -> [Effect] {
    perform(at: now) { model in model.startTestbedRun(at: now) }
  }

  private mutating func startTestbedRun(at now: Int64) {
    guard let testbed, !testbed.isRunning else { return }
    self.testbed?.results = []
    self.testbed?.wasCancelled = false
    self.testbed?.run = Testbed.Run(since: now, before: testbed.setting)
    if isPaused || delayMicroseconds > 0 { goLive(at: now) }
    askStep(at: now)
  }

  private mutating func endTestbedRun(isCancelled: Bool) {
    guard let run = testbed?.run else { return }
    testbed?.run = nil
    testbed?.wasCancelled = isCancelled
    ask(run.before)
    lastChip = .min / 2
  }

  /// Asks the source for the load of the step under way.
  private mutating func askStep(at now: Int64) {
    guard let testbed, let run = testbed.run else { return }
    let steps = testbed.plan.steps
    guard run.step < steps.count else { return endTestbedRun(isCancelled: false) }
    self.testbed?.run?.phase = .waiting
    self.testbed?.run?.since = now
    self.testbed?.meter.forget()
    ask(steps[run.step].setting)
  }

  /// Asks the source for a load.
  mutating func ask(_ setting: Testbed.Setting) {
    testbed?.setting = setting
    guard let source, let made = madeSetting else { return }
    func adjust(_ control: TestbedControl, _ value: Int) {
      send(.command(.adjust(source: source.source, control: control.rawValue, value: Double(value))))
    }
    if made.streams != setting.streams { adjust(.streams, setting.streams) }
    if made.rateHertz != setting.rateHertz { adjust(.rate, setting.rateHertz) }
  }

  /// Goes on with a run where its time has come.
  mutating func stepTestbed(at now: Int64) {
    guard let testbed, let run = testbed.run else { return }
    let plan = testbed.plan
    switch run.phase {
    case .waiting:
      if madeSetting == testbed.setting, testbed.meter.hasDrawn {
        self.testbed?.run?.phase = .settling
        self.testbed?.run?.since = now
        wake(at: now + Int64(saturating: plan.settleSeconds * 1e6))
      } else if now - run.since >= Testbed.patienceMicroseconds {
        keepStep(run, from: run.since, at: now)
      } else {
        wake(at: run.since + Testbed.patienceMicroseconds)
      }
    case .settling:
      let end = run.since + Int64(saturating: plan.settleSeconds * 1e6)
      guard now >= end else { return wake(at: end) }
      self.testbed?.meter.forget()
      self.testbed?.run?.phase = .measuring
      self.testbed?.run?.since = now
      wake(at: now + Int64(saturating: plan.measureSeconds * 1e6))
    case .measuring:
      let end = run.since + Int64(saturating: plan.measureSeconds * 1e6)
      guard now >= end else { return wake(at: end) }
      keepStep(run, from: run.since, at: now)
    }
  }

  private mutating func keepStep(_ run: Testbed.Run, from start: Int64, at now: Int64) {
    guard let testbed, run.step < testbed.plan.steps.count else { return }
    let step = testbed.plan.steps[run.step]
    self.testbed?.keep(
      Testbed.Result(
        axis: step.axis, setting: step.setting, figures: testbed.meter.figures(from: start, until: now)))
    self.testbed?.run?.step += 1
    askStep(at: now)
    redraw()
  }

  /// Takes note of live blocks that have come.
  mutating func noteTestbed(_ columns: StreamColumns) {
    guard testbed != nil, !columns.isFetched, columns.view == view else { return }
    let first = Int64(columns.firstBlock)
    testbed?.meter.take(
      view: columns.view, group: Int(columns.group), blocks: first..<first + Int64(columns.blockCount),
      level: Int(columns.level), arrivalMicroseconds: columns.arrivalMicroseconds)
  }

  /// The player has drawn the frame that the last `draw` gave.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  public mutating func drawn(at now: Int64) {
    let server = serverTime(now)
    testbed?.meter.drawn(at: now, serverMicroseconds: server)
  }

  /// Makes the live figures anew, as often as the chip.
  mutating func updateTestbed(at now: Int64) {
    guard let testbed else { return }
    self.testbed?.live = testbed.meter.figures(from: now - Testbed.liveMicroseconds, until: now)
    redraw()
  }

  // MARK: - Controls

  /// Performs the action of a control of the test bed.
  mutating func handle(_ action: SensorsAction.Testbed, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.run, .set):
      if testbed?.isRunning == true { endTestbedRun(isCancelled: true) } else { startTestbedRun(at: now) }
    case (_, .drag(let phase, let fraction, _)): slide(action, phase, fraction: fraction, at: now)
    case (_, .step(_, let steps)): step(action, by: steps, at: now)
    case (_, .set), (_, .text): break
    }
  }

  /// A finger on a slider: what it says is asked of the source when it is let go of.
  private mutating func slide(
    _ action: SensorsAction.Testbed, _ phase: Touch.Phase, fraction: Double, at now: Int64
  ) {
    guard let testbed, !testbed.isRunning, phase != .cancelled else { return }
    let fraction = Swift.max(0, Swift.min(1, fraction))
    switch action {
    case .setStreams: self.testbed?.setting.streams = LogScale.streams.value(at: fraction)
    case .setRate: self.testbed?.setting.rateHertz = LogScale.rate.value(at: fraction)
    case .setViewRate:
      let place = Int(saturating: (fraction * Double(Testbed.viewRates.count - 1)).rounded())
      setViewRate(Testbed.viewRates[place], at: now)
    case .run: return
    }
    if phase == .ended, let setting = self.testbed?.setting { ask(setting) }
    redraw()
  }

  /// A key on a slider's thumb.
  private mutating func step(_ action: SensorsAction.Testbed, by steps: Int, at now: Int64) {
    guard var setting = testbed?.setting, testbed?.isRunning == false else { return }
    switch action {
    case .setStreams: setting.streams = LogScale.streams.value(setting.streams, steps: steps)
    case .setRate: setting.rateHertz = LogScale.rate.value(setting.rateHertz, steps: steps)
    case .setViewRate:
      let rates = Testbed.viewRates
      let place = rates.firstIndex { $0 >= testbed?.viewRate ?? 60 } ?? rates.count - 1
      setViewRate(rates[Swift.max(0, Swift.min(rates.count - 1, place + steps))], at: now)
    case .run: return
    }
    ask(setting)
    redraw()
  }

  private mutating func setViewRate(_ rate: Int, at now: Int64) {
    guard testbed?.viewRate != rate else { return }
    testbed?.viewRate = rate
    testbed?.meter.forget()
    viewChanged(at: now)
  }
}

package import WaveInteraction

extension SensorsModel {
  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    let step = isShifted ? 0.02 : 0.1
    switch key {
    case .left: moveEdge(byMicroseconds: -step * windowSeconds * 1e6, at: now)
    case .right: moveEdge(byMicroseconds: step * windowSeconds * 1e6, at: now)
    case .up: scaleAll(by: isShifted ? 1.1 : 1.5)
    case .down: scaleAll(by: isShifted ? 1 / 1.1 : 1 / 1.5)
    case .zoomIn: stepWindow(-1, at: now)
    case .zoomOut: stepWindow(1, at: now)
    case .space: if isPaused { resume(at: now) } else { pause(at: now) }
    case .home: showAll(at: now)
    case .one: setLayout(.lanes, at: now)
    case .two: setLayout(.overlaid, at: now)
    case .three: setLayout(.paper, at: now)
    case .marker: setMark(x: screen.width / 2, at: now)
    case .hold: setMeasuring(!isMeasuring)
    case .drawer: break
    case .escape:
      if isFittingCard {
        setFittingCard(false, at: now)
      } else if !alertText.isEmpty {
        alertText = []
      } else if isMeasuring {
        isMeasuring = false
      } else {
        isDrawerOpen = false
      }
    case .live: goLive(at: now)
    }
  }

  /// Makes all lanes finer or coarser, or the paper's gain the next one.
  private mutating func scaleAll(by factor: Double) {
    guard layout != .paper else {
      return setPaperGain(place(of: paper.gain, in: PaperSettings.gains) + (factor > 1 ? 1 : -1))
    }
    for index in scales.indices { scales[index].zoom(by: factor) }
  }

  /// The next longer or shorter window, or the paper's next speed.
  private mutating func stepWindow(_ step: Int, at now: Int64) {
    guard layout != .paper else {
      return setPaperSpeed(place(of: paper.speed, in: PaperSettings.speeds) - step, at: now)
    }
    let next =
      step > 0
      ? Self.windows.first { $0 > windowSeconds * 1.01 } : Self.windows.last { $0 < windowSeconds * 0.99 }
    if let next { setWindow(next, anchor: 1, at: now) }
  }

  mutating func setLayout(_ next: Layout, at now: Int64) {
    guard next != .paper || !paperChannels.isEmpty, next != layout else { return }
    layout = next
    if layout == .paper {
      // Leads stand side by side where the sweep comes by.
      motion = .sweep
      arrangePaper()
    }
    viewChanged(at: now)
  }

  mutating func setMotion(_ next: Motion, at now: Int64) {
    motion = next
    trigger.edge = nil
    trigger.crossing = nil
    if motion == .trigger, let lane = triggerLane {
      // The lane may follow its data; the level stays.
      trigger.channel = lane.channel
      trigger.level = trigger.level ?? lane.center
    }
    viewChanged(at: now)
  }
}

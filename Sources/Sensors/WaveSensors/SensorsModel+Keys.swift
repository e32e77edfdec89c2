package import WaveInteraction
import WaveSensorsWire

extension SensorsModel {
  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    let input: StreamView.Input
    let step = (isShifted ? 0.02 : 0.1) * windowSeconds * 1e6
    let factor = isShifted ? 1.1 : 1.5
    let isPaper = layout == .paper
    switch key {
    case .left: input = .time(.pan(microseconds: -step))
    case .right: input = .time(.pan(microseconds: step))
    // On paper, these keys step through the gains or speeds.
    case .up: input = isPaper ? .paper(.stepGain(1)) : .streams(.zoomAll(by: factor))
    case .down: input = isPaper ? .paper(.stepGain(-1)) : .streams(.zoomAll(by: 1 / factor))
    case .zoomIn, .zoomOut:
      if isPaper {
        input = .paper(.stepSpeed(key == .zoomIn ? 1 : -1))
      } else {
        guard let next = view.time.nextWindow(isLonger: key == .zoomOut) else { return }
        input = .time(.zoom(next, anchor: 1))
      }
    case .space: input = .time(isPaused ? .resume : .pause)
    case .home: input = .showAll
    case .one: input = .streams(.layout(.lanes))
    case .two: input = .streams(.layout(.overlaid))
    case .three: input = .streams(.layout(.paper))
    case .marker: return setMark(x: screen.width / 2, at: now)
    case .hold: return measure(!isMeasuring)
    case .drawer: return
    case .escape:
      guard view.paper.isFittingCard else {
        if !alertText.isEmpty {
          alertText = []
        } else if isMeasuring {
          measure(false)
        } else {
          isDrawerOpen = false
        }
        return
      }
      input = .paper(.fitCard(false))
    case .live: input = .time(.goLive)
    }
    change(input, at: now)
  }
}

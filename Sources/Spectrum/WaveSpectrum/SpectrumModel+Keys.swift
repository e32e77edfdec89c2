import WaveDisplay
package import WaveInteraction
import WaveSpectrumWire

extension SpectrumModel {
  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    shell.gestures.stopGlide()
    let stepX = screen.width / (isShifted ? 100 : 10)
    let stepY = screen.plot.height / (isShifted ? 100 : 10)
    switch key {
    case .left, .right, .up, .down:
      let isAlong = key == .left || key == .right
      if marker != nil, mode == .waterfall || (isAlong && mode != .meter) {
        let size = Double(Swift.max(1, isAlong ? screen.width : screen.plot.height))
        let step = (key == .left || key == .down ? -1 : 1) * (isShifted ? 1 / size : 0.01)
        moveMarker(by: step, inTime: !isAlong, at: now)
      } else {
        move(
          dx: key == .left ? stepX : key == .right ? -stepX : 0,
          dy: key == .up ? stepY : key == .down ? -stepY : 0, at: now)
      }
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.25 : 0.8
      let x = marker.map { plot.pixel(ofHertz: $0.hertz) } ?? screen.width / 2
      zoom(
        scaleX: isShifted ? 1 : factor, scaleY: isShifted ? factor : 1,
        x: Swift.max(0, Swift.min(screen.width, x)),
        y: mode == .waterfall ? 0 : screen.plot.height / 2, at: now)
    case .space: changeTime(isPaused ? .resume : .pause, at: now)
    case .home: showAll(at: now)
    case .one: setMode(.spectrum, at: now)
    case .two: setMode(.waterfall, at: now)
    case .three: setMode(.meter, at: now)
    case .marker: markPeak(at: now)
    case .hold: setHolding(!isHolding, at: now)
    case .drawer: break
    case .escape:
      if !alertText.isEmpty {
        alertText = []
      } else if isDrawerOpen {
        isDrawerOpen = false
      } else {
        removeMarker()
      }
    case .live: changeTime(.resume, at: now)
    }
    endStep(at: now)
  }
}

import WaveDisplay
import WaveSpectrumWire
import WaveUnits
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// The states of the session, in their order.
extension GoldenSession {
  mutating func play() {
    begin()
    showSpectra()
    zoomAndDrag()
    markPlaces()
    openDrawers()
    pauseAndLose()
    steer()
    showWaterfalls()
    markWaterfalls()
    showMeters()
    playRecordings()
    annotate()
    shrink()
  }

  private mutating func begin() {
    note("no connection yet")
    bench.send(.connection(isOpen: true))
    note("connected without sources")
    bench.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: bench.now)))
    bench.receive(
      .clockReply(ClockReply(clientMicroseconds: bench.now - 8000, serverMicroseconds: bench.now - 1000)))
    serveSource()
    note("source without rows")
  }

  // MARK: - Spectrum

  private mutating func showSpectra() {
    serveAxis()
    serveRow()
    note("spectrum and hint")
    bench.perform(.holdMaximum, .set(1))
    serveAxis()
    serveRow()
    note("maximum held")
    serveRow(isShort: true)
    note("newest maxima over older means")
    serveRow(scale: LevelScale(bottom: -110, top: -10, rows: 5000))
    note("finer levels")
    serveAxis(missing: (0.08, 0.13))
    serveRow()
    note("band partly acquired")
    serveAxis()
    serveRow()
    serveRow(lost: 1)
    pass(1100)
    serveRow()
    note("a row lost")
    serveRow(lost: 12, skipped: 3, flags: [.heldUp, .clipped])
    pass(1100)
    serveRow(flags: .clipped)
    note("rows lost, skipped and clipped")
    pass(3000)
    for _ in 0..<3 {
      bench.now += 110_000
      serveRow(flags: .slowed)
    }
    note("rows slowed")
    bench.receive(.artefacts(Artefacts(source: 0, spikeHertz: 98.3e6, imageHertz: 88.2e6)))
    serveRow()
    note("artefacts")
    bench.perform(.holdMaximum, .set(0))
    serveAxis()
    serveRow()
    note("maximum no longer held")
  }

  private mutating func zoomAndDrag() {
    pinch([(0.4, 0.4), (0.25, 0.35)], [(0.6, 0.5), (0.8, 0.56)])
    note("zoomed with the row of before")
    serveAxis()
    serveRow()
    note("zoomed")
    drag(from: (0.6, 0.3), to: (0.45, 0.52))
    serveAxis()
    serveRow()
    note("moved and levels lowered")
    for _ in 0..<12 { bench.send(.wheel(x: 300, y: 200, dx: 0, dy: -300, zoom: .vertical)) }
    for _ in 0..<8 { bench.send(.wheel(x: 300, y: 200, dx: 0, dy: -300, zoom: .horizontal)) }
    serveAxis()
    serveRow()
    note("as near as can be")
    for _ in 0..<5 { bench.send(.wheel(x: 300, y: 200, dx: 40, dy: 700, zoom: .vertical)) }
    bench.send(.wheel(x: 300, y: 200, dx: 31, dy: 17, zoom: .none))
    note("wheels")
    key(.home)
    serveAxis()
    serveRow()
    key(.zoomIn, times: 2)
    key(.zoomIn, isShifted: true, times: 3)
    key(.right)
    key(.up, isShifted: true, times: 4)
    serveAxis()
    serveRow()
    note("keys")
    key(.home)
    serveAxis()
    serveRow()
    touch(.began, 0.3, 0.4)
    touch(.moved, 0.5, 0.42)
    note("dragged beyond the band")
    bench.now += 300_000
    touch(.ended, 0.5, 0.42)
    bench.run(milliseconds: 50)
    note("on the way back")
    bench.run(milliseconds: 1500)
    key(.zoomIn, times: 4)
    serveAxis()
    serveRow()
    touch(.began, 0.6, 0.5)
    for step in 1...6 { touch(.moved, 0.6 - Float(step) * 0.02, 0.5) }
    touch(.ended, 0.48, 0.5)
    bench.run(milliseconds: 70)
    note("gliding")
    bench.run(milliseconds: 3000)
    serveAxis()
    serveRow()
    note("glided")
    key(.home)
    serveAxis()
    serveRow()
  }

  private mutating func markPlaces() {
    hold(0.32, 0.5)
    note("marker at a tone")
    tap(onText: "\u{00D7}")
    note("marker taken away by its cross")
    key(.marker)
    note("marker at the strongest tone")
    key(.marker, times: 2)
    note("marker at another tone")
    hold(0.06, 0.3)
    note("marker at the left")
    drag(from: (0.06, 0.7), to: (0.93, 0.72))
    note("marker at the right")
    drag(from: (0.93, 0.7), to: (0.64, 0.7))
    note("marker in a gap")
    key(.zoomIn, times: 9)
    serveAxis()
    serveRow()
    note("marker zoomed")
    key(.right, times: 60)
    key(.left, isShifted: true, times: 3)
    serveAxis()
    serveRow()
    note("marker moved on by keys")
    key(.escape)
    key(.home)
    serveAxis()
    serveRow()
    note("marker taken away")
  }

  // MARK: - The drawer

  private mutating func openDrawers() {
    bench.send(.press(.handle))
    note("drawer of a spectrum")
    bench.perform(.setDisplayGain, .text(Array("7.25".utf8)))
    note("display gain of a fraction")
    bench.perform(.setDisplayGain, .text(Array("-6".utf8)))
    note("display gain below zero")
    bench.perform(.setDisplayGain, .text(Array("much".utf8)))
    note("no number")
    bench.perform(.setLowFrequency, .text(Array("low".utf8)))
    note("no frequency")
    bench.perform(.setHighFrequency, .text(Array("2.4 GHz".utf8)))
    note("frequency outside")
    bench.send(.press(.alert))
    bench.perform(.setLowFrequency, .text(Array("95.5".utf8)))
    note("frequency typed")
    bench.perform(.setBand, .drag(.began, fraction: 0.98, distance: 0))
    bench.perform(.setBand, .drag(.moved, fraction: 0.71, distance: 0))
    bench.perform(.setBand, .drag(.moved, fraction: 0.74, distance: 90))
    note("slider dragged")
    bench.perform(.setBand, .drag(.ended, fraction: 0.74, distance: 90))
    bench.perform(.setBand, .step(thumb: 0, steps: 7))
    bench.perform(.setBand, .step(thumb: 1, steps: -12))
    note("slider stepped")
    serveReceiver()
    note("receiver")
    bench.perform(.adjustReceiver(source: 0, setting: 1), .set(1))
    note("receiver asks back")
    bench.perform(.adjustReceiver(source: 0, setting: 3), .drag(.moved, fraction: 0.61, distance: 0))
    bench.perform(.adjustReceiver(source: 0, setting: 4), .step(thumb: 0, steps: 3))
    bench.perform(.adjustReceiver(source: 0, setting: 2), .set(2))
    note("receiver adjusted")
    bench.perform(.adjustReceiver(source: 0, setting: 4), .text(Array("-3".utf8)))
    serveMicrophone()
    note("two sources")
    key(.escape)
    key(.home)
    serveAxis()
    serveRow()
    note("drawer closed")
  }

  private mutating func serveReceiver() {
    func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    bench.receive(
      .controls(
        SourceControls(
          source: 0,
          controls: [
            .toggle(id: 1, name: text("Bias tee"), isOn: false, confirmation: text("Really 4.5 V?")),
            .choice(
              id: 2, name: text("Gain mode"), names: [text("automatic"), text("linear"), text("manual")],
              selected: 1),
            SourceControl(
              id: 3, kind: .number, value: 20.5, low: 3, high: 49.6, step: 0.1, name: text("Tuner gain"),
              texts: [text("dB")]),
            SourceControl(
              id: 4, kind: .number, value: 5, low: -12, high: 28, step: 2, name: text("Correction"),
              texts: [text("ppm")]),
          ])))
  }

  // MARK: - Pauses and losses

  private mutating func pauseAndLose() {
    tap(0.5, 0.5)
    note("paused")
    pass(2500)
    drag(from: (0.4, 0.5), to: (0.5, 0.45))
    pinch([(0.4, 0.4), (0.3, 0.4)], [(0.6, 0.41), (0.7, 0.41)])
    note("moved while paused")
    serveAxis()
    serveRow()
    note("reduced anew while paused")
    pass(1000)
    tap(0.5, 0.5)
    serveAxis()
    serveRow()
    note("resumed")
    bench.run(milliseconds: 5000)
    note("no data any more")
    bench.send(.connection(isOpen: false))
    note("connection lost")
    bench.isReachable = false
    pass(4200)
    note("connection lost for seconds")
    bench.isReachable = true
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: bench.now)))
    bench.receive(.notice(Notice(severity: .warning, text: Array("The antenna is wet.".utf8))))
    serveAxis()
    serveRow()
    note("connected again with a notice")
    key(.escape)
    bench.send(.visibility(false))
    note("hidden")
    bench.send(.visibility(true))
    key(.home)
    serveAxis()
    serveRow()
  }

  private mutating func steer() {
    serveSource(flags: [], unit: .milliwatt, low: -0.4e6, high: 0.6e6, rbwHertz: 700)
    key(.home)
    serveAxis()
    serveRow()
    note("negative frequencies in dBm")
    serveSource(flags: .tunable, unit: .milliwatt, low: 1575.2e6, high: 1575.8e6)
    key(.home)
    key(.right, times: 3)
    serveAxis(missing: (0, 0.3))
    serveRow()
    note("tuned beyond what is acquired")
    bench.receive(.steering(Steering(source: 0, state: .another, viewers: 4)))
    key(.drawer)
    serveAxis()
    serveRow()
    note("another steers")
    bench.receive(.steering(Steering(source: 0, state: .you, viewers: 2)))
    note("this screen steers")
    bench.receive(.steering(Steering(source: 0, state: .free, viewers: 2, isViewOnly: true)))
    note("looking only")
    bench.receive(.steering(Steering(source: 0, state: .free, viewers: 1)))
    key(.drawer)
    bench.perform(.chooseSource, .set(1))
    serveAxis()
    serveRow()
    note("microphone in relative decibels")
    bench.perform(.chooseSource, .set(0))
    serveSource()
    key(.home)
  }
}

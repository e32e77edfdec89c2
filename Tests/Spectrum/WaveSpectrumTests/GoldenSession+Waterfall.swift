import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// The states of waterfalls, meters, recordings and small windows.
extension GoldenSession {
  /// A recorded time of day, in microseconds since 1970.
  private static let evening: Int64 = 1_403_028_345_600_000

  // MARK: - Waterfall

  mutating func showWaterfalls() {
    key(.two)
    note("waterfall without rows")
    serveAxis()
    serveSlots(1...30)
    note("waterfall and hint")
    serveSlots(36...60, flags: .fetched)
    pass(200)
    endFetch()
    note("waterfall with a gap")
    serveSlots(0...0, flags: .incomplete)
    pass(1100)
    note("a line with lost rows")
    pinch([(0.4, 0.4), (0.3, 0.4)], [(0.6, 0.41), (0.75, 0.41)])
    serveAxis()
    serveSlots(0...3)
    note("waterfall of two bands")
    bench.now += 7_300_000
    note("waterfall flowed on")
    drag(from: (0.5, 0.6), to: (0.5, 0.35))
    note("looked back")
    touch(.began, 0.5, 0.4)
    touch(.moved, 0.52, 0.55)
    note("finger on the waterfall")
    touch(.ended, 0.52, 0.55)
    pass(500)
    bench.send(.press(.chip))
    serveAxis()
    note("back to now")
    legend()
    for (index, period) in [0, 4, 9, 12].enumerated() {
      bench.perform(.setPeriod, .set(period))
      serveAxis()
      serveSlots(1...20)
      key(.drawer)
      note("period \(index)")
      key(.drawer)
    }
    pinch([(0.5, 0.4), (0.5, 0.2)], [(0.52, 0.5), (0.52, 0.8)])
    note("period pinched")
    bench.perform(.setPeriod, .set(5))
    key(.home)
    serveAxis()
    serveSlots(0...70)
  }

  private mutating func legend() {
    let bar = bench.model.plot.legendBar
    let y = bar.y + bar.height / 2
    bench.drag(from: (bar.x + 20, y), to: (bar.x + 0.4 * bar.width, y))
    note("legend dragged")
    bench.pinch(
      [(bar.x + 0.4 * bar.width, y), (bar.x + 0.2 * bar.width, y)],
      [(bar.x + 0.6 * bar.width, y), (bar.x + 0.9 * bar.width, y)])
    note("legend pinched")
    key(.home)
  }

  mutating func markWaterfalls() {
    hold(0.33, 0.3)
    note("waterfall marker")
    key(.down, times: 30)
    key(.up, isShifted: true, times: 3)
    key(.right, times: 5)
    note("waterfall marker moved by keys")
    hold(0.8, 0.97)
    note("waterfall marker at the bottom")
    hold(0.03, 0.5)
    note("waterfall marker beside the handle")
    key(.marker)
    note("waterfall marker at a peak")
    tap(0.5, 0.75)
    pass(2000)
    note("waterfall paused")
    drag(from: (0.5, 0.7), to: (0.45, 0.5))
    note("waterfall moved while paused")
    pass(600)
    key(.escape)
    key(.live)
    key(.home)
    serveAxis()
    serveSlots(0...20)
    bench.isReachable = false
    pass(500)
    pass(1700)
    note("waterfall without answers")
    bench.send(.connection(isOpen: false))
    bench.now += 1_000_000
    bench.send(.connection(isOpen: true))
    let server = bench.now - 60_000_000
    bench.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: server)))
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: server)))
    serveSource()
    serveMicrophone()
    serveAxis()
    serveSlots(0...2)
    note("waterfall of a server started anew")
    bench.isReachable = true
  }

  // MARK: - Meter

  mutating func showMeters() {
    key(.three)
    pass(200)
    note("meter without a level")
    serveMeter(-4275)
    note("meter and hint")
    serveMeter(-2310)
    serveMeter(-7040)
    note("meter below its highest level")
    serveMeter(RowMessage.gap)
    note("meter in a gap")
    for (index, level) in [-9990, 350, -6150, -5700].enumerated() {
      bench.perform(.setLowFrequency, .text(Array("\(89 + index)".utf8)))
      pass(200)
      serveMeter(Int16(level))
      serveMeter(Int16(level - 400))
      note("meter level \(index)")
    }
    drag(from: (0.4, 0.3), to: (0.42, 0.5))
    note("meter moved")
    pinch([(0.5, 0.4), (0.5, 0.05)], [(0.52, 0.5), (0.52, 0.95)])
    pinch([(0.5, 0.4), (0.5, 0.05)], [(0.52, 0.5), (0.52, 0.95)])
    pinch([(0.5, 0.4), (0.5, 0.05)], [(0.52, 0.5), (0.52, 0.95)])
    note("meter stretched")
    pinch([(0.5, 0.1), (0.5, 0.4)], [(0.52, 0.9), (0.52, 0.6)])
    key(.drawer)
    note("meter with drawer")
    key(.drawer)
    serveMeter(-3000)
    bench.now += 30_000
    serveMeter(-3141)
    tap(0.5, 0.3)
    note("meter paused")
    pass(1000)
    tap(0.5, 0.3)
    key(.home)
    serveSource(unit: .relative)
    pass(200)
    serveMeter(-5000)
    note("meter of relative levels")
    serveSource()
    key(.one)
    serveAxis()
    serveRow()
  }

  // MARK: - Recordings

  mutating func playRecordings() {
    let server = bench.model.serverTime(bench.now)
    serveSource(
      2, flags: .recording, low: 400e6, high: 410e6, start: Self.evening, duration: 600, name: "evening.iq")
    map(2, at: server - 20_000_000, recorded: Self.evening + 3_000_000, speed: 1)
    bench.perform(.chooseSource, .set(2))
    serveAxis()
    serveRow()
    pass(1100)
    key(.drawer)
    note("recording")
    bench.perform(.seek, .drag(.moved, fraction: 0.37, distance: 0))
    note("recording sought")
    bench.perform(.seek, .drag(.ended, fraction: 0.37, distance: 0))
    bench.perform(.seek, .step(thumb: 0, steps: 4))
    bench.perform(.setSpeed, .set(3))
    key(.drawer)
    hold(0.32, 0.4)
    note("recording with marker")
    key(.two)
    serveAxis()
    serveSlots(1...40)
    note("recorded waterfall")
    map(2, at: bench.model.serverTime(bench.now), recorded: Self.evening + 90_000_000, speed: 20)
    pass(1000)
    hold(0.5, 0.4)
    note("recorded waterfall at another speed")
    key(.drawer)
    note("recorded waterfall's drawer")
    key(.drawer)
    map(2, at: bench.model.serverTime(bench.now), recorded: Self.evening + 110_000_000, speed: 0)
    pass(1000)
    note("playback stopped")
    map(2, at: bench.model.serverTime(bench.now), recorded: Self.evening + 110_000_000, speed: 0.25)
    pass(1000)
    tap(0.5, 0.9)
    note("playback paused")
    pass(1000)
    key(.live)
    key(.escape)
    serveSource(
      3, flags: [.recording, .rateUnknown, .zoneUnknown], unit: .relative, low: -0.5e6, high: 0.5e6,
      rbwHertz: 490, start: 1_000_000, duration: 40, name: "unknown.bin")
    map(3, at: bench.model.serverTime(bench.now), recorded: 9_000_000, speed: 1)
    bench.perform(.chooseSource, .set(3))
    serveAxis()
    serveSlots(0...10)
    note("waterfall of unknown rate")
    key(.one)
    serveAxis()
    serveRow()
    key(.marker)
    key(.drawer)
    pass(1100)
    note("spectrum of unknown rate")
    key(.drawer)
    key(.escape)
  }

  mutating func annotate() {
    func mark(_ start: Double, _ end: Double, _ low: Double, _ high: Double, _ label: String) -> Annotation {
      let now = Double(bench.model.serverTime(bench.now))
      return Annotation(
        startMicroseconds: Int64(now + start * 1e6), endMicroseconds: Int64(now + end * 1e6),
        lowHertz: 400e6 + low * 10e6, highHertz: 400e6 + high * 10e6, label: Array(label.utf8),
        note: Array("A note about \(label)".utf8))
    }
    bench.perform(.chooseSource, .set(2))
    let server = bench.model.serverTime(bench.now) - 30_000_000
    map(2, at: server, recorded: server, speed: 1)
    bench.receive(
      .annotations(
        Annotations(
          source: 2,
          marks: [
            mark(-3, 2, 0.1, 0.3, "FM"), mark(-2, 3, 0.25, 0.4, "a long name of a signal"),
            mark(-9, 9, -0.2, 0.02, "edge"), mark(-1, 1, 0.5, 0.5002, "carrier"),
            mark(-12, -6, 0.3, 0.8, "burst"), mark(-11, -8, 0.4, 0.6, "within"),
            mark(-25, 5, 0.55, 0.97, ""), mark(-25, -1, 0.9, 1.4, "DVB-T"),
            mark(-8, -7.9, 0.05, 0.3, "short"),
          ])))
    serveAxis()
    serveRow()
    note("annotated spectrum")
    tap(onText: "FM")
    note("annotated spectrum touched")
    key(.escape)
    key(.live)
    key(.two)
    bench.perform(.setPeriod, .set(2))
    serveAxis()
    serveSlots(0...25)
    note("annotated waterfall")
    for text in ["burst", "within", "short"] {
      tap(onText: text)
      note("annotated waterfall touched at \(text)")
      key(.escape)
      key(.live)
      pass(1000)
    }
    pinch([(0.4, 0.4), (0.2, 0.4)], [(0.6, 0.42), (0.8, 0.42)])
    serveAxis()
    note("annotated waterfall zoomed")
  }

  // MARK: - Small windows

  mutating func shrink() {
    bench.perform(.chooseSource, .set(0))
    bench.send(screen.smallWindow)
    bench.receive(.artefacts(Artefacts(source: 0, spikeHertz: 98.3e6, imageHertz: 88.2e6)))
    for (name, mode) in [("spectrum", Key.one), ("waterfall", .two), ("meter", .three)] {
      key(mode)
      serveAxis()
      if mode == .two { serveSlots(0...20) } else if mode == .three { serveMeter(-4000) } else { serveRow() }
      note("small \(name)")
      hold(0.4, 0.5)
      note("small \(name) with marker")
      tap(0.6, 0.9)
      note("small \(name) paused")
      pass(1000)
      key(.live)
      key(.escape)
    }
    bench.send(screen.resize)
    bench.send(.appearance(isDark: screen == .tablet, reducesMotion: true))
    key(.one)
    serveAxis()
    serveRow()
    note("other theme")
  }
}

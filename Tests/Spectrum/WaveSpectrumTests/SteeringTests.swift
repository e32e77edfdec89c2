import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// Several screens on one receiver: who steers, and what the others see.
@Suite struct SteeringTests {
  private static func bench(_ state: Steering.State, viewers: UInt16 = 3) -> Bench {
    var bench = Bench(flags: [.simulated, .tunable])
    bench.receive(.steering(Steering(source: 0, state: state, viewers: viewers)))
    return bench
  }

  private static func retune(_ bench: inout Bench, low: Double, high: Double) {
    bench.receive(.source(Bench.info(flags: [.simulated, .tunable], low: low, high: high)))
  }

  /// Moves the band half a screen up, as a drag that ends.
  private static func pan(_ bench: inout Bench) {
    for _ in 0..<5 { bench.send(.key(.right, isShifted: false)) }
    bench.run(milliseconds: 1000)
  }

  private static func tunes(_ bench: Bench) -> Int {
    bench.sent.count { if case .command(.tune) = $0 { true } else { false } }
  }

  private static func shows(_ bench: Bench, _ text: String) -> Bool {
    String(decoding: bench.model.controls.bytes, as: UTF8.self).contains(text)
  }

  @Test func whoeverMaySteerTunes() {
    for state in [Steering.State.free, .you] {
      var bench = Self.bench(state)
      Self.pan(&bench)
      #expect(Self.tunes(bench) >= 1)
      #expect(bench.model.band.high > 110e6)
    }
  }

  @Test func othersStayWithinWhatIsAcquired() {
    var bench = Self.bench(.another)
    Self.pan(&bench)
    #expect(Self.tunes(bench) == 0)
    #expect(bench.model.band == Band(low: 90e6, high: 110e6))
    #expect(Self.shows(bench, "another screen steers"))
  }

  @Test func aSpanThatIsStillThereIsKept() {
    var bench = Self.bench(.another)
    bench.send(.key(.zoomIn, isShifted: false))
    bench.send(.key(.zoomIn, isShifted: false))
    let band = bench.model.band
    #expect(band.low > 90e6 && band.high < 110e6)
    Self.retune(&bench, low: band.low - 1e6, high: band.low + 19e6)
    #expect(bench.model.band == band)
    Self.retune(&bench, low: 430e6, high: 450e6)
    #expect(bench.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func orderOfTheMessagesDoesNotMatter() {
    var bench = Self.bench(.free)
    Self.retune(&bench, low: 430e6, high: 450e6)
    bench.receive(.steering(Steering(source: 0, state: .another, viewers: 2)))
    #expect(bench.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func whoSteersHimselfKeepsTheBandThatHeAskedFor() {
    var bench = Self.bench(.you)
    bench.send(.key(.zoomIn, isShifted: false))
    let band = bench.model.band
    Self.retune(&bench, low: 430e6, high: 450e6)
    #expect(bench.model.band == band)
  }

  @Test func theWholeIsWhatTheOtherHasTunedTo() {
    var bench = Self.bench(.another)
    Self.retune(&bench, low: 430e6, high: 450e6)
    bench.send(.key(.zoomIn, isShifted: false))
    bench.send(.key(.home, isShifted: false))
    #expect(bench.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func theDrawerSaysWhoSteersAndTakesControl() {
    var bench = Self.bench(.another)
    bench.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(bench, "Another screen steers \u{00B7} 3 watching"))
    #expect(Self.shows(bench, "Take control"))
    bench.perform(.takeControl, .set(1))
    #expect(bench.sent.last == .command(.takeControl(source: 0)))
    bench.receive(.steering(Steering(source: 0, state: .you, viewers: 3)))
    #expect(Self.shows(bench, "This screen steers \u{00B7} 3 watching"))
    #expect(!Self.shows(bench, "Take control"))
    bench.receive(.steering(Steering(source: 0, state: .free, viewers: 1)))
    #expect(!Self.shows(bench, "steers"))
  }

  @Test(arguments: [Steering.State.free, .another]) func whoMayOnlyLookHasNoControls(_ state: Steering.State)
  {
    var bench = Bench(flags: [.recording, .tunable])
    let gain = SourceControl(
      id: 1, kind: .number, value: 20, low: 0, high: 49.6, step: 0.1, name: Array("Tuner gain".utf8),
      texts: [Array("dB".utf8)])
    bench.receive(.controls(SourceControls(source: 0, controls: [gain])))
    bench.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(bench, "Playback speed") && Self.shows(bench, "Tuner gain"))
    bench.receive(.steering(Steering(source: 0, state: state, viewers: 2, isViewOnly: true)))
    #expect(Self.shows(bench, "This device was paired to look only \u{00B7} 2 watching"))
    #expect(Self.shows(bench, "looking only"))
    for text in ["Playback speed", "Tuner gain", "Take control"] {
      #expect(!Self.shows(bench, text), "\(text)")
    }
    #expect(Self.shows(bench, "Resolution bandwidth"))
    let sent = bench.sent.count
    bench.perform(.takeControl, .set(1))
    bench.perform(.adjustReceiver(source: 0, setting: 1), .set(1))
    Self.pan(&bench)
    #expect(!bench.sent.dropFirst(sent).contains { if case .command = $0 { true } else { false } })
    #expect(bench.model.band.high <= 110e6)
  }

  @Test func aRecordingPlayedByAnotherIsNotSetHere() {
    var bench = Bench(flags: [.recording])
    bench.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(bench, "Playback speed"))
    bench.receive(.steering(Steering(source: 0, state: .another, viewers: 2)))
    #expect(!Self.shows(bench, "Playback speed"))
  }
}

import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// Several screens on one receiver: who steers, and what the others see.
@Suite struct SteeringTests {
  private static func desk(_ state: Steering.State, viewers: UInt16 = 3) -> Desk {
    var desk = Desk(flags: [.simulated, .tunable])
    desk.receive(.steering(Steering(source: 0, state: state, viewers: viewers)))
    return desk
  }

  private static func retune(_ desk: inout Desk, low: Double, high: Double) {
    desk.receive(.source(Desk.info(flags: [.simulated, .tunable], low: low, high: high)))
  }

  /// Moves the band half a screen up, as a drag that ends.
  private static func pan(_ desk: inout Desk) {
    for _ in 0..<5 { desk.send(.key(.right, isShifted: false)) }
    desk.run(milliseconds: 1000)
  }

  private static func tunes(_ desk: Desk) -> Int {
    desk.sent.count { if case .command(.tune) = $0 { true } else { false } }
  }

  private static func shows(_ desk: Desk, _ text: String) -> Bool {
    String(decoding: desk.model.controls.bytes, as: UTF8.self).contains(text)
  }

  @Test func whoeverMaySteerTunes() {
    for state in [Steering.State.free, .you] {
      var desk = Self.desk(state)
      Self.pan(&desk)
      #expect(Self.tunes(desk) >= 1)
      #expect(desk.model.band.high > 110e6)
    }
  }

  @Test func othersStayWithinWhatIsAcquired() {
    var desk = Self.desk(.another)
    Self.pan(&desk)
    #expect(Self.tunes(desk) == 0)
    #expect(desk.model.band == Band(low: 90e6, high: 110e6))
    #expect(Self.shows(desk, "another screen steers"))
  }

  @Test func aSpanThatIsStillThereIsKept() {
    var desk = Self.desk(.another)
    desk.send(.key(.zoomIn, isShifted: false))
    desk.send(.key(.zoomIn, isShifted: false))
    let band = desk.model.band
    #expect(band.low > 90e6 && band.high < 110e6)
    Self.retune(&desk, low: band.low - 1e6, high: band.low + 19e6)
    #expect(desk.model.band == band)
    Self.retune(&desk, low: 430e6, high: 450e6)
    #expect(desk.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func orderOfTheMessagesDoesNotMatter() {
    var desk = Self.desk(.free)
    Self.retune(&desk, low: 430e6, high: 450e6)
    desk.receive(.steering(Steering(source: 0, state: .another, viewers: 2)))
    #expect(desk.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func whoSteersHimselfKeepsTheBandThatHeAskedFor() {
    var desk = Self.desk(.you)
    desk.send(.key(.zoomIn, isShifted: false))
    let band = desk.model.band
    Self.retune(&desk, low: 430e6, high: 450e6)
    #expect(desk.model.band == band)
  }

  @Test func theWholeIsWhatTheOtherHasTunedTo() {
    var desk = Self.desk(.another)
    Self.retune(&desk, low: 430e6, high: 450e6)
    desk.send(.key(.zoomIn, isShifted: false))
    desk.send(.key(.home, isShifted: false))
    #expect(desk.model.band == Band(low: 430e6, high: 450e6))
  }

  @Test func theDrawerSaysWhoSteersAndTakesControl() {
    var desk = Self.desk(.another)
    desk.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(desk, "Another screen steers \u{00B7} 3 watching"))
    #expect(Self.shows(desk, "Take control"))
    desk.perform(.takeControl, .set(1))
    #expect(desk.sent.last == .command(.takeControl(source: 0)))
    desk.receive(.steering(Steering(source: 0, state: .you, viewers: 3)))
    #expect(Self.shows(desk, "This screen steers \u{00B7} 3 watching"))
    #expect(!Self.shows(desk, "Take control"))
    desk.receive(.steering(Steering(source: 0, state: .free, viewers: 1)))
    #expect(!Self.shows(desk, "steers"))
  }

  @Test(arguments: [Steering.State.free, .another]) func whoMayOnlyLookHasNoControls(_ state: Steering.State)
  {
    var desk = Desk(flags: [.recording, .tunable])
    let gain = SourceControl(
      id: 1, kind: .number, value: 20, low: 0, high: 49.6, step: 0.1, name: Array("Tuner gain".utf8),
      texts: [Array("dB".utf8)])
    desk.receive(.controls(SourceControls(source: 0, controls: [gain])))
    desk.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(desk, "Playback speed") && Self.shows(desk, "Tuner gain"))
    desk.receive(.steering(Steering(source: 0, state: state, viewers: 2, isViewOnly: true)))
    #expect(Self.shows(desk, "This device was paired to look only \u{00B7} 2 watching"))
    #expect(Self.shows(desk, "looking only"))
    for text in ["Playback speed", "Tuner gain", "Take control"] {
      #expect(!Self.shows(desk, text), "\(text)")
    }
    #expect(Self.shows(desk, "Resolution bandwidth"))
    let sent = desk.sent.count
    desk.perform(.takeControl, .set(1))
    desk.perform(.adjustReceiver(source: 0, setting: 1), .set(1))
    Self.pan(&desk)
    #expect(!desk.sent.dropFirst(sent).contains { if case .command = $0 { true } else { false } })
    #expect(desk.model.band.high <= 110e6)
  }

  @Test func aRecordingPlayedByAnotherIsNotSetHere() {
    var desk = Desk(flags: [.recording])
    desk.send(.key(.drawer, isShifted: false))
    #expect(Self.shows(desk, "Playback speed"))
    desk.receive(.steering(Steering(source: 0, state: .another, viewers: 2)))
    #expect(!Self.shows(desk, "Playback speed"))
  }
}

import TestSupport
import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

@Suite struct DrawerTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func source(_ number: UInt16, flags: SourceFlags = .simulated, seconds: Double = 0)
    -> SourceInfo
  {
    var info = Bench.info(flags: flags)
    (info.source, info.durationSeconds, info.startMicroseconds) = (number, seconds, 3_600_000_000)
    info.name = Array("source \(number)".utf8)
    return info
  }

  private func drawer(
    _ infos: [SourceInfo] = [source(4)], gain: Double = 0, isHolding: Bool = false, period: Double = 60,
    speed: Double? = nil, isStretched: Bool = false, position: Double? = nil, steering: Steering? = nil,
    receiver: ReceiverControls = ReceiverControls()
  ) -> Drawer {
    var sources = Sources()
    for info in infos { _ = sources.receive(info) }
    return Drawer(
      range: BandRange(sources.shown, cannotControl: steering?.cannotControl ?? false), gainDecibels: gain,
      isHolding: isHolding, periodSeconds: period, speed: speed, isTimeStretched: isStretched,
      position: position, steering: steering, sources: sources, receiver: receiver)
  }

  private func controls(_ drawer: Drawer, on plot: Plot = .make()) -> [ListedControl] {
    listedControls { drawer.append(to: &$0, on: plot) }
  }

  /// The texts of the control with a label.
  private func texts(_ label: String, _ drawer: Drawer, on plot: Plot = .make()) -> [String]? {
    controls(drawer, on: plot).first { $0.texts.first == label }?.texts.dropFirst().map { $0 }
  }

  /// Whether the list has exactly these controls, and then those of the gestures.
  private func expect(
    _ drawer: Drawer, on plot: Plot, gestures: Int,
    _ expected: (inout ControlListBuilder<SpectrumAction>) -> Void,
    location: SourceLocation = #_sourceLocation
  ) {
    let all = controlBytes { drawer.append(to: &$0, on: plot) }
    let wanted = controlBytes(expected)
    #expect(all.starts(with: wanted), sourceLocation: location)
    let rest = ListedControl.all(in: Array(all.dropFirst(wanted.count)))
    #expect(rest.count == 1 && rest.first?.texts.count == 1 + 2 * gestures, sourceLocation: location)
    #expect(rest.first?.kind == ControlList.Kind.gestures.rawValue, sourceLocation: location)
  }

  @Test func aSpectrumHasItsGainAndItsMaximum() {
    expect(
      drawer(gain: 6, isHolding: true), on: .make(band: Band(low: 95e6, high: 105e6)), gestures: 7
    ) { list in
      list.range(
        .setBand, label: "Frequency", low: 0.25, high: 0.75, lowText: bytes("95.00 MHz"),
        highText: bytes("105.00 MHz"))
      list.field(.setLowFrequency, label: "from", text: bytes("95.00"), unit: "MHz")
      list.field(.setHighFrequency, label: "to", text: bytes("105.00"), unit: "MHz")
      list.field(.setCenter, label: "centre", text: bytes("100.00"), unit: "MHz")
      list.field(.setSpan, label: "span", text: bytes("10.00"), unit: "MHz")
      list.field(.setDisplayGain, label: "Display gain, for weaker signals", text: bytes("+6"), unit: "dB")
      list.button(.fitLevels, label: "Fit levels")
      list.toggle(.holdMaximum, label: "Max hold", isOn: true)
      list.button(.resetHold, label: "Reset max hold")
      list.fact(label: "Source", text: bytes("source 4"))
      list.fact(label: "Levels", text: bytes("dBFS: 0 is full scale"))
      list.fact(label: "Resolution bandwidth", text: bytes("9.00 kHz"))
    }
  }

  @Test func aWaterfallHasItsPeriod() {
    let periods = [
      "5 s", "10 s", "20 s", "30 s", "45 s", "1 min", "1.5 min", "2 min", "3 min", "4 min", "6 min", "9 min",
      "12 min", "12.8 min",
    ]
    expect(drawer([], period: 90.8), on: .make(.waterfall, unit: nil), gestures: 7) { list in
      list.range(
        .setBand, label: "Frequency", low: 0.818_181_8, high: 1, lowText: bytes("90.000000 MHz"),
        highText: bytes("110.000000 MHz"))
      list.field(.setLowFrequency, label: "from", text: bytes("90.000000"), unit: "MHz")
      list.field(.setHighFrequency, label: "to", text: bytes("110.000000"), unit: "MHz")
      list.field(.setCenter, label: "centre", text: bytes("100.000000"), unit: "MHz")
      list.field(.setSpan, label: "span", text: bytes("20.000000"), unit: "MHz")
      list.field(.setDisplayGain, label: "Display gain, for weaker signals", text: bytes("0"), unit: "dB")
      list.button(.fitLevels, label: "Fit levels")
      list.choices(.setPeriod, label: "Show the last", options: periods.map(bytes), selected: 6)
    }
    let stretched = controls(drawer(period: 91, isStretched: true), on: .make(.waterfall))
    let choices = stretched.first { $0.texts.first == "Show the last (of playback)" }
    #expect(choices?.flags == 255, "no period is near enough")
  }

  @Test func aMeterHasNeitherGainNorMaximum() {
    expect(drawer([]), on: .make(.meter, unit: nil), gestures: 3) { list in
      list.range(
        .setBand, label: "Frequency", low: 0.818_181_8, high: 1, lowText: bytes("90.000000 MHz"),
        highText: bytes("110.000000 MHz"))
      list.field(.setLowFrequency, label: "from", text: bytes("90.000000"), unit: "MHz")
      list.field(.setHighFrequency, label: "to", text: bytes("110.000000"), unit: "MHz")
      list.field(.setCenter, label: "centre", text: bytes("100.000000"), unit: "MHz")
      list.field(.setSpan, label: "span", text: bytes("20.000000"), unit: "MHz")
    }
  }

  @Test func gainHasItsSignAndTenthsWhereItNeedsThem() {
    for (gain, text) in [
      (0.0, "0"), (0.04, "0"), (0.06, "+0.1"), (5.96, "+6"), (6.04, "+6"), (6.06, "+6.1"), (-3, "\u{2212}3"),
      (-3.5, "\u{2212}3.5"),
    ] {
      #expect(texts("Display gain, for weaker signals", drawer(gain: gain)) == [text, "dB"], "\(gain)")
    }
  }

  @Test func frequenciesAreAsFineAsTheDeviceSetsThem() {
    var info = Self.source(4)
    for (step, text) in [
      (1e6, "90.00"), (1e4, "90.00"), (1000, "90.000"), (1, "90.000000"), (0.01, "90.000000"),
    ] {
      info.stepHertz = step
      #expect(texts("from", drawer([info])) == [text, "MHz"], "\(step) Hz")
    }
    #expect(texts("to", drawer(), on: .make(band: Band(low: 0, high: 1e9))) == ["1.00000", "GHz"])
  }

  private func receiver(_ controls: [SourceControl], source: UInt16 = 4) -> ReceiverControls {
    var receiver = ReceiverControls()
    receiver.receive(SourceControls(source: source, controls: controls))
    return receiver
  }

  @Test func theReceiverShowsItsSettings() {
    let receiver = receiver([
      .toggle(id: 1, name: bytes("Bias"), isOn: false, confirmation: bytes("Sure?")),
      .choice(id: 2, name: bytes("Gain"), names: [bytes("a"), bytes("b"), bytes("c")], selected: 1),
      SourceControl(
        id: 3, kind: .number, value: 10, low: 0, high: 40, step: 1, name: bytes("Shift"),
        texts: [bytes("ppm")]),
      SourceControl(
        id: 4, kind: .number, value: 2.5, low: 0, high: 0, step: 0.5, name: bytes("Fine"),
        texts: [bytes("ppm")]),
      .toggle(id: 5, name: bytes("AGC"), isOn: true),
    ])
    let list = controls(drawer(receiver: receiver))
    let first = list.firstIndex { $0.texts == ["Receiver"] } ?? 0
    #expect(
      list[first..<Swift.min(list.count, first + 6)].map(\.texts) == [
        ["Receiver"], ["Bias"], ["Gain", "b"], ["Shift", "10", "ppm"], ["Fine", "2.5", "ppm"], ["AGC"],
      ])
    #expect(list[first..<Swift.min(list.count, first + 6)].map(\.flags) == [0, 0, 0, 0, 0, 1])
    #expect(list[first..<Swift.min(list.count, first + 6)].map(\.kind) == [8, 4, 6, 3, 3, 4])
  }

  @Test func aChoiceIsAPlaceOnItsSlider() {
    let receiver = receiver([
      .choice(id: 2, name: bytes("Gain"), names: [bytes("a"), bytes("b"), bytes("c")], selected: 1)
    ])
    func slider(_ fraction: Float) -> [UInt8] {
      controlBytes {
        $0.setting(
          .slider, .adjustReceiver(source: 4, setting: 2), label: bytes("Gain"), isOn: true,
          fraction: fraction, text: bytes("b"), unit: [])
      }.dropFirst(5).map { $0 }
    }
    let all = controlBytes { drawer(receiver: receiver).append(to: &$0, on: .make()) }
    #expect(all.firstRange(of: slider(0.5)) != nil && all.firstRange(of: slider(1)) == nil)
  }

  @Test func aSettingThatWaitsAsksItsQuestion() {
    var receiver = receiver([
      .toggle(id: 1, name: bytes("Bias"), isOn: false, confirmation: bytes("Sure?"))
    ])
    _ = receiver.adjust(source: 4, setting: 1, .set(1))
    #expect(texts("Bias", drawer(receiver: receiver)) == nil)
    #expect(texts("Sure?", drawer(receiver: receiver)) == [])
  }

  @Test func settingsAreThoseOfTheShownSource() {
    let other = receiver([.toggle(id: 1, name: bytes("Bias"), isOn: false)], source: 5)
    #expect(
      texts("Receiver", drawer(receiver: other)) == nil && texts("Bias", drawer(receiver: other)) == nil)
  }

  private func steering(_ state: Steering.State, viewers: UInt16 = 1, isViewOnly: Bool = false) -> Steering {
    Steering(source: 4, state: state, viewers: viewers, isViewOnly: isViewOnly)
  }

  @Test func controlIsNamedWhereOthersLook() {
    for (steering, text) in [
      (steering(.you), nil), (steering(.free), nil),
      (steering(.you, viewers: 2), "This screen steers \u{00B7} 2 watching"),
      (steering(.free, viewers: 3), "Nobody steers \u{00B7} 3 watching"),
      (steering(.another), "Another screen steers \u{00B7} 1 watching"),
      (steering(.you, isViewOnly: true), "This device was paired to look only \u{00B7} 1 watching"),
    ] {
      #expect(texts("Control", drawer(steering: steering)) == text.map { [$0] })
      let canTake = steering.state == .another && !steering.isViewOnly
      #expect((texts("Take control", drawer(steering: steering)) != nil) == canTake)
    }
    #expect(texts("Control", drawer()) == nil && texts("Take control", drawer()) == nil)
  }

  @Test func whoMayOnlyLookSetsNothing() {
    let receiver = receiver([.toggle(id: 1, name: bytes("Bias"), isOn: false)])
    let recording = Self.source(4, flags: .recording, seconds: 100)
    for (steering, isReceiver, isPlayer) in [
      (nil, true, true), (steering(.you), true, true), (steering(.another), true, false),
      (steering(.you, isViewOnly: true), false, false),
    ] {
      let drawer = drawer([recording], speed: 1, position: 0.5, steering: steering, receiver: receiver)
      #expect((texts("Receiver", drawer) != nil) == isReceiver)
      #expect((texts("Playback speed", drawer) != nil) == isPlayer)
      #expect((texts("Position", drawer) != nil) == isPlayer)
      #expect(texts("Source", drawer) == ["source 4"])
    }
  }

  @Test func aRecordingIsPlayed() {
    let recording = Self.source(4, flags: .recording, seconds: 100)
    let speeds = ["Stop", "1\u{00D7}", "5\u{00D7}", "20\u{00D7}", "60\u{00D7}", "300\u{00D7}"]
    for (speed, selected) in [(0.0, 0), (5, 2), (300, 5), (7, 255)] as [(Double, UInt8)] {
      let choices = controls(drawer([recording], speed: speed)).first { $0.texts.first == "Playback speed" }
      #expect(choices?.flags == selected && choices?.texts.dropFirst().map { $0 } == speeds, "\(speed)")
    }
    // An hour after the epoch, and half of 100 s.
    #expect(texts("Position", drawer([recording], position: 0.5)) == ["01:00:50"])
    #expect(texts("Position", drawer([recording], speed: 1)) == nil)
    let endless = Self.source(4, flags: .recording)
    #expect(texts("Position", drawer([endless], position: 0.5)) == nil)
    #expect(texts("Playback speed", drawer([endless])) == speeds)
    #expect(texts("Playback speed", drawer()) == nil)
  }

  @Test func oneOfSeveralSourcesIsChosen() {
    #expect(texts("Source", drawer()) == ["source 4"])
    let several = controls(drawer([Self.source(4), Self.source(5)])).filter { $0.texts.first == "Source" }
    #expect(several.map(\.texts) == [["Source", "source 4", "source 5"], ["Source", "source 4"]])
    #expect(several.first?.flags == 0 && several.first?.style == ControlList.Style.lines.rawValue)
  }

  @Test func whatASourceIsMadeOfIsNamed() {
    var info = Self.source(4)
    (info.detail, info.unit, info.rbwHertz) = (bytes("a file"), .milliwatt, 120)
    let drawer = drawer([info])
    #expect(texts("Made of", drawer) == ["a file"] && texts("Made of", self.drawer()) == nil)
    #expect(texts("Levels", drawer) == ["dBm, by the offset given"])
    #expect(texts("Resolution bandwidth", drawer) == ["120 Hz"])
  }
}

import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

extension SceneSession {
  /// Answers the newest request for a spectrum.
  private mutating func answer(
    averages: UInt16 = 8, leftOut: UInt16 = 0, tone: Float = 2.5, floor: Float = 1e-6, gap: Range<Int> = 0..<0
  ) {
    var view: UInt16 = 0
    for case .send(.showSpectrum(let request)) in bench.effects { view = request.view }
    var density = (0..<200).map { averages == 0 ? .nan : floor * Float(1 + ($0 * 37) % 11) }
    if averages > 0 { density[32] = tone }
    for index in gap { density[index] = .nan }
    bench.receive(
      .spectrum(
        StreamSpectrum(
          view: view, averageCount: averages, leftOutCount: leftOut, transformCount: 512, rateHertz: 250,
          rbwHertz: 0.7, enbwHertz: 0.75, fromMicroseconds: 2_000_000, untilMicroseconds: 12_345_000,
          peakHertz: averages > 0 ? 20.02 : .nan, peakDensity: averages > 0 ? tone : .nan, firstHertz: 0,
          stepHertz: 0.625, density: density)))
  }

  /// The panel below the lanes.
  mutating func playSpectrum() throws {
    open(Self.machine, value: Self.machineValue)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    receiveReadings()
    try pass(0.3)
    try note("spectrum: lenses")
    let (place, names) = (bench.model.names.place(of: bench.model.lanes[1], 0), bench.model.names)
    bench.tap(x: place.x + names.lensSize / 2, y: place.baseline - 5 * screen.type)
    try pass(0.3)
    try note("spectrum: asked")
    answer()
    try note("spectrum: level")
    answer(averages: 1, leftOut: 3, tone: 300, floor: 1e-12, gap: 60..<80)
    try note("spectrum: one mean, gaps")
    let plot = bench.model.spectrumLayout.plot
    bench.drag(from: (plot.x + 20, plot.y + 50), to: (plot.x + plot.width * 0.2, plot.y + 60))
    try note("spectrum: marker at the left")
    bench.drag(from: (plot.x + 20, plot.y + 50), to: (plot.x + plot.width * 0.97, plot.y + 60))
    try note("spectrum: marker at the right")
    bench.perform(.spectrum(.setScale), .set(1))
    try note("spectrum: density")
    answer(tone: 4e6, floor: 1e-3)
    bench.perform(.spectrum(.setScale), .set(1))
    try note("spectrum: large densities")
    pinch(at: (plot.x + plot.width * 0.3, plot.y + plot.height * 0.6), by: (2, 1))
    try pass(0.3)
    answer()
    try note("spectrum: zoomed")
    pinch(at: (plot.x + plot.width * 0.3, plot.y + plot.height * 0.5), by: (1, 0.6))
    try note("spectrum: scaled levels")
    bench.send(
      .wheel(x: plot.x + plot.width * 0.8, y: plot.y + 30, dx: 0, dy: -90, zoom: .horizontal))
    bench.send(.wheel(x: plot.x + plot.width * 0.8, y: plot.y + 30, dx: 50, dy: 0, zoom: .none))
    try note("spectrum: wheels")
    bench.perform(.spectrum(.setScale), .set(0))
    bench.perform(.spectrum(.setWindow), .set(4))
    bench.perform(.spectrum(.setResolution), .set(2))
    bench.send(.press(.handle))
    try pass(0.3)
    answer(averages: 0, leftOut: 2)
    try note("spectrum: too few samples, drawer")
    bench.perform(.spectrum(.chooseStream), .set(3))
    try pass(0.3)
    answer(floor: 1e-9)
    try note("spectrum: no unit")
    bench.perform(.spectrum(.setScale), .set(1))
    try note("spectrum: density without unit")
    let (x, y) = bench.model.spectrumLayout.closeCentre
    bench.tap(x: x, y: y)
    try pass()
    try note("spectrum: closed")
  }

  /// The drawer: streams made of others, controls of the source, and other sources.
  mutating func playSettings() throws {
    open(Self.machine, value: Self.machineValue)
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    bench.receive(
      .controls(
        SourceControls(
          source: 0,
          controls: [
            .toggle(id: 1, name: Array("Mains filter".utf8), isOn: true),
            .choice(
              id: 2, name: Array("Filter".utf8), names: ["off", "0.05 – 150 Hz"].map { Array($0.utf8) },
              selected: 1),
            number(3, "Offset", 2.5, -10...10, step: 0.5), number(4, "Filter delay", 40, 40...40, step: 1),
            .toggle(id: 203, name: Array("Record".utf8), isOn: true),
          ])))
    bench.receive(.steering(Steering(source: 0, state: .another, viewers: 2)))
    bench.receive(
      .source(StreamSource(source: 1, name: Array("Another".utf8), detail: [], groups: Self.machine.groups)))
    bench.send(.press(.handle))
    try pass(0.6)
    try note("settings: controls, recording")
    for (action, input, state) in [
      (.begin, .set(1), "difference"), (.chooseSecond, .set(1), "other units"),
      (.chooseSecond, .set(4), "other rates"), (.chooseSecond, .set(0), "one stream"),
      (.chooseFirst, .set(9), "gone"), (.chooseFirst, .set(1), "back"), (.setOperation, .set(0), "sum"),
      (.setOperation, .set(2), "gain"), (.setGain, .text(Array("2.5".utf8)), "times"),
      (.setOffset, .text(Array("-1".utf8)), "minus"), (.setUnit, .text(Array("Pa".utf8)), "unit"),
      (.setGain, .text(Array("x".utf8)), "no number"), (.discard, .set(1), "none"),
    ] as [(SensorsAction.Mixture, ControlInput, String)] {
      bench.perform(.mixture(action), input)
      try note("mixture: \(state)")
    }
    var more = Self.machine
    more.groups[0].channels.append(
      StreamChannel(label: Array("U1 − U2".utf8), unit: Array("mV".utf8), low: -5, high: 5))
    bench.source = more
    bench.receive(.source(more))
    bench.receive(
      .mixtures(
        StreamMixtures(
          source: 0,
          mixtures: [StreamMixture(channel: 4, formula: .init(first: 1, second: 2, secondFactor: -1))])))
    try pass(0.4)
    try note("mixture: made")
    bench.perform(.adjust(control: 3), .drag(.ended, fraction: 0.3, distance: 0))
    bench.perform(.adjust(control: 1), .set(0))
    try note("settings: changed")
    bench.perform(.chooseSource, .set(1))
    try note("settings: other source")
  }

  func number(
    _ id: UInt8, _ name: String, _ value: Double, _ range: ClosedRange<Double>, step: Double
  ) -> SourceControl {
    SourceControl(
      id: id, kind: .number, value: value, low: range.lowerBound, high: range.upperBound, step: step,
      name: Array(name.utf8), texts: [Array("ms".utf8)])
  }
}

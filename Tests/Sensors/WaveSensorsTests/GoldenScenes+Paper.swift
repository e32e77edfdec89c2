import WaveDisplay
import WaveSensorsWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSensors

extension SceneSession {
  private static func heart(_ leads: [ECGLead], unit: String = "mV") -> StreamSource {
    StreamSource(
      source: 0, flags: .simulated, name: Array("Heart".utf8), detail: [],
      groups: [
        StreamSource.Group(
          rateHertz: 250,
          channels: leads.map { lead in
            StreamChannel(label: lead.label, unit: Array(unit.utf8), low: -2, high: 2, lead: lead)
          })
      ])
  }

  /// Beats of spikes, larger from lead to lead.
  private static func beat(_ channel: Int, _ sequence: Int64) -> Float {
    let place = sequence % 210
    let size = Float(channel + 1) / 6
    switch place {
    case 40..<52: return 0.2 * size
    case 70..<74: return (channel % 3 == 2 ? -1.6 : 1.4) * size
    case 74..<78: return -0.4 * size
    case 120..<150: return 0.3 * triangle(place - 120, period: 30) * size + 0.3 * size
    default: return Float((sequence * 7919) % 10) / 500
    }
  }

  /// The paper of an electrocardiogram.
  mutating func playPaper() throws {
    open(Self.heart(ECGLead.allCases), value: Self.beat)
    try pass(0.5)
    try note("paper: as opened")
    bench.receive(.mixtures(StreamMixtures(source: 0, mixtures: [])))
    for form in 0..<3 {
      bench.perform(.setPaperForm, .set(form))
      try pass(0.3)
      try note("paper: form \(form)")
    }
    bench.perform(.setPaperForm, .set(1))
    bench.perform(.setPaperSpeed, .set(1))
    bench.perform(.setPaperGain, .set(2))
    bench.receive(
      .controls(
        SourceControls(
          source: 0,
          controls: [
            .choice(
              id: 1, name: Array("Filter".utf8), names: [Array("off".utf8), Array("0.5 Hz".utf8)], selected: 1
            ),
            .choice(
              id: 2, name: Array("Notch".utf8), names: [Array("off".utf8), Array("50 Hz".utf8)], selected: 1),
            number(3, "Filter delay", 40, 40...40, step: 1),
          ])))
    bench.send(.press(.handle))
    try pass(0.3)
    try note("paper: 50 mm/s, 20 mm/mV, drawer")
    bench.send(.press(.handle))
    bench.perform(.setPaperGain, .set(0))
    bench.drag(from: (screen.width * 0.4, laneMiddle(4)), to: (screen.width * 0.4, laneMiddle(7)))
    bench.setScale(of: 0, center: 40)
    bench.setScale(of: 7, center: 1.5)
    bench.setScale(of: 10, center: -40)
    try pass(0.4)
    try note("paper: moved leads, off scale")
    bench.perform(.measure, .set(1))
    bench.receive(
      .marks(
        StreamMarks(
          source: 0,
          marks: [
            StreamMarks.Mark(
              mark: 1, group: 0, sequence: UInt64(Double(bench.now - bench.start) / 4000 - 200),
              text: Array("Pacing".utf8))
          ])))
    try pass(0.3)
    try note("paper: calipers, mark")
    bench.perform(.measure, .set(0))
    bench.receive(
      .times(
        SampleTimes(
          source: 0, group: 0, reason: .drift, sequence: 15_000, microseconds: bench.start + 60_000_000,
          rateHertz: 250)))
    bench.send(.key(.up, isShifted: false))
    bench.send(.key(.zoomOut, isShifted: false))
    try pass(0.3)
    try note("paper: keys")
    bench.send(.appearance(isDark: !name.isDark, reducesMotion: true))
    try note("paper: other colours")
    bench.perform(.spectrum(.show), .set(1))
    try pass(0.3)
    try note("paper: spectrum")
    bench.send(.key(.home, isShifted: false))
    bench.tap(x: screen.width * 0.6, y: screen.height * 0.4)
    try note("paper: whole view, paused")
    bench.send(.key(.one, isShifted: false))
    try pass(0.3)
    try note("paper: left for lanes")
    try playCard()
    open(Self.heart([.ii, .v2, .aVF], unit: "µV")) { 1000 * Self.beat($0 + 3, $1) }
    bench.perform(.setPaperForm, .set(2))
    try pass(0.5)
    try note("paper: missing leads, microvolts")
  }

  private mutating func playCard() throws {
    open(Self.heart([.i, .ii]), value: Self.beat)
    try pass(0.3)
    bench.perform(.fitCard, .set(1))
    try note("card: begun")
    pinch(at: (screen.width / 2, screen.height / 2), by: (1.4, 1))
    try note("card: larger")
    bench.send(.wheel(x: screen.width / 2, y: screen.height / 2, dx: 0, dy: 900, zoom: .none))
    try note("card: smaller")
    bench.tap(x: screen.width / 2, y: screen.height / 2)
    bench.send(.press(.handle))
    try pass(0.3)
    try note("card: fitted, drawer")
    perform(restored: 1.6)
    try pass(0.3)
    try note("card: restored, no thin lines")
    perform(restored: 12)
    try pass(0.3)
    try note("card: restored, large")
  }

  private mutating func perform(restored points: Double) {
    _ = bench.model.restore(key: SensorsEffect.millimetreKey, value: points, at: bench.now)
  }

  // MARK: - Recordings

  /// A folder of recordings, and one that is played.
  mutating func playRecordings() throws {
    open(Self.machine, value: Self.machineValue)
    var folder = StreamSource(
      source: 0, flags: .recording, name: Array("Recordings".utf8), detail: Array("a folder".utf8), groups: []
    )
    bench.model = SensorsModel()
    (bench.shown, bench.list, bench.scene) = (nil, DrawList(), DrawScene())
    bench.resize(to: screen)
    bench.send(.appearance(isDark: name.isDark, reducesMotion: true))
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: bench.now)))
    bench.receive(.source(folder))
    try note("folder: empty")
    bench.receive(
      .controls(
        SourceControls(
          source: 0,
          controls: [
            .choice(
              id: 199, name: Array("Recording".utf8),
              names: ["none", "2026-05-01 10:00", "2026-05-02 11:30"].map { Array($0.utf8) }, selected: 0)
          ])))
    try note("folder: two recordings")
    folder = Self.machine
    folder.flags = .recording
    folder.recordingSeconds = 120
    folder.recordingStartMicroseconds = 1_790_000_000_000_000
    for (name, pace, zoneless) in [("played", 2.0, false), ("played, no zone", 0.5, true)] {
      folder.flags = zoneless ? [.recording, .zoneless] : .recording
      open(folder, secondsBefore: 30, pace: pace, value: Self.machineValue)
      folder.flags = zoneless ? [.recording, .zoneless] : .recording
      bench.source = folder
      bench.receive(.source(folder))
      map(pace, recorded: 0, at: bench.start)
      bench.receive(
        .marks(
          StreamMarks(
            source: 0, marks: [StreamMarks.Mark(mark: 1, group: 0, sequence: 3000, text: Array("Here".utf8))])
        ))
      bench.send(.press(.handle))
      try pass(0.6)
      try note("recording: \(name)")
    }
    bench.perform(.seek, .drag(.began, fraction: 0.25, distance: 0))
    try note("recording: slider held")
    bench.perform(.seek, .drag(.ended, fraction: 0.25, distance: 0))
    bench.perform(.seek, .step(thumb: 0, steps: 3))
    bench.tap(x: screen.width * 0.6, y: laneMiddle(1))
    try note("recording: paused")
    bench.tap(x: screen.width * 0.6, y: laneMiddle(1))
    bench.isStreaming = false
    map(0, recorded: 15_000_000, at: bench.now)
    try pass(0.6)
    try note("recording: stopped")
    bench.drag(from: (screen.width * 0.3, laneMiddle(2)), to: (screen.width * 0.6, laneMiddle(2)))
    try pass(0.3)
    try note("recording: stopped, in the past")
    map(0, recorded: 120_000_000, at: bench.now)
    bench.send(.press(.chip))
    try pass(0.6)
    try note("recording: at its end")
    try showLook()
  }

  private mutating func map(_ speed: Double, recorded: Int64, at server: Int64) {
    let start: Int64 = 1_790_000_000_000_000
    bench.receive(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: server, recordedMicroseconds: start + recorded, speed: speed)))
  }

  private mutating func showLook() throws {
    var look = StreamLook.made(
      [
        .made(3), .made(1, alarm: .init(low: -0.5, high: 2)), .made(0, isShown: false), .made(2), .made(4),
      ], motion: .trigger, isLinked: true)
    look.trigger = StreamLook.Trigger(channel: 1, level: 0.5, isFalling: true, holdOffSeconds: 0.2)
    for part in look.parts { bench.receive(.look(part)) }
    try pass(0.3)
    try note("recording: as it was looked at")
  }
}

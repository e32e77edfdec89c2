import TestSupport
import WaveWire

@testable import WaveSensorsWire

/// Messages about streams for the tests: one fixed message of each kind that streams alone have, and random
/// ones.
enum StreamSamples {
  struct Fixed {
    var name: String
    var message: SensorsMessage
    var isFromClient = false
    var bytes: [UInt8] { encoded(message, fromClient: isFromClient) }
  }

  static func encoded(_ message: SensorsMessage, fromClient: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if fromClient { message.encodeFromClient(into: &bytes) } else { message.encodeFromServer(into: &bytes) }
    return bytes
  }

  static func read(_ bytes: [UInt8], fromClient: Bool) throws(WireError) -> SensorsMessage? {
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    return fromClient
      ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
  }

  /// One message of each kind, with fields that differ in every byte that can distinguish them.
  static let fixed: [Fixed] = [
    Fixed(name: "stream-hello", message: .hello(SensorsHello(version: 2)), isFromClient: true),
    Fixed(
      name: "stream-show",
      message: .show(
        ShowStreams(
          view: 0x0102, source: 3, isShowing: true, messagesPerSecond: 60, columnMicroseconds: 5000,
          delayMicroseconds: 0x01_0203, fromMicroseconds: -500_000, channels: set([0, 2, 70, 255]),
          windowMicroseconds: 0x0102_0304)),
      isFromClient: true),
    Fixed(
      name: "stream-set-mark",
      message: .setMark(
        SetMark(source: 3, mark: 0x0405_0607, group: 8, sequence: 0x0102_0304_0506_0708, text: text("VT µ"))),
      isFromClient: true),
    Fixed(
      name: "stream-source",
      message: .source(
        StreamSource(
          source: 3, flags: [.recording, .zoneless], recordingSeconds: 1805.5,
          recordingStartMicroseconds: -86_400_000_000,
          name: text("100"), detail: text("MIT-BIH · 360 Hz"),
          groups: [
            .init(
              rateHertz: 360,
              channels: [
                StreamChannel(label: text("MLII"), unit: text("mV"), low: -5, high: 5.25, lead: .ii),
                StreamChannel(label: text("V5"), unit: text("mV"), lead: .v5),
              ]),
            .init(rateHertz: 1.5, channels: [StreamChannel(label: text("SpO₂"), unit: text("%"))]),
          ]))),
    Fixed(
      name: "stream-columns",
      message: .columns(
        StreamColumns(
          view: 0x0102, source: 3, group: 4, level: 2, isFetched: true, hasSkipped: true,
          replacesEarlier: true,
          channelCount: 2, firstBlock: 0x0102_0304_0506, blockCount: 2, arrivalMicroseconds: 12_500_000,
          values: [-1, 1, -2.5, 2.5, .nan, .nan, 0.001, 1e6]))),
    Fixed(
      name: "stream-samples",
      message: .columns(
        StreamColumns(
          view: 1, source: 0, group: 0, level: 0, channelCount: 2, firstBlock: 10_000, blockCount: 3,
          arrivalMicroseconds: 10_003_000, values: [0.5, .nan, -0.25, 1, 2, 3]))),
    Fixed(
      name: "stream-times",
      message: .times(
        SampleTimes(
          source: 3, group: 4, reason: .step, sequence: 0x0102_0304_0506_0708, microseconds: -5,
          rateHertz: 999.98))),
    Fixed(
      name: "stream-readings",
      message: .readings(
        StreamReadings(
          view: 0x0102, source: 3, receivedCount: 0x0102_0304_0506_0708, missingCount: 7,
          readings: [
            .init(channel: 0, value: 0.5, minimum: -1, maximum: 2, rootMeanSquare: 0.75),
            .init(channel: 255, value: .nan, minimum: .nan, maximum: .nan, rootMeanSquare: .nan),
          ]))),
    Fixed(
      name: "stream-marks",
      message: .marks(
        StreamMarks(
          source: 3, leftOutCount: 70_000,
          marks: [
            .init(mark: 1, group: 0, sequence: 18, text: text("+ (N")),
            .init(mark: 0x0102_0304, group: 2, sequence: 1 << 40, text: []),
          ]))),
    Fixed(
      name: "stream-make",
      message: .setMixture(
        .make(
          source: 3, .init(first: 6, firstFactor: 1.5, second: 7, secondFactor: -1, offset: 0.25),
          label: text("V1 − V2"), unit: text("mV"))),
      isFromClient: true),
    Fixed(
      name: "stream-unmake", message: .setMixture(.remove(source: 3, channel: 12)), isFromClient: true),
    Fixed(
      name: "stream-show-spectrum",
      message: .showSpectrum(
        ShowSpectrum(
          view: 0x0102, source: 3, channel: 4, window: 1, parts: 16, columns: 780, lowHertz: 0.5,
          highHertz: 250, untilMicroseconds: 0x0102_0304_0506, windowMicroseconds: 10_000_000)),
      isFromClient: true),
    Fixed(
      name: "stream-mixtures",
      message: .mixtures(
        StreamMixtures(
          source: 3,
          mixtures: [
            StreamMixture(channel: 12, formula: .init(first: 6, second: 7, secondFactor: -1)),
            StreamMixture(channel: 13, formula: .init(first: 12, firstFactor: 133.322, offset: -5)),
          ]))),
    Fixed(
      name: "stream-spectrum",
      message: .spectrum(
        StreamSpectrum(
          view: 0x0102, averageCount: 8, leftOutCount: 2, transformCount: 2048, rateHertz: 1000,
          rbwHertz: 0.7,
          enbwHertz: 0.73, fromMicroseconds: 5, untilMicroseconds: 10_000_005, peakHertz: 49.98,
          peakDensity: 0.125, firstHertz: 0.5, stepHertz: 0.488_281_25, density: [1, .nan, 1e-9]))),
    Fixed(name: "stream-set-look", message: .setLook(look.parts[0]), isFromClient: true),
    Fixed(name: "stream-look", message: .look(look.parts[0])),
  ]

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let look = {
    var look = StreamLook(
      source: 3, layout: .xy, motion: .trigger, form: .twelve, isLinked: true, windowSeconds: 12.5,
      speed: 50, gain: 20,
      channels: [
        .init(channel: 7, isShown: true, isAutomatic: false, low: -1.5, high: 2.5),
        .init(
          channel: 255, isShown: false, isAutomatic: true, low: 1000, high: 1001,
          alarm: .init(low: 999.5, high: 1000.5)),
      ])
    look.trigger = .init(channel: 7, level: 0.75, isFalling: true, holdOffSeconds: 0.5)
    return look
  }()

  private static func set(_ channels: [Int]) -> ChannelSet {
    var set = ChannelSet()
    for channel in channels { set.insert(channel) }
    return set
  }

  /// A random message that only streams have, without NaN, which is equal to nothing.
  static func random(_ random: inout SeededGenerator) -> Fixed {
    let source = UInt16.random(in: 0...UInt16.max, using: &random)
    let view = UInt16.random(in: 0...UInt16.max, using: &random)
    let group = UInt8.random(in: 0...UInt8.max, using: &random)
    let sequence = UInt64.random(in: 0..<(1 << 62), using: &random)
    let time = Int64.random(in: -WireLimits.microseconds...WireLimits.microseconds, using: &random)
    let words = ["", "II", "lead µ", "日本", "🙂 a"].map(text)
    func word() -> [UInt8] { words[Int(random.next() % 5)] }
    func value() -> Float { Float.random(in: -1e6...1e6, using: &random) }
    func factor() -> Double { Double.random(in: -1e9...1e9, using: &random) }
    switch random.next() % 14 {
    case 0: return Fixed(name: "", message: .hello(SensorsHello(version: view)), isFromClient: true)
    case 1:
      return Fixed(
        name: "",
        message: .show(
          ShowStreams(
            view: view, source: source, isShowing: group & 1 == 0,
            messagesPerSecond: UInt8.random(in: 1...60, using: &random),
            columnMicroseconds: Double.random(in: 0.001...1e9, using: &random),
            delayMicroseconds: Int64.random(in: 0...WireLimits.microseconds, using: &random),
            fromMicroseconds: time, channels: set((0..<9).map { _ in Int(random.next() % 256) }),
            windowMicroseconds: Int64.random(in: 0...WireLimits.microseconds, using: &random))),
        isFromClient: true)
    case 2:
      return Fixed(
        name: "",
        message: .setMark(
          SetMark(source: source, mark: UInt32(view), group: group, sequence: sequence, text: word())),
        isFromClient: true)
    case 3:
      let groups = (0..<Int(random.next() % 4)).map { _ in
        StreamSource.Group(
          rateHertz: Double.random(in: 0.01...1e6, using: &random),
          channels: (0..<Int(random.next() % 5)).map { _ in
            StreamChannel(
              label: word(), unit: word(), low: value(), high: value(),
              lead: ECGLead(rawValue: UInt8(random.next() % 13)))
          })
      }
      return Fixed(
        name: "",
        message: .source(
          StreamSource(
            source: source, flags: .init(rawValue: view),
            recordingSeconds: Double.random(in: 0...WireLimits.seconds, using: &random),
            recordingStartMicroseconds: group & 1 == 0
              ? 0 : Int64.random(in: -1_000_000...1 << 52, using: &random),
            name: word(), detail: word(), groups: groups)))
    case 4:
      let level = UInt8.random(in: 0...24, using: &random)
      let (channels, blocks) = (Int(random.next() % 5), Int(random.next() % 9))
      return Fixed(
        name: "",
        message: .columns(
          StreamColumns(
            view: view, source: source, group: group, level: level, isFetched: group & 1 == 0,
            hasSkipped: group & 2 == 0, replacesEarlier: group & 4 == 0, channelCount: UInt8(channels),
            firstBlock: sequence >> UInt64(level), blockCount: UInt16(blocks), arrivalMicroseconds: time,
            values: (0..<(channels * blocks * (level == 0 ? 1 : 2))).map { _ in value() })))
    case 5:
      return Fixed(
        name: "",
        message: .times(
          SampleTimes(
            source: source, group: group, reason: SampleTimes.Reason(rawValue: group % 3) ?? .start,
            sequence: sequence, microseconds: time, rateHertz: Double.random(in: 1e-3...1e6, using: &random)))
      )
    case 6:
      let readings = (0..<Int(random.next() % 6)).map { _ in
        StreamReadings.Reading(
          channel: UInt8(random.next() & 255), value: value(), minimum: value(), maximum: value(),
          rootMeanSquare: value())
      }
      return Fixed(
        name: "",
        message: .readings(
          StreamReadings(
            view: view, source: source, receivedCount: sequence, missingCount: UInt64(view),
            readings: readings)))
    case 7:
      return Fixed(
        name: "",
        message: .setMixture(
          .make(
            source: source,
            .init(
              first: group, firstFactor: factor(), second: UInt8(view & 255), secondFactor: factor(),
              offset: factor()),
            label: word(), unit: word())),
        isFromClient: true)
    case 8:
      return Fixed(
        name: "", message: .setMixture(.remove(source: source, channel: group)), isFromClient: true)
    case 9:
      let low = Double.random(in: 0...1e6, using: &random)
      return Fixed(
        name: "",
        message: .showSpectrum(
          ShowSpectrum(
            view: view, source: source, channel: group, window: group % 5, parts: 1 + group % 64,
            columns: 16 + view % 2033, lowHertz: low, highHertz: low + 1, untilMicroseconds: time,
            windowMicroseconds: Int64.random(in: 1...WireLimits.microseconds, using: &random))),
        isFromClient: true)
    case 10:
      let mixtures = (0..<Int(random.next() % 9)).map { _ in
        StreamMixture(
          channel: UInt8(random.next() & 255),
          formula: .init(first: group, firstFactor: factor(), offset: factor()))
      }
      return Fixed(name: "", message: .mixtures(StreamMixtures(source: source, mixtures: mixtures)))
    case 11:
      return Fixed(
        name: "",
        message: .spectrum(
          StreamSpectrum(
            view: view, averageCount: source, leftOutCount: UInt16(group), transformCount: UInt32(view),
            rateHertz: 1 + factor().magnitude, rbwHertz: factor().magnitude, enbwHertz: factor().magnitude,
            fromMicroseconds: time, untilMicroseconds: -time, peakHertz: factor(), peakDensity: value(),
            firstHertz: factor().magnitude, stepHertz: 1 + factor().magnitude,
            density: (0..<Int(random.next() % 40)).map { _ in value() })))
    case 12:
      let bytes = (0..<Int(random.next() % 20)).map { _ in UInt8(random.next() & 255) }
      let look = StreamLookPart(source: source, content: bytes)
      return Fixed(
        name: "", message: view & 1 == 0 ? .look(look) : .setLook(look), isFromClient: view & 1 != 0)
    default:
      let marks = (0..<Int(random.next() % 6)).map { _ in
        StreamMarks.Mark(
          mark: UInt32(random.next() >> 32), group: group, sequence: random.next() >> 2, text: word())
      }
      return Fixed(
        name: "",
        message: .marks(StreamMarks(source: source, leftOutCount: UInt32(view), marks: marks)))
    }
  }
}

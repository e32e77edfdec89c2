import TestSupport
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Messages for the tests: one fixed message of each kind, and random ones.
enum Samples {
  /// One message of each kind, with fields that differ in every byte that can distinguish them.
  static let fixed: [(name: String, message: Message)] = [
    ("hello", .hello(Hello(version: 2))),
    (
      "show-spectrum",
      .show(
        ShowView(
          view: 0x0102, source: 3, mode: .spectrum, planes: [.max, .mean], columns: 2048, rowsPerSecond: 30,
          slotMicroseconds: 500_000, frozenSequence: 0x0405_0607, lowHertz: 88e6, highHertz: 108e6))
    ),
    (
      "show-levels",
      .show(
        ShowView(
          view: 0x0102, source: 3, mode: .spectrum, planes: [.max, .mean], columns: 2048, rowsPerSecond: 30,
          slotMicroseconds: 500_000, frozenSequence: 0x0405_0607, lowHertz: 88e6, highHertz: 108e6,
          levels: LevelAxis(bottom: -51, top: -49, rows: 1536)))
    ),
    ("show-nothing", .show(ShowView(view: 2, mode: .nothing, columns: 0, lowHertz: 0, highHertz: 0))),
    ("acknowledge", .acknowledge(Acknowledge(view: 0x0102, liveRows: 1, fetchedRows: 2, sequence: 70_000))),
    ("clock-request", .clockRequest(ClockRequest(clientMicroseconds: 0x01_0203_0405_0607))),
    ("command-speed", .command(.speed(source: 1, factor: 20))),
    ("command-seek", .command(.seek(source: 1, seconds: 61.5))),
    ("command-tune", .command(.tune(source: 1, lowHertz: 95e6, highHertz: 96e6))),
    ("command-adjust", .command(.adjust(source: 1, control: 2, value: -12))),
    ("command-reset-hold", .command(.resetHold(source: 1))),
    ("command-take-control", .command(.takeControl(source: 1))),
    ("fetch", .fetch(Fetch(view: 0x0102, fromMicroseconds: -500_000, untilMicroseconds: 10_000_000))),
    (
      "welcome",
      .welcome(
        Welcome(version: 2, sourceCount: 1, serverMicroseconds: 1_000_000, wallMicroseconds: 0x0102_0304_0506)
      )
    ),
    (
      "source",
      .source(
        SourceInfo(
          source: 0, flags: [.recording, .zoneUnknown], unit: .relative, lowHertz: 90e6, highHertz: 102.8e6,
          tuneLowHertz: 90e6, tuneHighHertz: 102.8e6, stepHertz: 5208.33, rbwHertz: .nan, enbwHertz: .nan,
          rowSeconds: 0.5, durationSeconds: 7200, startMicroseconds: 1_403_000_000_000_000, levelLow: -40,
          levelHigh: 20, name: Array("FM band".utf8), detail: Array("5.2 kHz · 20×".utf8)))
    ),
    ("clock-reply", .clockReply(ClockReply(clientMicroseconds: 7, serverMicroseconds: 1_000_007))),
    ("axis", .axis(AxisInfo(axis: 9, columns: 2048, lowHertz: 88e6, highHertz: 108e6))),
    (
      "row",
      .row(
        RowMessage(
          view: 0x0102, axis: 9, flags: [.waterfall, .incomplete], planes: [.max, .mean],
          sequence: 0x0405_0607, startMicroseconds: 12_500_000, durationMicroseconds: 33_333, skipped: 2,
          columns: 3, values: [-800, -251, RowMessage.gap, -1000, -300, 1]))
    ),
    (
      "row-coded",
      .row(
        RowMessage(
          view: 0x0102, axis: 9, flags: [], planes: PlaneSet(rawValue: 31), sequence: 0x0405_0608,
          startMicroseconds: 12_533_333, durationMicroseconds: 33_333, skipped: 0, columns: 48,
          values: codedPlanes.flatMap { plane in (0..<48).map(plane) }))
    ),
    (
      "row-fine",
      .row(
        RowMessage(
          view: 0x0102, axis: 9, flags: .slowed, planes: .max, sequence: 0x0405_0609,
          startMicroseconds: 12_566_666, durationMicroseconds: 33_333, skipped: 1, columns: 4,
          values: [-511, -509, 1010, RowMessage.gap],
          scale: LevelScale(low: -510, high: -490, fineness: 77) ?? .centibels))
    ),
    (
      "meter",
      .meter(
        MeterMessage(
          view: 0x0102, flags: .clipped, millibels: -2345, sequence: 77, startMicroseconds: 12_500_000,
          durationMicroseconds: 33_333, skipped: 1))
    ),
    (
      "time-map",
      .timeMap(
        TimeMap(source: 0, serverMicroseconds: 5, recordedMicroseconds: 1_403_000_000_000_000, speed: 20))
    ),
    ("fetched", .fetched(Fetched(view: 0x0102, fromMicroseconds: 0, oldestMicroseconds: 250_000))),
    (
      "artefacts",
      .artefacts(Artefacts(source: 0, spikeHertz: 98e6, imageHertz: 97e6, imageOfHertz: 99e6))
    ),
    (
      "source-controls",
      .controls(
        SourceControls(
          source: 1,
          controls: [
            .choice(
              id: 1, name: Array("Gain".utf8), names: [Array("Auto".utf8), Array("0.9 dB".utf8)],
              selected: 1),
            SourceControl(
              id: 2, kind: .number, value: -12, low: -200, high: 200, step: 1, name: Array("Correction".utf8),
              texts: [Array("ppm".utf8)]),
            .toggle(id: 4, name: Array("Bias tee".utf8), isOn: false, confirmation: Array("Sure?".utf8)),
          ]))
    ),
    ("notice", .notice(Notice(severity: .warning, text: "3 rows lost"))),
    (
      "annotations",
      .annotations(
        Annotations(
          source: 1, leftOut: 70_000,
          marks: [
            Annotation(
              startMicroseconds: 1_403_000_000_000_000, endMicroseconds: 1_403_000_000_500_000,
              lowHertz: 99.4e6, highHertz: 99.6e6, label: Array("FM µ".utf8),
              note: Array("FM · a test".utf8)),
            Annotation(
              startMicroseconds: 1_403_000_001_000_000, endMicroseconds: 1_403_000_001_000_000, lowHertz: 1e8,
              highHertz: 1e8, label: []),
          ]))
    ),
    ("steering", .steering(Steering(source: 1, state: .another, viewers: 0x0304, isViewOnly: true))),
  ]

  /// Levels by column that are coded in all ways; make_rows.py knows them too.
  private static let codedPlanes: [@Sendable (Int) -> Int16] = [
    { (10..<14).contains($0) ? RowMessage.gap : Int16(-900 + $0 * $0 * 37 % 29) },
    { Int16(-1000 + 3 * $0 + $0 % 3) },
    { _ in RowMessage.gap },
    { _ in -1234 },
    { Int16($0 * $0 * 7919 % 65_535 - 32_767) },
  ]

  /// A random message of any kind that the protocol allows; about every field takes all its values.
  static func random(_ random: inout SeededGenerator) -> Message {
    switch Int.random(in: 0..<19, using: &random) {
    case 0: .hello(Hello(version: bits(&random)))
    case 1: .show(view(&random))
    case 2:
      .acknowledge(
        Acknowledge(
          view: bits(&random), liveRows: bits(&random), fetchedRows: bits(&random), sequence: bits(&random)))
    case 3: .clockRequest(ClockRequest(clientMicroseconds: time(&random)))
    case 4: .command(command(&random))
    case 5:
      {
        let (from, until) = ordered(time(&random), time(&random))
        return .fetch(Fetch(view: bits(&random), fromMicroseconds: from, untilMicroseconds: until))
      }()
    case 6:
      .welcome(
        Welcome(
          version: bits(&random), sourceCount: bits(&random), serverMicroseconds: time(&random),
          wallMicroseconds: time(&random)))
    case 7: .source(source(&random))
    case 8: .clockReply(ClockReply(clientMicroseconds: time(&random), serverMicroseconds: time(&random)))
    case 9:
      .axis(
        AxisInfo(
          axis: bits(&random), columns: UInt16.random(in: 1...2048, using: &random),
          lowHertz: -hertz(&random),
          highHertz: hertz(&random)))
    case 10: .row(row(&random))
    case 11:
      .meter(
        MeterMessage(
          view: bits(&random), flags: RowFlags(rawValue: bits(&random)), millibels: bits(&random),
          sequence: bits(&random), startMicroseconds: time(&random), durationMicroseconds: bits(&random),
          skipped: bits(&random)))
    case 12:
      .timeMap(
        TimeMap(
          source: bits(&random), serverMicroseconds: time(&random), recordedMicroseconds: time(&random),
          speed: Double.random(in: 0...1000, using: &random)))
    case 13:
      .fetched(
        Fetched(view: bits(&random), fromMicroseconds: time(&random), oldestMicroseconds: time(&random)))
    case 14:
      .artefacts(
        Artefacts(
          source: bits(&random), spikeHertz: hertz(&random), imageHertz: hertz(&random),
          imageOfHertz: hertz(&random)))
    case 15: .annotations(annotations(&random))
    case 16: .controls(controls(&random))
    case 17:
      .steering(
        Steering(
          source: bits(&random), state: .you, viewers: bits(&random), isViewOnly: .random(using: &random),
          isPaired: .random(using: &random)))
    default: .notice(Notice(severity: .failure, text: text(&random)))
    }
  }

  private static func bits<T: FixedWidthInteger>(_ random: inout SeededGenerator) -> T {
    T.random(in: .min ... .max, using: &random)
  }

  private static func time(_ random: inout SeededGenerator) -> Int64 {
    Int64.random(in: -WireLimits.microseconds...WireLimits.microseconds, using: &random)
  }

  private static func hertz(_ random: inout SeededGenerator) -> Double {
    Double.random(in: 1...WireLimits.hertz, using: &random)
  }

  private static func ordered(_ first: Int64, _ second: Int64) -> (Int64, Int64) {
    (min(first, second), max(first, second))
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let characters: [Character] = ["a", "Z", "0", " ", "µ", "−", "×", "日", "🙂"]
    let count = Int.random(in: 0...40, using: &random)
    return String((0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] })
  }

  private static func view(_ random: inout SeededGenerator) -> ShowView {
    ShowView(
      view: bits(&random), source: bits(&random),
      mode: ViewMode(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .nothing,
      planes: PlaneSet(rawValue: UInt8.random(in: 1...31, using: &random)),
      columns: UInt16.random(in: 1...2048, using: &random),
      rowsPerSecond: UInt8.random(in: 1...60, using: &random),
      slotMicroseconds: UInt32.random(in: 100_000...60_000_000, using: &random),
      frozenSequence: bits(&random),
      lowHertz: -hertz(&random), highHertz: hertz(&random),
      levels: Bool.random(using: &random) ? nil : LevelAxis(bottom: -12.5, top: 3, rows: bits(&random)))
  }

  private static func command(_ random: inout SeededGenerator) -> Command {
    switch Int.random(in: 0..<6, using: &random) {
    case 4: .adjust(source: bits(&random), control: bits(&random), value: hertz(&random))
    case 0: .speed(source: bits(&random), factor: Double.random(in: 0...WireLimits.speed, using: &random))
    case 1: .seek(source: bits(&random), seconds: Double.random(in: 0...WireLimits.seconds, using: &random))
    case 2: .tune(source: bits(&random), lowHertz: -hertz(&random), highHertz: hertz(&random))
    case 3: .takeControl(source: bits(&random))
    default: .resetHold(source: bits(&random))
    }
  }

  private static func source(_ random: inout SeededGenerator) -> SourceInfo {
    SourceInfo(
      source: bits(&random), flags: SourceFlags(rawValue: bits(&random)), unit: .fullScale,
      lowHertz: -hertz(&random), highHertz: hertz(&random), tuneLowHertz: -hertz(&random),
      tuneHighHertz: hertz(&random), stepHertz: hertz(&random), rbwHertz: hertz(&random),
      enbwHertz: hertz(&random), rowSeconds: 0.5, durationSeconds: 1,
      startMicroseconds: time(&random), levelLow: -120, levelHigh: Float.random(in: -119...0, using: &random),
      name: Array(text(&random).utf8), detail: Array(text(&random).utf8))
  }

  private static func annotations(_ random: inout SeededGenerator) -> Annotations {
    let marks = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      let (start, end) = ordered(time(&random), time(&random))
      return Annotation(
        startMicroseconds: start, endMicroseconds: end, lowHertz: -hertz(&random), highHertz: hertz(&random),
        label: Array(text(&random).prefix(12).utf8), note: Array(text(&random).utf8))
    }
    return Annotations(source: bits(&random), leftOut: bits(&random), marks: marks)
  }

  private static func row(_ random: inout SeededGenerator) -> RowMessage {
    let planes = PlaneSet(rawValue: UInt8.random(in: 1...31, using: &random))
    let columns = UInt16.random(in: 1...20, using: &random)
    let step = Int16(1) << Int16.random(in: 0...14, using: &random)
    return RowMessage(
      view: bits(&random), axis: bits(&random), flags: RowFlags(rawValue: bits(&random)), planes: planes,
      sequence: bits(&random), startMicroseconds: time(&random), durationMicroseconds: bits(&random),
      skipped: bits(&random), columns: columns,
      values: (0..<(planes.count * Int(columns))).map { _ in bits(&random) & ~(step - 1) },
      scale: Bool.random(using: &random)
        ? .centibels : LevelScale(bottom: -20, top: 10, rows: Int(bits(&random) as UInt16)))
  }

  private static func controls(_ random: inout SeededGenerator) -> SourceControls {
    let kinds: [SourceControl] = [
      .toggle(id: bits(&random), name: Array(text(&random).utf8), isOn: true),
      .choice(
        id: bits(&random), name: [], names: [Array(text(&random).utf8), Array(text(&random).utf8)],
        selected: 1),
      SourceControl(
        id: bits(&random), kind: .number, value: 2.5, low: -3, high: 7, step: 0.5,
        name: Array(text(&random).utf8), texts: [Array(text(&random).utf8)]),
    ]
    return SourceControls(
      source: bits(&random),
      controls: (0..<Int.random(in: 0...4, using: &random)).map { _ in
        kinds[Int.random(in: 0..<3, using: &random)]
      })
  }
}

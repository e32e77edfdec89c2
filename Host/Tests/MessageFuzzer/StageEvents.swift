import WaveReceivers
import WaveSensorSources
import WaveSensorsWire
import WaveSpectra
import WaveSpectrumWire
import WaveStreams
import WaveWire

/// What the words of steps mean.
extension Stage {
  /// What scripted streams are at first.
  static func streams(_ kind: Int) -> StreamSource {
    func channel(_ label: String, _ unit: String) -> StreamChannel {
      StreamChannel(label: Array(label.utf8), unit: Array(unit.utf8))
    }
    let groups: [StreamSource.Group]
    switch kind {
    case 0: groups = [.init(rateHertz: 500, channels: [channel("I", "mV"), channel("II", "mV")])]
    case 1: groups = [.init(rateHertz: 1000, channels: (0..<3).map { channel("c\($0)", "mV") })]
    case 2:
      groups = [
        .init(rateHertz: 100, channels: (0..<6).map { channel("a\($0)", "m/s²") }),
        .init(rateHertz: 25, channels: [channel("p", "hPa")]),
      ]
    default: groups = [.init(rateHertz: 0.5, channels: [channel("slow", "")])]
    }
    return StreamSource(source: 0, flags: .simulated, name: Array("streams".utf8), detail: [], groups: groups)
  }

  /// An event of a source of spectra: kind, then its fields.
  static func spectrumEvent(_ step: Step) -> SourceEvent {
    guard step.word(0) > 0 else { return .row(row(step)) }
    let (low, high, microseconds) = (step.number(1), step.number(2), step.integer(3))
    let (recorded, speed, flags) = (step.integer(4), step.number(5), step.word(6))
    switch step.word(0) {
    case 1:
      var info = StageSpectrum.info("tuned")
      (info.lowHertz, info.highHertz) = (low, high)
      (info.stepHertz, info.rowSeconds, info.durationSeconds) = (step.number(8), speed, step.number(8))
      info.startMicroseconds = recorded
      info.flags = SourceFlags(rawValue: UInt16(truncatingIfNeeded: flags))
      return .changed(info)
    case 2:
      return .timeMap(
        TimeMap(source: 0, serverMicroseconds: microseconds, recordedMicroseconds: recorded, speed: speed))
    case 3:
      return .artefacts(Artefacts(source: 0, spikeHertz: low, imageHertz: high, imageOfHertz: step.number(8)))
    case 4:
      var marks: [Annotation] = []
      for index in 0..<flags {
        marks.append(
          Annotation(
            startMicroseconds: recorded, endMicroseconds: recorded &+ Int64(index), lowHertz: low,
            highHertz: high,
            label: Array("mark".utf8)))
      }
      return .annotations(
        Annotations(source: 0, leftOut: UInt32(truncatingIfNeeded: step.word(7)), marks: marks))
    case 5:
      return .controls(
        SourceControls(
          source: 0,
          controls: [
            .toggle(id: 0, name: Array("AGC".utf8), isOn: flags & 1 == 0),
            SourceControl(
              id: 1, kind: .number, value: flags & 2 == 0 ? low : speed, low: low, high: high,
              step: step.number(8),
              name: Array("gain".utf8), texts: [Array("dB".utf8)]),
          ]))
    case 6: return .notice(Notice(severity: flags & 1 == 0 ? .warning : .failure, text: Array("so".utf8)))
    case 7: return .lost(rows: UInt32(truncatingIfNeeded: step.word(7)))
    default: return .samplesLost(flags & 1 == 0 ? nil : Int(flags))
    }
  }

  private static func row(_ step: Step) -> PowerRow {
    let count = Int(step.word(6) % 1024)
    var draw = Draw(seed: step.word(8))
    draw.wildness = step.word(9) & 3 == 0 ? 0.3 : 0
    var planes: [[Float]] = []
    for _ in 0..<3 { planes.append((0..<count).map { _ in draw.single(1e-12...1e-3) }) }
    // One in sixteen is not as long as the axis says.
    if step.word(9) == 15 { planes[1] = [] }
    return PowerRow(
      sequence: UInt32(truncatingIfNeeded: step.word(1)), startMicroseconds: step.integer(2),
      durationMicroseconds: step.integer(3),
      axis: BinAxis(firstHertz: step.number(4), stepHertz: step.number(5), count: count),
      enbwHertz: step.number(7),
      max: planes[0], mean: planes[1], min: planes[2], isClipped: step.word(9) & 4 == 4,
      isIncomplete: step.word(9) & 8 == 8)
  }

  /// An event of a source of streams: kind, group, then its fields; nil where it is none.
  static func streamEvent(_ step: Step) -> SensorEvent? {
    let group = Int(step.word(1))
    guard step.word(0) > 0 else { return block(step).map { .block(group: group, $0) } }
    let (sequence, microseconds, rate) = (step.word(2), step.integer(3), step.number(4))
    let (flags, number) = (step.word(5), step.number(7))
    switch step.word(0) {
    case 1:
      return .times(
        SampleTimes(
          source: 0, group: UInt8(group), reason: SampleTimes.Reason(rawValue: UInt8(flags % 3)) ?? .step,
          sequence: sequence, microseconds: microseconds, rateHertz: rate))
    case 2: return .restarted(group: group)
    case 3:
      var info = streams(Int(flags % 4))
      if flags & 4 == 4 { info.name = Array("another \(flags)".utf8) }
      if flags & 8 == 8, !info.groups.isEmpty { info.groups[0].rateHertz = rate }
      if flags & 48 == 48 { info.groups = [] }
      return .changed(info)
    case 4:
      return .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: microseconds, recordedMicroseconds: Int64(bitPattern: sequence),
          speed: number))
    case 5:
      return .controls(
        SourceControls(
          source: 0,
          controls: [
            SourceControl(
              id: UInt8(flags), kind: .number, value: number, low: -rate, high: rate, step: number.magnitude,
              name: Array("x".utf8), texts: [[]])
          ]))
    case 6: return .mark(group: group, sequence: sequence, text: Array("beat".utf8))
    case 7: return .notice(Notice(severity: flags & 1 == 0 ? .information : .failure, text: Array("so".utf8)))
    default: return .look(RecordedLook(view: nil, filters: []))
    }
  }

  private static func block(_ step: Step) -> SampleBlock? {
    let count = Int(step.word(4) % 1024)
    let channels = Int(step.word(5) % 8)
    var draw = Draw(seed: step.word(6))
    draw.wildness = step.word(6) & 31 == 0 ? 0.3 : 0
    return SampleBlock(
      sequence: step.word(2), channelCount: channels,
      samples: (0..<count * channels).map { _ in draw.number(-1...1) },
      deviceMicroseconds: step.word(7) == 0 ? nil : step.integer(7), arrivalMicroseconds: step.integer(3))
  }
}

import TestSupport
import WaveSensorsWire
import WaveStore
import WaveStreams
import WaveWire

@testable import WaveSensorSources

/// Events of a source in lines, for golden texts.
enum EventText {
  static func lines(_ events: [SensorEvent]) -> [String] { events.map { "  " + line($0) } }

  private static func line(_ event: SensorEvent) -> String {
    switch event {
    case .block(let group, let block):
      let ends = [block.samples.first, block.samples.last].map { $0.map { "\($0)" } ?? "none" }
      return "block of \(group) from \(block.sequence): \(block.count) of \(block.channelCount) channels, "
        + "\(ends[0]) to \(ends[1]), at \(block.arrivalMicroseconds), "
        + RecordingText.digest([block.samples])
    case .times(let times):
      return "times of \(times.group) from \(times.sequence): \(times.microseconds), \(times.rateHertz) Hz, "
        + "\(times.reason)"
    case .restarted(let group): return "group \(group) counts anew"
    case .changed(let info): return "source: " + describe(info)
    case .timeMap(let map):
      return "map: \(map.serverMicroseconds) is \(map.recordedMicroseconds), speed \(map.speed)"
    case .controls(let list): return "controls \(list.controls.map { "\($0.id)=\($0.value)" })"
    case .look(let look):
      return "look: \(look.view?.mixtures.count ?? -1) mixtures, filters "
        + "\(look.filters.map { "\($0.group) \($0.channel ?? -1) \($0.stages.map(\.lowHertz))" })"
    case .mark(let group, let sequence, let text): return "mark of \(group) at \(sequence): \(plain(text))"
    case .notice(let notice): return "\(notice.severity): \(plain(notice.text))"
    }
  }

  static func describe(_ info: StreamSource) -> String {
    let groups = info.groups.map { group in
      "\(group.rateHertz) Hz "
        + group.channels.map { "\(plain($0.label)) [\(plain($0.unit))]" }.joined(separator: ", ")
    }
    return "\(plain(info.name)) (\(plain(info.detail))), flags \(info.flags.rawValue), "
      + "\(info.recordingSeconds) s from \(info.recordingStartMicroseconds): "
      + groups.joined(separator: "; ")
  }

  private static func plain(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

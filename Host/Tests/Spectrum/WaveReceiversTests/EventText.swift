import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers

/// What sources send, as lines of text for golden files.
enum EventText {
  static func lines(_ events: [SourceEvent]) -> [String] { events.map(line) }

  static func line(_ event: SourceEvent) -> String {
    switch event {
    case .row(let row): self.row(row)
    case .changed(let info): "changed: \(self.info(info))"
    case .timeMap(let map):
      "map: \(map.recordedMicroseconds) at \(map.serverMicroseconds), speed \(number(map.speed))"
    case .artefacts(let found):
      "artefacts: spike \(number(found.spikeHertz)), image \(number(found.imageHertz)) "
        + "of \(number(found.imageOfHertz))"
    case .annotations(let list):
      "annotations: \(list.leftOut) left out" + list.marks.map { "; " + mark($0) }.joined()
    case .controls(let list):
      "controls: "
        + list.controls.map { "\($0.id) \(string($0.name)) \(number($0.value))" }.joined(separator: ", ")
    case .notice(let notice): "notice, \(notice.severity): \(string(notice.text))"
    case .lost(let rows): "lost: \(rows) rows"
    case .samplesLost(let count): "lost: \(count.map(String.init) ?? "unknown") samples"
    }
  }

  static func row(_ row: PowerRow) -> String {
    let known = row.mean.indices.filter { !row.mean[$0].isNaN }
    let top = known.max { row.mean[$0] < row.mean[$1] }
    let flags = (row.isIncomplete ? ", incomplete" : "") + (row.isClipped ? ", clipped" : "")
    let gaps = row.mean.count - known.count
    return
      "row \(row.sequence) at \(row.startMicroseconds) for \(row.durationMicroseconds): \(axis(row.axis)), "
      + "\(gaps) gaps, enbw \(number(row.enbwHertz)), top "
      + (top.map { "\($0) at \(level(row.mean[$0])), \(level(row.min[$0])) to \(level(row.max[$0]))" }
        ?? "none")
      + flags
  }

  static func info(_ info: SourceInfo) -> String {
    "\(string(info.name)), \(string(info.detail)), flags \(info.flags.rawValue), \(info.unit), "
      + "\(number(info.lowHertz)) to \(number(info.highHertz)) of \(number(info.tuneLowHertz)) "
      + "to \(number(info.tuneHighHertz)), step \(number(info.stepHertz)), rbw \(number(info.rbwHertz)), "
      + "enbw \(number(info.enbwHertz)), rows of \(number(info.rowSeconds)) s, "
      + "\(number(info.durationSeconds)) s from \(info.startMicroseconds), "
      + "\(number(Double(info.levelLow))) to \(number(Double(info.levelHigh))) dB"
  }

  static func mark(_ mark: Annotation) -> String {
    "\(string(mark.label)) [\(string(mark.note).replacing("\n", with: " / "))] "
      + "\(mark.startMicroseconds) to \(mark.endMicroseconds), "
      + "\(number(mark.lowHertz)) to \(number(mark.highHertz))"
  }

  static func axis(_ axis: BinAxis) -> String {
    "\(axis.count) bins from \(number(axis.firstHertz)) by \(number(axis.stepHertz))"
  }

  static func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A number to four decimals.
  static func number(_ value: Double) -> String { value.plainText(decimals: 4) }

  /// A power in decibels, to a whole decibel: the last bits of a transform differ between machines.
  private static func level(_ power: Float) -> String {
    FileMeasurement.level(Double(power)).map { "\(Int($0.rounded()))" } ?? "none"
  }
}

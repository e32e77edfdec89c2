import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

/// One source and one client's feed under a hand-wound clock, played from a line of text.
///
/// Steps: `row` a new row 33.333 ms after the last; `lost` that time without a row; `ack2` two live rows
/// drawn; `got8` eight fetched rows drawn; `+40` 40 ms go by. What the client is sent is written as text:
/// `axis1` an axis; `7` row 7; `9(1)` row 9 after one was skipped; `s4` slot 4 of the waterfall; `f3` slot 3
/// as fetched; `m7` a meter value of row 7; `fetched`; `notice`; `source`; `map`; `artefacts`.
struct Scene {
  var feed: SpectrumFeed
  var history = SpectrumHistory()
  var now: Int64 = 10_000_000
  var sequence: UInt32 = 0
  var axis = BinAxis(firstHertz: 88_000_000, stepHertz: 1000, count: 64)
  var rowMicroseconds: Int64 = 33_333
  var isClipped = false
  /// Everything sent, as messages.
  var sent: [Message] = []

  init(isGreeted: Bool = true, isLimited: Bool = false) {
    feed = SpectrumFeed(sources: [SpectrumFeed.Source(info: Scene.info)], isLimited: isLimited)
    guard isGreeted else { return }
    _ = try? receive(.hello(Hello()))
    sent = []
  }

  static let info = SourceInfo(
    source: 0, flags: .simulated, unit: .fullScale, lowHertz: 88e6, highHertz: 108e6, tuneLowHertz: 24e6,
    tuneHighHertz: 1766e6, stepHertz: 10e3, rbwHertz: 1500, enbwHertz: 2000, rowSeconds: 1.0 / 30,
    durationSeconds: 0, startMicroseconds: 0, levelLow: -120, levelHigh: -20, name: Array("test".utf8),
    detail: [])

  static func view(
    _ number: UInt16, _ mode: ViewMode, planes: PlaneSet = .max, columns: UInt16 = 16, rate: UInt8 = 30,
    slot: UInt32 = 500_000, frozen: UInt32 = 0, low: Double = 88_000_000, high: Double = 88_064_000,
    levels: LevelAxis? = nil
  ) -> Message {
    .show(
      ShowView(
        view: number, mode: mode, planes: planes, columns: columns, rowsPerSecond: rate,
        slotMicroseconds: slot, frozenSequence: frozen, lowHertz: low, highHertz: high, levels: levels))
  }

  /// Hands in a message and gives what is sent then.
  @discardableResult
  mutating func receive(_ message: Message) throws -> String {
    let history = history
    let command = try feed.receive(message, at: now) { _ in history }
    let text = collect()
    guard let command else { return text }
    return text + (text.isEmpty ? "" : " ") + "command \(command)"
  }

  /// Plays steps and gives what is sent meanwhile.
  @discardableResult
  mutating func play(_ steps: String) -> String {
    var texts: [String] = []
    for step in steps.split(separator: " ") {
      texts.append(play(step: step))
    }
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private mutating func play(step: Substring) -> String {
    if step == "row" { return advance(by: rowMicroseconds, thenRow: true) }
    if step == "lost" { return advance(by: rowMicroseconds, thenRow: false, isLost: true) }
    if step.hasPrefix("+") {
      return advance(by: (Int64(step.dropFirst()) ?? 0) * 1000, thenRow: false)
    }
    let live = step.hasPrefix("ack") ? UInt16(step.dropFirst(3)) ?? 0 : 0
    let fetched = step.hasPrefix("got") ? UInt16(step.dropFirst(3)) ?? 0 : 0
    let acknowledge = Acknowledge(
      view: feed.view.view, liveRows: live, fetchedRows: fetched, sequence: sequence)
    return (try? receive(.acknowledge(acknowledge))) ?? "violation"
  }

  /// Lets time pass, waking the feed when it asked for it.
  private mutating func advance(by microseconds: Int64, thenRow: Bool, isLost: Bool = false) -> String {
    let end = now + microseconds
    var texts: [String] = []
    while let wake = feed.wakeMicroseconds, wake > now, wake < end {
      now = wake
      texts.append(collect())
    }
    now = end
    if isLost { sequence += 1 }
    if thenRow { append() }
    texts.append(collect())
    return texts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private mutating func append() {
    sequence += 1
    let row = makeRow()
    history.append(row)
    feed.accept(row, source: 0)
  }

  /// A row whose peak, bin `sequence % 64`, holds the power 1 above a floor of 1e-10.
  func makeRow() -> PowerRow {
    var max = [Float](repeating: 1e-10, count: axis.count)
    max[Int(sequence) % axis.count] = 1
    return PowerRow(
      sequence: sequence, startMicroseconds: now - rowMicroseconds, durationMicroseconds: rowMicroseconds,
      axis: axis, enbwHertz: 1000, max: max, mean: max.map { $0 / 2 }, min: max.map { $0 / 4 },
      isClipped: isClipped)
  }

  /// Collects until there is nothing more.
  mutating func collect() -> String {
    let history = history
    var texts: [String] = []
    while true {
      let messages = feed.collect(at: now) { _ in history }
      if messages.isEmpty { return texts.joined(separator: " ") }
      sent += messages
      texts += messages.map { text(of: $0) }
    }
  }

  func text(of message: Message) -> String {
    switch message {
    case .axis(let axis): "axis\(axis.axis)"
    case .row(let row) where row.flags.contains(.waterfall):
      (row.flags.contains(.fetched) ? "f" : "s")
        + "\(row.startMicroseconds / 500_000 - 20)" + (row.skipped > 0 ? "(\(row.skipped))" : "")
    case .row(let row): "\(row.sequence)" + (row.skipped > 0 ? "(\(row.skipped))" : "")
    case .meter(let meter): "m\(meter.sequence)" + (meter.skipped > 0 ? "(\(meter.skipped))" : "")
    case .welcome: "welcome"
    case .source: "source"
    case .timeMap: "map"
    case .artefacts: "artefacts"
    case .controls: "controls"
    case .fetched: "fetched"
    case .clockReply: "clock"
    case .notice: "notice"
    default: "?"
    }
  }

  /// The rows sent, newest last.
  var rows: [RowMessage] {
    sent.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }
}

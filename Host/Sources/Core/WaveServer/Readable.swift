import WaveDataWire
import WaveSensorsWire
import WaveSpectra
import WaveSpectrumWire
import WaveWire

// Numbers of devices and recordings have any size. What no client can read is not sent: it would end every connection.

extension Message {
  /// Whether a client can read it.
  var isReadable: Bool {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    do throws(WireError) { return try reader.nextFromServer(in: bytes.span.bytes) != nil } catch {
      return false
    }
  }
}

extension StreamMessage {
  /// Whether a client can read it.
  var isReadable: Bool {
    var bytes: [UInt8] = []
    encodeFromServer(into: &bytes)
    var reader = StreamMessageReader(limit: WireLimits.serverMessageBytes)
    do throws(WireError) { return try reader.nextFromServer(in: bytes.span.bytes) != nil } catch {
      return false
    }
  }
}

extension WireLimits {
  /// Times of rows and samples: slots and sums of them are readable, too.
  static let sourceMicroseconds = -(microseconds / 2)...(microseconds / 2)
}

extension Notice {
  /// Of a source whose description is not readable.
  static let unreadableSource = Notice(
    severity: .warning,
    text: "The source describes itself with numbers that are out of range; they are not shown.")

  /// Of rows that are not readable.
  static let unreadableRows = Notice(
    severity: .warning,
    text: "The source sent rows whose time or frequencies are out of range; they are left out.")

  /// Of a recording's times that are not readable.
  static let unreadableTimes = Notice(
    severity: .warning, text: "The recording's own times are out of range; they are not shown.")
}

extension SourceInfo {
  /// The same with usual numbers.
  var withoutNumbers: SourceInfo {
    SourceInfo(
      source: source, flags: flags, unit: unit, lowHertz: 0, highHertz: 1, tuneLowHertz: 0, tuneHighHertz: 1,
      stepHertz: 1, rbwHertz: .nan, enbwHertz: .nan, rowSeconds: 0, durationSeconds: 0, startMicroseconds: 0,
      levelLow: -100, levelHigh: 0, name: name, detail: detail)
  }
}

extension Annotations {
  /// The same without marks that are not readable; they are counted as left out.
  var readable: Annotations {
    guard !Message.annotations(self).isReadable else { return self }
    var made = self
    made.marks = marks.filter {
      Message.annotations(Annotations(source: 0, leftOut: 0, marks: [$0])).isReadable
    }
    made.leftOut = UInt32(clamping: Int(leftOut) + marks.count - made.marks.count)
    return made
  }
}

extension SourceControls {
  /// The same without controls that are not readable.
  var readable: SourceControls {
    guard !Message.controls(self).isReadable else { return self }
    let single = controls.filter { Message.controls(SourceControls(source: 0, controls: [$0])).isReadable }
    let made = SourceControls(source: source, controls: single)
    // Together they are longer than a message.
    return Message.controls(made).isReadable ? made : SourceControls(source: source, controls: [])
  }
}

extension StreamSource {
  /// The same without groups, and with usual numbers.
  var withoutNumbers: StreamSource {
    StreamSource(source: source, flags: flags, name: name, detail: detail, groups: [])
  }
}

extension BinAxis {
  /// Whether bins of it have frequencies that a client can read.
  var isReadable: Bool {
    let highest = max(lowHertz.magnitude, highHertz.magnitude)
    return highest <= WireLimits.hertz && stepHertz >= highest * WireLimits.bandShare && stepHertz > 0
  }
}

extension TableAxis {
  /// The same with numbers that a client can read: what is beyond them is at the edge.
  var readable: TableAxis {
    var made = self
    made.from = max(-WireLimits.ticks, min(WireLimits.ticks - 1, from))
    made.until = max(made.from + 1, min(WireLimits.ticks, until))
    made.offset = offset.isNaN ? 0 : max(-WireLimits.tableValue, min(WireLimits.tableValue, offset))
    made.step = step.isNaN ? 1 : max(-WireLimits.tableValue, min(WireLimits.tableValue, step))
    return made
  }
}

extension TableMessage {
  /// The same where x and its ticks are within what a client can read: files and engines have any numbers.
  var readable: TableMessage {
    switch self {
    case .axis(let axis): return .axis(axis.readable)
    case .row(var row):
      row.tick = max(-WireLimits.ticks, min(WireLimits.ticks, row.tick))
      return .row(row)
    default: return self
    }
  }
}

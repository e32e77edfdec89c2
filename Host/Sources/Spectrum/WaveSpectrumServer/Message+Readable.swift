import WaveServer
import WaveSpectra
import WaveSpectrumWire
import WaveWire

extension Message {
  /// Whether a client would accept the encoded message.
  var isReadable: Bool {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    return (try? reader.nextFromServer(in: bytes.span.bytes)) != nil
  }
}

extension Notice {
  /// A warning that some of a source's rows are out of range, so that clients cannot read them.
  static let unreadableRows = Notice(
    severity: .warning,
    text: "The source sent rows whose time or frequencies are out of range; they are left out.")
}

extension SourceInfo {
  /// The description with all numbers replaced by defaults, so that a client can read it.
  var withoutNumbers: SourceInfo {
    SourceInfo(
      source: source, flags: flags, unit: unit, lowHertz: 0, highHertz: 1, stepHertz: 1, rbwHertz: .nan,
      enbwHertz: .nan, rowSeconds: 0, levelLow: -100, levelHigh: 0, name: name, detail: detail)
  }
}

extension Annotations {
  /// A copy that excludes the annotations that a client cannot read, and counts them in `leftOut`.
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
  /// The controls that a client can read.
  var readable: SourceControls { readable { Message.controls($0).isReadable } }
}

extension BinAxis {
  /// Whether a client would accept the frequencies of the axis.
  var isReadable: Bool {
    let highest = max(lowHertz.magnitude, highHertz.magnitude)
    return highest <= WireLimits.hertz && stepHertz >= highest * WireLimits.bandShare && stepHertz > 0
  }
}

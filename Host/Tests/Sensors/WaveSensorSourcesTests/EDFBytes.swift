/// The bytes of an EDF or BDF file, put together from the specification and not by the module.
struct EDFBytes {
  struct Signal {
    var label: String
    var unit = "uV"
    var low = "-1000"
    var high = "1000"
    var digitalLow = "-32768"
    var digitalHigh = "32767"
    var transducer = ""
    var prefilter = ""
    /// The number of samples in a record.
    var width: Int
    /// The samples of a record.
    var samples: (_ record: Int) -> [Int] = { _ in [] }
    /// The annotations of a record, which stand in place of samples.
    var text: ((_ record: Int) -> String)?

    /// A signal of annotations; `,` and `;` stand for the bytes 20 and 21, and `.` ends a list.
    static func notes(width: Int = 40, _ text: @escaping (_ record: Int) -> String) -> Signal {
      Signal(label: "EDF Annotations", unit: "", low: "-1", high: "1", width: width, text: text)
    }
  }

  var patient = "X X X X"
  var recording = "Startdate 02-MAR-2019 X X X"
  var date = "02.03.19"
  var time = "12.30.05"
  var kind = ""
  /// The number of records that the header gives; nil for those that are there.
  var saidRecords: Int?
  var records: Int
  var seconds = "1"
  /// 2 for EDF, 3 for BDF.
  var sampleBytes = 2
  var signals: [Signal]
  /// The number of bytes after the last record; negative if bytes are missing.
  var rest = 0

  var bytes: [UInt8] {
    var bytes: [UInt8] = sampleBytes == 3 ? [0xFF] + Self.field("BIOSEMI", 7) : Self.field("0", 8)
    bytes += Self.field(patient, 80) + Self.field(recording, 80)
    bytes += Self.field(date, 8) + Self.field(time, 8) + Self.field("\(256 * (signals.count + 1))", 8)
    bytes += Self.field(kind, 44) + Self.field("\(saidRecords ?? records)", 8) + Self.field(seconds, 8)
    bytes += Self.field("\(signals.count)", 4)
    for (width, text) in [
      (16, { $0.label }), (80, { $0.transducer }), (8, { $0.unit }), (8, { $0.low }), (8, { $0.high }),
      (8, { $0.digitalLow }), (8, { $0.digitalHigh }), (80, { $0.prefilter }), (8, { "\($0.width)" }),
      (32, { _ in "" }),
    ] as [(Int, (Signal) -> String)] {
      for signal in signals { bytes += Self.field(text(signal), width) }
    }
    for record in 0..<records {
      for signal in signals {
        if let text = signal.text {
          let marks: [UInt8: UInt8] = [0x2C: 0x14, 0x3B: 0x15, 0x2E: 0]
          let own = text(record).utf8.map { marks[$0] ?? $0 }
          bytes += own + [UInt8](repeating: 0, count: signal.width * sampleBytes - own.count)
        } else {
          for sample in signal.samples(record) {
            for place in 0..<sampleBytes { bytes.append(UInt8(truncatingIfNeeded: sample >> (8 * place))) }
          }
        }
      }
    }
    return rest < 0 ? bytes.dropLast(-rest) : bytes + [UInt8](repeating: 1, count: rest)
  }

  private static func field(_ text: String, _ width: Int) -> [UInt8] {
    let own = Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }.prefix(width))
    return own + [UInt8](repeating: 0x20, count: width - own.count)
  }
}

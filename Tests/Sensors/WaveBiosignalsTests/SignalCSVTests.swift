import TestSupport
import Testing
import WaveBiosignals

/// What a reader made of a table.
private struct Table {
  var rows: [SignalCSVReader.Row] = []
  var values: [[Double]] = []
  var error: BiosignalError?
  private(set) var reader = SignalCSVReader()

  init(_ text: String, pieces: Int = .max) {
    self.init(Array(text.utf8), pieces: pieces)
  }

  init(_ bytes: [UInt8], pieces: Int = .max) {
    var rest = bytes[...]
    var reader = reader
    var rows: [SignalCSVReader.Row] = []
    var values: [[Double]] = []
    do throws(BiosignalError) {
      while !rest.isEmpty {
        let piece = Array(rest.prefix(pieces))
        rest = rest.dropFirst(piece.count)
        try reader.read(piece.span) { Self.append($0, $1, &rows, &values) }
      }
      try reader.finish { Self.append($0, $1, &rows, &values) }
    } catch { self.error = error }
    (self.reader, self.rows, self.values) = (reader, rows, values)
  }

  private static func append(
    _ row: SignalCSVReader.Row, _ own: Span<Double>, _ rows: inout [SignalCSVReader.Row],
    _ values: inout [[Double]]
  ) {
    rows.append(row)
    values.append((0..<own.count).map { own[$0] })
  }

  var labels: [String] { (reader.layout?.signals ?? []).map { String(decoding: $0.label, as: UTF8.self) } }
  var units: [String] { (reader.layout?.signals ?? []).map { String(decoding: $0.unit, as: UTF8.self) } }
  var seconds: [Double?] { rows.map { $0.nanoseconds.map { Double($0) / 1e9 } } }

  /// Values with a dot where there is none.
  var text: String {
    values.map { $0.map { $0.isNaN ? "." : "\($0)" }.joined(separator: " ") }.joined(separator: "|")
  }
}

@Suite struct SignalCSVTests {
  @Test(arguments: [
    ("time,I,II\n0,1,2\n0.5,,-4e-1\n", "1.0 2.0|. -0.4"),
    ("1,2\n3,4", "1.0 2.0|3.0 4.0"),
    ("a\n1\n\n2\n", "1.0|2.0"),
    ("\u{FEFF}Zeit;EKG\r\n0,0;1,5\r\n0,25;-2\r\n", "1.5|-2.0"),
    ("t\tx\ty\n0\t1,5\t2\n1\t2\t3,25\n", "1.5 2.0|2.0 3.25"),
    ("\"time\",\"a, \"\"b\"\"\"\n\"0\",\"1\"\n\"1\",\"2\"\n", "1.0|2.0"),
    ("time,x\n0,NaN\n1,n/a\n2,null\n3,-\n4,inf\n5,7\n", ".|.|.|.|.|7.0"),
    ("time,x,\n0,1,\n1,2,\n", "1.0|2.0"),
    ("# remark\nx,y\n# another\n1,2\n", "1.0 2.0"),
    ("'Elapsed time','MLII','V5'\n'seconds','mV','mV'\n0.000,-0.145,-0.065\n", "-0.145 -0.065"),
    ("x,note,y\n1,begin,2\n3,,4\n5,end,6\n", "1.0 2.0|3.0 4.0|5.0 6.0"),
    ("x,y\n1\n2,3\n", "1.0 .|2.0 3.0"),
    ("x,y\n1,2\n3", "1.0 2.0"),
    // The only row of values has no line end, and says which column has numbers.
    ("x,y,note\n1,2,rest", "1.0 2.0"),
    ("# rest\n1;2,5", "1.0 2.5"),
  ])
  func valuesAreRead(_ text: String, _ expected: String) {
    for pieces in [1, 3, .max] {
      let table = Table(text, pieces: pieces)
      #expect(table.error == nil && table.text == expected, "\(text)")
    }
  }

  @Test func labelsAndUnitsAreRead() {
    let table = Table(
      "time [ms],ECG [mV],Lead I (Einthoven),acc (m/s^2),\"a, \"\"b\"\"\"\n4,1,2,3,4\n8,1,2,3,4\n")
    #expect(table.labels == ["ECG", "Lead I (Einthoven)", "acc", "a, \"b\""])
    #expect(table.units == ["mV", "", "m/s^2", ""] && table.seconds == [0.004, 0.008])
    let rdsamp = Table("'Elapsed time','MLII'\n'seconds','mV'\n0.000,-0.145\n")
    #expect(rdsamp.labels == ["MLII"] && rdsamp.units == ["mV"])
    #expect(rdsamp.reader.layout?.timeUnit == .seconds && rdsamp.reader.layout?.isTimeUnitGuessed == false)
    let simple = Table("# Sampling Rate (Hz):= 100.00\n# Labels:= acc_x\tacc_y\n1.5\t2\n")
    #expect(simple.labels == ["acc_x", "acc_y"] && simple.reader.layout?.rateHertz == 100)
  }

  /// Amplifiers call their channels 1, 2 and 3.
  @Test(arguments: [
    ("time,1,2\n0,5,6\n0.5,7,8\n", ["1", "2"], "5.0 6.0|7.0 8.0"),
    ("Time (s),1700000000123456788\n0,1.5\n", ["1700000000123456788"], "1.5"),
    ("timestamp,3\n1970-01-01T00:00:01Z,4\n1970-01-01T00:00:02Z,5\n", ["3"], "4.0|5.0"),
    ("time,1,2\ns,mV,mV\n0,5,6\n", ["1", "2"], "5.0 6.0"),
    ("1,2\n3,4\n", ["", ""], "1.0 2.0|3.0 4.0"),
    // Words in front of values are no header.
    ("t,1\nt,2\n", [""], "1.0|2.0"),
  ])
  func labelsMayBeNumbers(_ text: String, _ labels: [String], _ expected: String) {
    let table = Table(text)
    #expect(table.error == nil && table.labels == labels && table.text == expected, "\(text)")
  }

  @Test(arguments: [
    ("time", "0", 0.0), ("t_us", "2500000", 2.5), ("Time (s)", "1.25", 1.25), ("ms", "1500", 1.5),
    ("timestamp", "1700000000", 1.7e9),
    ("timestamp", "1700000000123", 1_700_000_000.123), ("time", "1700000000123456", 1_700_000_000.123456),
    ("Date", "1970-01-02T00:00:01Z", 86_401), ("x", "1970-01-01 00:00:02.5", 2.5),
    ("ts", "1970-01-01T01:00:00+0100", 0),
    ("timestamp", "1970-01-01T00:00:00-00:30", 1800),
  ])
  func timesAreRead(_ label: String, _ cell: String, _ seconds: Double) {
    let table = Table("\(label),x\n\(cell),1\n")
    #expect(table.error == nil && table.labels == ["x"] && table.seconds.count == 1)
    #expect(table.seconds.allSatisfy { abs(($0 ?? .nan) - seconds) < 1e-6 })
  }

  @Test func nanosecondsAreExact() {
    let table = Table("time,x\n1700000000123456789,1\n1700000000123456790,\n,3\n")
    #expect(table.rows.map { $0.nanoseconds } == [1_700_000_000_123_456_789, 1_700_000_000_123_456_790, nil])
    #expect(table.reader.layout?.isTimeUnitGuessed == true)
    // Numbers without a header that says so are no times.
    #expect(Table("0,5\n1,6\n").text == "0.0 5.0|1.0 6.0")
  }

  @Test(arguments: [
    ("", BiosignalError.empty), ("\n\n", .csv(.noValues, row: 1, column: 1)),
    ("a,b\nc,d\n", .csv(.noValues, row: 1, column: 1)),
    ("x,y\n1,2\n3,four\n", .csv(.notNumber, row: 3, column: 2)),
    ("time,y\n0,2\nnow,3\n", .csv(.notTime, row: 3, column: 1)),
    ("time,y\n2020-01-01T00:00:00,2\n2020-13-01T00:00:00,3\n", .csv(.notTime, row: 3, column: 1)),
    ("x,y\n1,2\n1,2,,3\n", .csv(.tooManyCells(columns: 2), row: 3, column: 4)),
    ("x\n1\n\"2\n3\n", .csv(.openQuote, row: 3, column: 1)),
    ("x\n1\n\u{0}\n", .csv(.notText, row: 3, column: 1)),
    ("x;y\n1;2\n3;4;5\n", .csv(.tooManyCells(columns: 2), row: 3, column: 3)),
  ])
  func faultsAreNamed(_ text: String, _ error: BiosignalError) {
    // Cells far behind the first rows are faults; among these they show what a column is.
    let rows = text.hasPrefix("x,y\n1,2\n") ? String(repeating: "1,2\n", count: 100) : ""
    let lines = rows.isEmpty ? 0 : 100
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let long = rows.isEmpty ? text : parts[0] + "\n" + rows + parts[1]
    for pieces in [1, .max] {
      let found = Table(long, pieces: pieces).error
      if case .csv(let fault, let row, let column) = error {
        #expect(found == .csv(fault, row: row == 1 ? 1 : row + lines, column: column), "\(text)")
      } else {
        #expect(found == error)
      }
    }
  }

  @Test func lengthsAreLimited() {
    let wide = String(repeating: "1,", count: SignalCSVReader.columnLimit + 1) + "1\n"
    guard case .csv(.tooManyColumns, _, _) = Table(wide).error else {
      Issue.record("too many columns are read")
      return
    }
    let long = "x\n1\n" + String(repeating: "7", count: SignalCSVReader.rowLimit + 1)
    #expect(Table(long).error == .csv(.rowTooLong(limit: SignalCSVReader.rowLimit), row: 3, column: 1))
    let open = "x\n1\n\"" + String(repeating: "7", count: SignalCSVReader.rowLimit + 1)
    #expect(Table(open).error == .csv(.openQuote, row: 3, column: 1))
    var reader = Table(long).reader
    #expect(throws: BiosignalError.csv(.rowTooLong(limit: SignalCSVReader.rowLimit), row: 3, column: 1)) {
      try reader.finish { _, _ in }
    }
  }

  /// Of the last signal nothing comes before the 70th row.
  @Test(arguments: ["", " ", "''", "'a'"]) func aSignalWithoutALabelIsRead(label: String) throws {
    var writer = SignalCSVWriter(labels: [Array("x".utf8), Array(label.utf8)], rateHertz: 1)
    writer.append([[Double](repeating: 1, count: 80), (0..<80).map { $0 < 70 ? .nan : Double($0) }])
    let table = Table(writer.removeBytes(), pieces: 100)
    let name = label.first == "'" ? label : "signal 2"
    #expect(table.error == nil && table.labels == ["x", name] && table.values.last == [1, 79])
  }

  @Test func whatIsWrittenIsRead() throws {
    var random = SeededGenerator(seed: 21)
    let labels = ["I", "a,b", "say \"x\"", "two\nlines"]
    var writer = SignalCSVWriter(labels: labels.map { Array($0.utf8) }, rateHertz: 360, startSeconds: 0.5)
    let header = String(decoding: writer.bytes, as: UTF8.self)
    #expect(header == "time,I,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\n")
    let values = labels.map { _ in
      (0..<3000).map { index in
        switch index % 5 {
        case 0: Double.nan
        case 1: Double(Int.random(in: -2000...2000, using: &random)) / 200
        case 2: Double(bitPattern: UInt64.random(in: 0..<(0x7FF << 52), using: &random))
        case 3: Double(Int.random(in: -9...9, using: &random))
        default: Double.random(in: -1...1, using: &random)
        }
      }
    }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: 3000, by: 700) {
      writer.append(values.map { Array($0[start..<min(3000, start + 700)]) })
      bytes += writer.removeBytes()
    }
    let table = Table(bytes, pieces: 1000)
    #expect(table.error == nil && table.labels == labels && table.values.count == 3000)
    for (index, row) in table.values.enumerated() {
      // Written with 17 digits at most, every number is read as it was.
      #expect(
        zip(row, values).allSatisfy { $0.bitPattern == $1[index].bitPattern || $0.isNaN && $1[index].isNaN })
    }
    #expect(table.seconds[36] == 0.6)
  }

  @Test func anyBytesAreReadOrRefused() {
    var generator = SeededGenerator(seed: 22)
    let seeds = [
      "time,I,II\n0,1,2\n0.5,,-4e-1\n1,2,\n", "\u{FEFF}Zeit;EKG\r\n0,0;1,5\r\n0,25;-2\r\n",
      "\"t\",\"a, \"\"b\"\"\"\n\"2020-01-01T00:00:00Z\",\"1\"\n2020-01-01T00:00:01Z,2\n",
      "# rate = 5 Hz\n1\t2\n3\t4\n",
    ]
    for seed in seeds {
      for _ in 0..<500 {
        var bytes = Array(seed.utf8)
        for _ in 0..<Int.random(in: 1...5, using: &generator) { bytes.mutate(using: &generator) }
        let whole = Table(bytes)
        let pieces = Table(bytes, pieces: 2)
        #expect(whole.error == pieces.error && whole.rows == pieces.rows && whole.text == pieces.text)
      }
    }
  }
}

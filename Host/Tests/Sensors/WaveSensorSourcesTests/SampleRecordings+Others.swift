import Foundation
import HostTestSupport
import WaveBiosignals
import WaveStorage
import WaveStore

extension SampleRecordings {
  /// Tables by what is special about them.
  static let tables: [(name: String, text: String)] = [
    ("seconds", "time,II [mV],x [g]\n" + rows(40) { "\(Double($0) / 250),\(Double($0 % 7) / 200),\($0)" }),
    ("decimal commas", "time;a;b\n0,0;1,5;2\n0,1;1,25;3\n0,2;1;4\n"),
    ("milliseconds", "time [ms],x\n0,1\n10,2\n20,3\n30,4\n"),
    ("times without a unit", "time,x\n0,1\n4000,2\n8000,3\n12000,4\n16000,5\n"),
    ("nanoseconds", "timestamp,x\n" + rows(9) { "16\($0)0000000000000000,\($0)" }),
    ("dates", "time,x\n" + rows(9) { "2021-05-06T07:08:0\($0).250Z,\($0)" }),
    ("a column of text", "time,name,x,other\n0,foo,1,a\n1,bar,2,b\n2,baz,3,c\n"),
    ("rows that are short", "time,x,y\n0,1,2\n1,3\n2,5,6\n3\n"),
    ("a row that is cut", "time,x\n0,1\n1,2\n2,3\n3,"),
    ("tabs", "time\tx\n0\t1\n0.5\t2\n1\t3\n"),
    ("neither times nor a rate", "a,b\n1,2\n3,4\n"),
    ("a rate in a comment", "# data_rate = 20 Hz\na,b\n1,2\n3,4\n"),
    ("a late start", "time,x\n12.5,1\n12.6,2\n12.7,3\n13,4\n"),
    ("rows every ten seconds", "time,x\n" + rows(30) { "\($0 * 10),\($0)" }),
    ("a rate of thirds", "time,x\n" + rows(60) { "\(Double($0) * 0.3),\($0)" }),
    ("times of a clock", "time [s],x\n" + rows(9) { "\(500_000_001 + $0),\($0)" }),
    ("times before a clock", "time [s],x\n" + rows(9) { "\(499_999_990 + $0),\($0)" }),
    ("times below zero", "time [s],x\n" + rows(9) { "\(Double($0) / 4 - 1),\($0)" }),
    ("one time in many rows", "time,x\n" + rows(60) { "\($0 / 20),\($0)" }),
    ("times that step back", "time,x\n" + rows(30) { "\($0 < 12 ? $0 + 50 : $0),\($0)" }),
    ("five gaps in 41 rows", "time,x\n" + rows(41) { "\($0 + 10 * min(5, $0 / 8)),\($0)" }),
    ("five gaps in 40 rows", "time,x\n" + rows(40) { "\($0 + 10 * min(5, ($0 + 1) / 7)),\($0)" }),
    ("five gaps in 39 rows", "time,x\n" + rows(39) { "\($0 + 10 * min(5, ($0 + 1) / 7)),\($0)" }),
    ("four gaps in 20 rows", "time,x\n" + rows(20) { "\($0 + 10 * min(4, $0 / 4)),\($0)" }),
    ("a gap of one and a half rows", "time,x\n" + rows(30) { "\(Double($0) + ($0 > 9 ? 0.5 : 0)),\($0)" }),
    ("a gap of a bit more", "time,x\n" + rows(30) { "\(Double($0) + ($0 > 9 ? 0.75 : 0)),\($0)" }),
    (
      "cells without times",
      "time,x\n" + rows(40) { $0 % 4 == 3 ? ",\($0)" : "\(Double($0 + ($0 > 20 ? 9 : 0)) / 10),\($0)" }
    ),
    (
      "times with few digits",
      "time,x\n" + rows(300) { "\((Double($0) / 0.128).rounded() / 1000),\($0 % 50)" }
    ),
    ("numbers of no step", "time,II [mV]\n" + rows(30) { "\(Double($0) / 200),\(1 / Double(3 * $0 + 1))" }),
    ("a signal without values", "time,V1 [mV],V2 [uV]\n" + rows(30) { "\(Double($0) / 200),,\($0)" }),
    ("far numbers", "time,V1 [V],y\n" + rows(30) { "\(Double($0) / 500),\(40_000 + $0),\(-9_000_000 + $0)" }),
    ("reserved names", "time,EDF Annotations,BDF Annotations\n" + rows(9) { "\($0),\($0),\(-$0)" }),
    (
      "halves", "time,I,II\n" + rows(500) { "\(Double($0) / 100),\(Double($0) / 1024),\($0 == 3 ? "" : "1")" }
    ),
    (
      "two marks of rows",
      "time,x\n" + rows(9000) { "\(Double($0 + ($0 > 5000 ? 700 : 0)) / 50),\($0 % 101)" }
    ),
  ]

  private static func rows(_ count: Int, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  func addTables() throws {
    for (number, table) in Self.tables.enumerated() {
      try add("table: \(table.name)", Array(table.text.utf8), "t\(number).csv")
    }
  }

  func addFixtures() throws {
    let wfdb = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    for (number, one) in wfdb.cases.enumerated() where number % 4 == 3 || number == wfdb.cases.count - 1 {
      // Headers name their files, so that every record needs a folder of its own.
      let folder = folder + "/w\(number)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (name, data) in one.files { try write(Array(data), "w\(number)/\(name)") }
      try add("WFDB fixture: \(one.name)", Array(one.header.utf8), "w\(number)/made.hea")
    }
    try write(Array(wfdb.annotations.file), "w\(wfdb.cases.count - 1)/made.atr")
    let edf = try BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self)
    for (name, one) in edf.cases.sorted(by: { $0.key < $1.key }) {
      try add("EDF fixture: \(name)", Array(one.file), "f\(name).edf")
    }
    for (name, data) in edf.odd.sorted(by: { $0.key < $1.key }) {
      try add("EDF fixture: \(name)", Array(data), "odd\(name).edf")
    }
    for (number, one) in edf.noted.enumerated() {
      try add("EDF fixture of notes \(number)", Array(one.file), "noted\(number).edf")
    }
    let dicom = try BiosignalFixtures.load("dicom", as: BiosignalFixtures.DICOM.self)
    for (number, data) in (dicom.cases.map(\.file) + dicom.annotated).enumerated() {
      try add("DICOM fixture \(number)", Array(data), "d\(number).dcm")
    }
    let segments = try BiosignalFixtures.load("segments", as: BiosignalFixtures.Segments.self)
    for one in segments.cases {
      for (name, data) in one.files { try write(Array(data), name) }
      if let header = one.files["\(one.name).hea"] {
        try add("segments: \(one.name)", Array(header), "\(one.name).hea")
      }
    }
  }

  /// Recordings of Waveglass itself.
  func addStores() async throws {
    let mV = Array("mV".utf8)
    let channels = ["II", "V1"].map { StoreChannel(label: Array($0.utf8), unit: mV, low: -1, high: 1) }
    let slow = StoreChannel(label: Array("p".utf8), unit: Array("hPa".utf8), low: 900, high: 1100)
    let path = folder + "/one.wgs"
    let writer = try StoreWriter(path: path) { 0 }
    _ = try await writer.add(StoreGroup(name: Array("ecg".utf8), rateHertz: 250, channels: channels))
    _ = try await writer.add(StoreGroup(name: Array("baro".utf8), rateHertz: 0, channels: [slow]))
    let start: Int64 = 1_700_000_000_000_000
    for times in [
      StoreTimes(group: 0, sequence: 100, microseconds: start, rateHertz: 250),
      StoreTimes(group: 1, sequence: 7, microseconds: start + 500_000, rateHertz: 20),
      StoreTimes(group: 0, sequence: 200, microseconds: start + 450_000, rateHertz: 249),
    ] { try await writer.append(.times(times)) }
    for (sequence, count) in [(100, 50), (160, 40), (200, 100)] as [(UInt64, Int)] {
      let samples = (0..<(2 * count)).map { $0 == 5 ? .nan : Double($0 % 64) / 64 + Double(sequence) }
      try await writer.append(group: 0, sequence: sequence, samples: samples)
    }
    try await writer.append(group: 1, sequence: 7, samples: (0..<20).map { 1000 + Double($0) / 8 })
    for (identifier, sequence, count, label, isRemoved) in [
      (1, 110, 0, "first", false), (2, 150, 25, "long", false), (3, 120, 0, "gone", false),
      (3, 120, 0, "gone", true), (4, 90, 0, "before", false), (5, 110, 0, "same place", false),
      (2, 151, 24, "longer", false),
    ] as [(UInt32, UInt64, UInt64, String, Bool)] {
      try await writer.append(
        .annotation(
          StoreAnnotation(
            identifier: identifier, group: 0, channel: identifier == 5 ? 1 : nil, sequence: sequence,
            count: count, isRemoved: isRemoved, label: Array(label.utf8),
            comment: Array((identifier == 1 ? "with more" : "").utf8))))
    }
    try await writer.append(
      .annotation(StoreAnnotation(identifier: 9, group: 1, sequence: 9, label: Array("low".utf8))))
    for (group, channel, hertz) in [(0, nil, 1), (1, nil, 2), (0, 1, 3), (0, nil, 4)] as [(Int, Int?, Double)]
    {
      let stage = StoreFilters.Stage(kind: .lowPass, shape: .butterworth, order: 2, lowHertz: hertz)
      try await writer.append(
        .filters(StoreFilters(group: group, channel: channel, sequence: 100, stages: [stage])))
    }
    try await writer.close()
    add("a store", path)
    for distance in [0, 1] as [Int64] {
      let path = folder + "/apart\(distance).wgs"
      let writer = try StoreWriter(path: path) { 0 }
      for group in [0, 1] {
        _ = try await writer.add(StoreGroup(name: [UInt8(group + 65)], rateHertz: 10, channels: [slow]))
        let microseconds = start + Int64(group) * distance
        try await writer.append(
          .times(StoreTimes(group: group, sequence: 0, microseconds: microseconds, rateHertz: 10)))
        try await writer.append(group: group, sequence: 0, samples: (0..<20).map { 1000 + Double($0) })
      }
      try await writer.close()
      add("a store of two groups, \(distance) µs apart", path)
    }
    let open = folder + "/open.wgs"
    let still = try StoreWriter(path: open) { 0 }
    _ = try await still.add(StoreGroup(name: [], rateHertz: 10, channels: [slow]))
    try await still.append(group: 0, sequence: 0, samples: (0..<30).map { Double($0) })
    try await still.close()
    // Without its end, and with some bytes of a record that is not whole.
    let bytes = try Data(contentsOf: URL(filePath: open))
    try write(Array(bytes.dropLast(10)), "torn.wgs")
    add("a store that is torn", folder + "/torn.wgs")
  }
}

import Foundation
import HostTestSupport

/// Recordings with captures, gaps, annotations and outages, written for tests.
struct RecordingFiles {
  let samples: Samples

  init() throws { samples = try Samples() }

  /// A tone at an eighth of the rate, at 0 dBFS less 6.5 dB, in 8-bit IQ samples.
  static func tone(_ count: Int) -> [UInt8] {
    let steps: [(UInt8, UInt8)] = [
      (188, 128), (170, 170), (128, 188), (85, 170), (67, 128), (85, 85), (128, 67), (170, 85),
    ]
    return (0..<count).flatMap { [steps[$0 % 8].0, steps[$0 % 8].1] }
  }

  /// Writes a SigMF recording and gives the path of its metadata.
  func sigMF(
    _ name: String, global: String, captures: [String], annotations: [String] = [], data: [UInt8]
  ) throws -> String {
    _ = try samples.write(data, "\(name).sigmf-data")
    let text = """
      {"global": {"core:version": "1.2.0", \(global)}, "captures": [\(captures.joined(separator: ","))], \
      "annotations": [\(annotations.joined(separator: ","))]}
      """
    return try samples.write(Array(text.utf8), "\(name).sigmf-meta")
  }

  /// Three captures of half a second each: the second at another frequency, the third an hour later.
  func hops(_ name: String = "hops", secondHertz: Int = 100_020_000) throws -> String {
    try sigMF(
      name, global: #""core:datatype": "cu8", "core:sample_rate": 20000"#,
      captures: [
        #"{"core:sample_start": 0, "core:frequency": 100000000, "core:datetime": "2026-01-02T03:04:05Z"}"#,
        #"{"core:sample_start": 10000, "core:frequency": \#(secondHertz), "#
          + #""core:datetime": "2026-01-02T03:04:05.5Z"}"#,
        #"{"core:sample_start": 20000, "core:frequency": 100000000, "#
          + #""core:datetime": "2026-01-02T04:04:05Z"}"#,
      ],
      annotations: [
        #"{"core:sample_start": 0, "core:sample_count": 30000, "core:label": "all"}"#,
        #"{"core:sample_start": 12000, "core:sample_count": 1, "core:freq_lower_edge": 100021000, "#
          + #""core:freq_upper_edge": 100022500, "core:comment": "a click\nbehind it"}"#,
        #"{"core:sample_start": 25000, "core:label": "the end of the third capture"}"#,
      ], data: Self.tone(30_000))
  }

  /// Sweeps of three bins a second, without those of an outage of five minutes.
  func outage() throws -> String {
    var text = ""
    for second in [0, 1, 2, 3, 303, 304, 305] {
      let time = "2026-01-02, 10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
      text += "\(time), 100000000, 100003000, 1000.00, 4, -\(50 + second % 4), -40, nan\n"
    }
    return try samples.write(Array(text.utf8), "outage.csv")
  }
}

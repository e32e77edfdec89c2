import Foundation
import TestSupport
import WaveRadioFormats

extension FormatFixtures {
  /// What a naive reading of a log gives.
  struct Log: Decodable {
    struct Sweep: Decodable {
      var start: Int64
      var nonFinite: Int
      var levels: [Double?]
    }
    var firstHertz: Double
    var stepHertz: Double
    var count: Int
    var hops: Int
    var levelsPerHop: Int
    var sweeps: [Sweep]
  }

  static func log(_ name: String) throws -> Log {
    let all = try JSONDecoder().decode([String: Log].self, from: Data(try bytes("logs.json")))
    guard let log = all[name] else { throw CocoaError(.fileNoSuchFile) }
    return log
  }
}

/// What a reader gave.
struct Reading {
  var sweeps: [PowerSweep] = []
  var error: RadioFormatError?
  var reader = RTLPowerReader()

  /// Reads bytes in pieces whose sizes come round in order.
  init(_ bytes: [UInt8], pieces: [Int] = [1 << 20]) {
    var start = 0
    var turn = 0
    do throws(RadioFormatError) {
      while start < bytes.count {
        let end = min(bytes.count, start + max(1, pieces[turn % pieces.count]))
        let piece = Array(bytes[start..<end])
        try reader.read(piece.span) { sweeps.append($0) }
        start = end
        turn += 1
      }
      try reader.finish { sweeps.append($0) }
    } catch {
      self.error = error
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }
}

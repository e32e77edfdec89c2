import Foundation
import TestSupport
import WaveFormats

/// The committed files of Tests/Fixtures/formats and what a naive reading of them gives.
enum Fixtures {
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

  static let folder = Repository.fixture("formats")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// Bytes written as pairs of hexadecimal digits.
  static func hex(_ text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
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
  var error: FormatError?
  var reader = RTLPowerReader()

  /// Reads bytes in pieces whose sizes come round in order.
  init(_ bytes: [UInt8], pieces: [Int] = [1 << 20]) {
    var start = 0
    var turn = 0
    do throws(FormatError) {
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

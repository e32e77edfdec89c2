import Foundation
import Synchronization
import TestSupport
import WaveClickHouse

@testable import WaveSensorSources

/// Where a run is, on a page that outlives its process.
struct Journal {
  private let page: UnsafeMutablePointer<UInt64>
  static let byteCount = 4096

  /// Maps a file.
  init?(path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.byteCount)) == 0 else { return nil }
    defer { Foundation.close(descriptor) }
    let mapped = mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { return nil }
    page = mapped.bindMemory(to: UInt64.self, capacity: Self.byteCount / 8)
  }

  /// The sequence that is performed, its step, and messages of all sequences before.
  var sequence: Int {
    get { Int(page[0]) }
    nonmutating set { page[0] = UInt64(newValue) }
  }
  var step: Int {
    get { Int(page[1]) }
    nonmutating set { page[1] = UInt64(newValue) }
  }
  var messageCount: Int {
    get { Int(page[2]) }
    nonmutating set { page[2] = UInt64(newValue) }
  }
}

/// Performs sequences in this process; a trap ends it.
struct Run {
  let house: Stage.House
  let journal: Journal
  let patience: DispatchTimeInterval

  init(journal: Journal, folder: String, patience: DispatchTimeInterval) throws {
    self.journal = journal
    self.patience = patience
    house = try Stage.House(folder: folder)
  }

  /// The seed of one of a run's sequences.
  static func seed(_ seed: UInt64, _ sequence: Int) -> UInt64 {
    var mixed = SeededGenerator(seed: seed &+ UInt64(sequence) &* 0x9E37_79B9)
    return mixed.next()
  }

  /// Performs a sequence; gives what was found wrong without a trap, by kind.
  func perform(_ steps: [Step]) throws -> [String: Int] {
    guard let first = steps.first, first.verb == .stage else { return ["no stage": 1] }
    let stage = try Stage(first, house, patience: patience)
    for (number, step) in steps.enumerated() {
      journal.step = number
      stage.perform(step)
    }
    stage.close()
    return stage.counts
  }
}

extension Stage.House {
  /// Makes files of recordings in a folder, and an engine.
  init(folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var table = "time,a,b\n"
    for row in 0..<500 { table += "\(Double(row) / 100),\(row % 17),\(-row % 5)\n" }
    try table.write(toFile: folder + "/signals.csv", atomically: true, encoding: .utf8)
    var log = ""
    for second in 0..<20 {
      log += "2026-01-01, 00:00:\(second < 10 ? "0" : "")\(second), 88000000, 90000000, 100000.00, 10"
      for bin in 0..<20 { log += ", -\(40 + (bin * 7 + second) % 30).5" }
      log += "\n"
    }
    try log.write(toFile: folder + "/sweeps.csv", atomically: true, encoding: .utf8)
    let engine = try ScriptedEngine()
    let address = try ClickHouseAddress("clickhouse://127.0.0.1:\(engine.port)/base/table")
    self.init(
      engine: engine,
      client: ClickHouseClient(
        address, password: "", limits: ClickHouseLimits(executionSeconds: 1, connectSeconds: 1)),
      address: address, folder: folder, recording: try SignalFile(path: folder + "/signals.csv"),
      log: folder + "/sweeps.csv")
  }
}

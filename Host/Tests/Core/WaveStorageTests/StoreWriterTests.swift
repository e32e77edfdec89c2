import Foundation
import Synchronization
import Testing
import WaveStore
import WaveStreams
import WaveSystem

@testable import WaveStorage

@Suite struct StoreWriterTests {
  /// A clock that is turned by hand.
  private final class Clock: Sendable {
    let now = Atomic<Int64>(0)
    func turn(milliseconds: Int64) { now.add(milliseconds * 1000, ordering: .relaxed) }
  }

  /// A disk with so much room.
  private final class SmallDisk: StoreOutput, Sendable {
    struct State {
      var bytes: [UInt8] = []
      var room: Int
      var synchronizedCount = 0
      var failure = FileError.Cause.full
    }

    let state: Mutex<State>

    init(room: Int) { state = Mutex(State(room: room)) }

    func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?) {
      state.withLock {
        let count = min(bytes.count, $0.room - $0.bytes.count)
        $0.bytes += bytes.prefix(count)
        return (count, count < bytes.count ? FileError(path: "disk", cause: $0.failure) : nil)
      }
    }

    func cut(toByteCount byteCount: Int) {
      state.withLock { $0.bytes.removeLast($0.bytes.count - byteCount) }
    }
    func synchronize() { state.withLock { $0.synchronizedCount += 1 } }
  }

  private let folder: TemporaryFolder
  private let clock = Clock()
  private static let group = StoreGroup(
    name: [], rateHertz: 10, chunkExponent: 10, channels: [StoreChannel(label: [], unit: [], low: 0, high: 1)]
  )

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func writer(_ disk: SmallDisk) -> StoreWriter {
    StoreWriter(
      path: "disk", output: disk, encoder: StoreEncoder(identifier: 1), writtenByteCount: 0,
      waitingByteLimit: 1 << 16
    ) { [clock] in clock.now.load(ordering: .relaxed) }
  }

  @Test func slowFramesWaitHalfASecondAndAreReadWhileTheRecordingRuns() async throws {
    let writer = try StoreWriter(path: path("a.wgs")) { [clock] in clock.now.load(ordering: .relaxed) }
    #expect(try await writer.add(Self.group) == 0)
    let file = try StoreFile(path: path("a.wgs"))
    try await writer.append(group: 0, sequence: 5, samples: [1])
    clock.turn(milliseconds: 499)
    try await writer.tick()
    try file.refresh()
    #expect(file.receivedCount(group: 0) == 0)
    clock.turn(milliseconds: 1)
    try await writer.tick()
    try file.refresh()
    #expect(file.sequences(group: 0) == 5..<6 && file.groups == [Self.group])
    try await writer.append(.annotation(StoreAnnotation(identifier: 1, group: 0, sequence: 5, label: [65])))
    try await writer.append(group: 0, sequence: 5, samples: [1, 2, 3])
    try await writer.close()
    try file.refresh()
    #expect(file.isClosed && file.sequences(group: 0) == 5..<8)
    #expect(try file.samples(group: 0, sequences: 4..<8, channels: 0..<1)[1...] == [1, 2, 3])
    #expect(try file.notes().count == 1)
    #expect(await writer.repeatedCount == 1)
    await #expect(throws: StorageError(path: path("a.wgs"), cause: .closed)) { try await writer.tick() }
  }

  @Test func aSteadyStreamIsWrittenInWholeChunks() async throws {
    let disk = SmallDisk(room: 1 << 20)
    let writer = writer(disk)
    var group = Self.group
    group.chunkExponent = 5
    _ = try await writer.add(group)
    let before = await writer.byteCount
    // Blocks that begin anywhere in a chunk, a chunk in 320 ms.
    for block in 0..<64 {
      clock.turn(milliseconds: 70)
      try await writer.append(
        group: 0, sequence: UInt64(block) * 7, samples: [Double](repeating: 1, count: 7))
    }
    // Fourteen chunks in a record each: a header, the run's own 80 bytes, and 32 bytes of samples.
    #expect(await writer.byteCount == before + 14 * (32 + 80 + 32))
  }

  @Test func aFullDiskLosesNothingUntilTheresRoom() async throws {
    let disk = SmallDisk(room: 9000)
    let writer = writer(disk)
    _ = try await writer.add(Self.group)
    for block in 0..<3 {
      try await writer.append(
        group: 0, sequence: UInt64(block) * 1024, samples: (0..<1024).map { Double($0) / 3 })
    }
    #expect(await writer.failure?.cause == .full)
    #expect(await writer.waitingByteCount > 16_384)
    // What is on the disk meanwhile is a store.
    var reader = try StoreReader(StoreMemory(disk.state.withLock { $0.bytes }))
    #expect(reader.receivedCount(group: 0) == 1024)
    #expect(await reader.byteCount == writer.byteCount)
    disk.state.withLock { $0.room = 1 << 20 }
    try await writer.tick()
    #expect(await writer.failure == nil)
    #expect(await writer.waitingByteCount == 0)
    reader.source.bytes = disk.state.withLock { $0.bytes }
    try reader.refresh()
    #expect(reader.receivedCount(group: 0) == 3072 && reader.missingCount(group: 0) == 0)
  }

  @Test func whatWaitsTooLongEndsTheRecordingAndSaysWhy() async throws {
    let disk = SmallDisk(room: 20_000)
    let writer = writer(disk)
    _ = try await writer.add(Self.group)
    let samples = (0..<4096).map { Double($0) / 3 }
    var end: StorageError?
    for block in 0..<6 where end == nil {
      do { try await writer.append(group: 0, sequence: UInt64(block) << 12, samples: samples) } catch {
        end = error
      }
    }
    let failure = try #require(end)
    #expect(failure.cause == .waitedTooLong(byteLimit: 1 << 16, because: .full))
    #expect(failure.description.contains("the disk is full"))
    await #expect(throws: failure) { try await writer.tick() }
    await #expect(throws: failure) { try await writer.close() }
    let reader = try StoreReader(StoreMemory(disk.state.withLock { $0.bytes }))
    #expect(reader.groupCount == 1)
  }

  @Test func waitsForTheDiskOnceASecond() async throws {
    let disk = SmallDisk(room: 1 << 20)
    let writer = writer(disk)
    _ = try await writer.add(Self.group)
    for frame in 0..<40 {
      clock.turn(milliseconds: 100)
      try await writer.append(group: 0, sequence: UInt64(frame), samples: [1])
    }
    #expect(disk.state.withLock { $0.synchronizedCount } == 4)
    clock.turn(milliseconds: 2000)
    try await writer.tick()
    let count = disk.state.withLock { $0.synchronizedCount }
    clock.turn(milliseconds: 2000)
    try await writer.tick()
    #expect(disk.state.withLock { $0.synchronizedCount } == count)
  }

  @Test func isNotWrittenTwiceAtOnceAndSaysWhatIsWrong() async throws {
    let writer = try StoreWriter(path: path("b.wgs"))
    _ = try await writer.add(Self.group)
    #expect(throws: StorageError(path: path("b.wgs"), cause: .file(.exists))) {
      try StoreWriter(path: path("b.wgs"))
    }
    #expect(throws: StorageError(path: path("b.wgs"), cause: .file(.inUse))) {
      try StoreWriter(resuming: path("b.wgs"))
    }
    #expect(throws: StorageError(path: path("no.wgs"), cause: .file(.notFound))) {
      try StoreFile(path: path("no.wgs"))
    }
    #expect(throws: StorageError(path: path("no.wgs"), cause: .file(.notFound))) {
      try StoreWriter(resuming: path("no.wgs"))
    }
    let text = try folder.write(Array("not a store".utf8), "c.wgs")
    #expect(throws: StorageError(path: text, cause: .store(.notStore))) { try StoreFile(path: text) }
    #expect(throws: StorageError(path: text, cause: .store(.notStore))) { try StoreWriter(resuming: text) }
    #expect(try Data(contentsOf: URL(filePath: text)).count == 11)
    await #expect(throws: StorageError(path: path("b.wgs"), cause: .store(.unknownGroup(3)))) {
      try await writer.append(group: 3, sequence: 0, samples: [1])
    }
    try await writer.close()
  }

  @Test func theDiskShowsWhatTheMemoryShows() async throws {
    let writer = try StoreWriter(path: path("e.wgs"))
    var history = StreamHistory(channelCount: 1, sampleCapacity: 1 << 13)
    _ = try await writer.add(
      StoreGroup(name: [], rateHertz: 100, chunkExponent: 3, channels: [StoreChannel(label: [], unit: [])]))
    for block in 0..<20 {
      let samples = (0..<200).map { $0 % 41 == 0 ? .nan : Double($0 * block) / 7 }
      let sequence = UInt64(block * 230 + 1000)
      try await writer.append(group: 0, sequence: sequence, samples: samples)
      history.append(
        try #require(
          SampleBlock(sequence: sequence, channelCount: 1, samples: samples, arrivalMicroseconds: 0)))
    }
    try await writer.close()
    let file = try StoreFile(path: path("e.wgs"))
    for level in 0...EnvelopePyramid.coarsestLevel {
      let blocks = (UInt64(900) >> UInt64(level))..<((UInt64(6000) >> UInt64(level)) + 1)
      var (stored, kept): ([Float], [Float]) = ([], [])
      try file.envelope(group: 0, channel: 0, level: level, blocks: blocks, into: &stored)
      history.envelope(channel: 0, level: level, blocks: blocks, into: &kept)
      #expect(stored.map(\.bitPattern) == kept.map(\.bitPattern), "level \(level)")
    }
  }

  @Test func aFileThatWasCutShortWhileOpenIsAnErrorAndNoTrap() async throws {
    let writer = try StoreWriter(path: path("d.wgs")) { [clock] in clock.now.load(ordering: .relaxed) }
    _ = try await writer.add(Self.group)
    try await writer.append(group: 0, sequence: 0, samples: [Double](repeating: 1, count: 5000))
    try await writer.close()
    let file = try StoreFile(path: path("d.wgs"))
    try FileHandle(forWritingTo: URL(filePath: path("d.wgs"))).truncate(atOffset: 500)
    #expect(throws: StorageError.self) { try file.samples(group: 0, sequences: 0..<5000, channels: 0..<1) }
    try file.refresh()
    #expect(try file.samples(group: 0, sequences: 0..<5000, channels: 0..<1).allSatisfy(\.isNaN))
    #expect(file.damagedCount > 0)
  }
}

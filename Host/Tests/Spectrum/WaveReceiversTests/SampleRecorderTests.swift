import Crypto
import Foundation
import HostTestSupport
import Synchronization
import Testing
import WaveSpectra
import WaveSystem
import WaveSignal
import WaveSpectrumWire
@testable import WaveReceivers

@Suite struct SampleRecorderTests {
  /// A receiver of 1000 samples a second.
  private let receiver = SampleProperties(
    format: .cu8, rateHertz: 1000, centerHertz: 99.5e6, name: "R820T")

  private func block(_ count: Int, end: Int64, first: UInt8 = 0) -> SampleEvent {
    let bytes = (0..<(2 * count)).map { UInt8(truncatingIfNeeded: Int(first) + $0) }
    return .samples(IQBlock(bytes: bytes, microseconds: end))
  }

  private func recorder(
    _ source: any SampleSource, _ store: FaultingStore, limit: Int? = nil,
    monotonic: @escaping @Sendable () -> Int64 = { 0 }
  ) throws -> SampleRecorder {
    SampleRecorder(
      source: source,
      settings: RecordingSettings(paths: try RecordingPaths("none/x"), sampleLimit: limit),
      clock: RecordingClock(monotonic: monotonic, wallOffset: { 1_000_000_000_000 })
    ) { () throws(FileError) in store }
  }

  /// Metadata as another reader takes them; keys without their "core:" and in camel case.
  private struct Metadata: Decodable {
    struct Capture: Decodable, Equatable {
      var sampleStart: Int
      var globalIndex: Int?
      var frequency: Double?
      var datetime: String?
    }
    struct Annotation: Decodable, Equatable {
      var sampleStart: Int
      var sampleCount: Int?
      var label: String?
      var comment: String?
    }
    struct Global: Decodable {
      var datatype: String
      var sampleRate: Double?
      var sha512: String?
      var recorder: String?
      var hw: String?
      var numChannels: Int?
    }
    var global: Global
    var captures: [Capture]
    var annotations: [Annotation]
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      let words = stringValue.replacing("core:", with: "").split(separator: "_")
      self.stringValue = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    }

    init?(intValue: Int) { nil }
  }

  private func metadata(_ bytes: [UInt8]?) throws -> Metadata {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { Key(stringValue: $0.last?.stringValue ?? "") }
    return try decoder.decode(Metadata.self, from: Data(try #require(bytes)))
  }

  private func sum(_ bytes: [UInt8]) -> String {
    SHA512.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
  }

  @Test func writesEveryByteAndWhatItIs() async throws {
    let store = FaultingStore()
    let source = ScriptedSamples(
      properties: receiver, events: [block(500, end: 500_000), block(250, end: 750_000, first: 9)])
    let progress = try await recorder(source, store).run { _ in }
    #expect(progress.sampleCount == 750 && progress.seconds == 0.75 && progress.gapCount == 0)
    let first = (0..<1000).map { UInt8($0 & 255) }
    let second = (0..<500).map { UInt8(($0 + 9) & 255) }
    #expect(store.now.data == first + second)
    let last = try metadata(store.now.metadata.last)
    #expect(
      last.global.datatype == "cu8" && last.global.sampleRate == 1000 && last.global.numChannels ?? 1 == 1)
    #expect(last.global.sha512 == sum(store.now.data))
    #expect(last.global.hw == "R820T" && last.global.recorder?.hasPrefix("Waveglass") == true)
    #expect(
      last.captures == [
        Metadata.Capture(
          sampleStart: 0, globalIndex: 0, frequency: 99.5e6, datetime: "1970-01-12T13:46:40.000000Z")
      ])
    #expect(last.annotations.isEmpty)
  }

  @Test func writesMetadataAtOnceAndNeverOfAnEmptyPair() async throws {
    let store = FaultingStore()
    let source = ScriptedSamples(
      properties: receiver, events: [block(10, end: 10_000), block(900, end: 910_000)])
    _ = try await recorder(source, store).run { _ in }
    #expect(store.now.metadata.count == 2)
    #expect(try metadata(store.now.metadata.first).global.sha512 == nil)
    #expect(store.now.lengths.allSatisfy { $0 > 0 })
  }

  @Test func renewsMetadataEveryTwoSeconds() async throws {
    let store = FaultingStore()
    let time = Mutex<Int64>(0)
    let events = (1...9).map { block(500, end: Int64($0) * 500_000) }
    let source = ScriptedSamples(properties: receiver, events: events)
    let journal = RecordingJournal(properties: receiver)
    let buffer = RecordingBuffer(journal: journal, blockBytes: 1)
    let writer = RecordingWriter(store: store, journal: journal) { time.withLock(\.self) }
    let writing = Task { await writer.run(buffer) }
    var noted = journal
    for (index, event) in source.events.enumerated() {
      guard case .samples(let block) = event else { continue }
      noted.record(500, endMicroseconds: block.microseconds)
      // Each block is on the disk before the clock is turned on.
      #expect(await buffer.append(block.bytes, journal: noted))
      await store.changes.until { store.now.data.count >= 1000 * (index + 1) }
      _ = await writer.freeByteCount
      time.withLock { $0 += 500_000 }
    }
    await buffer.close()
    _ = await writing.value
    // At 0, 2 and 4 s, and at the end.
    #expect(store.now.lengths == [1000, 5000, 9000, 9000])
  }

  @Test func aLossAfterTheLastBlockIsReported() async throws {
    let store = FaultingStore()
    var journal = RecordingJournal(properties: receiver)
    let buffer = RecordingBuffer(journal: journal, blockBytes: 1)
    let writer = RecordingWriter(store: store, journal: journal) { 0 }
    let writing = Task { await writer.run(buffer) }
    journal.record(100, endMicroseconds: 100_000)
    #expect(await buffer.append([UInt8](repeating: 0, count: 200), journal: journal))
    await store.changes.until { !store.now.data.isEmpty }
    _ = await writer.freeByteCount
    journal.lose(40)
    journal.finish()
    await buffer.close(journal)
    let (written, failure) = await writing.value
    #expect(failure == nil && written.lostCount == 40)
    #expect(try metadata(store.now.metadata.last).annotations.map(\.comment) == ["lost 40 samples"])
  }

  @Test func turnsLossesIntoGaps() async throws {
    let store = FaultingStore()
    let source = ScriptedSamples(
      properties: receiver,
      events: [
        .lost(samples: 7), block(100, end: 100_000), .lost(samples: 40), .lost(samples: 10),
        block(100, end: 250_000), .lost(samples: nil), block(100, end: 1_350_000), .lost(samples: 3),
      ])
    let progress = try await recorder(source, store).run { _ in }
    #expect(progress.lostCount == 50 + 1000 + 3 && progress.gapCount == 3)
    let last = try metadata(store.now.metadata.last)
    #expect(last.captures.map(\.sampleStart) == [0, 100, 200])
    #expect(last.captures.map(\.globalIndex) == [0, 150, 1250])
    #expect(
      last.captures.map(\.datetime) == [
        "1970-01-12T13:46:40.000000Z", "1970-01-12T13:46:40.150000Z", "1970-01-12T13:46:41.250000Z",
      ])
    #expect(last.annotations.map(\.sampleStart) == [100, 200, 300])
    #expect(last.annotations.allSatisfy { $0.sampleCount == 0 })
    #expect(
      last.annotations.map(\.comment) == [
        "lost 50 samples", "lost about 1000 samples, by the clock", "lost 3 samples",
      ])
  }

  @Test func beginsACaptureWhereTheReceiverIsTuned() async throws {
    let store = FaultingStore()
    var tuned = receiver
    tuned.centerHertz = 101e6
    let source = ScriptedSamples(
      properties: receiver,
      events: [
        .changed(receiver), block(100, end: 100_000), .changed(tuned), .lost(samples: 20),
        block(100, end: 220_000),
      ])
    _ = try await recorder(source, store).run { _ in }
    let last = try metadata(store.now.metadata.last)
    #expect(last.captures.map(\.frequency) == [99.5e6, 101e6])
    #expect(last.captures.map(\.globalIndex) == [0, 120])
  }

  @Test func endsWhereSamplesBecomeAnotherKind() async throws {
    let store = FaultingStore()
    var faster = receiver
    faster.rateHertz = 2000
    let source = ScriptedSamples(
      properties: receiver, events: [block(100, end: 100_000), .changed(faster), block(100, end: 150_000)])
    await #expect {
      _ = try await recorder(source, store).run { _ in }
    } throws: { error in
      guard case .stopped(let reason, let progress)? = error as? RecordingEnd else { return false }
      return reason.explanation.what.contains("rate or format changed") && progress.sampleCount == 100
    }
    #expect(try metadata(store.now.metadata.last).global.sha512 == sum(store.now.data))
  }

  @Test func stopsAtTheLimitToTheSample() async throws {
    let store = FaultingStore()
    let source = ScriptedSamples(
      properties: receiver, events: [block(100, end: 100_000), block(100, end: 200_000)], isEndless: true)
    let progress = try await recorder(source, store, limit: 130).run { _ in }
    #expect(progress.sampleCount == 130 && store.now.data.count == 260)
  }

  @Test func keepsAllThatFitsOnAFullDisk() async throws {
    // Half a sample fits besides 300 whole ones.
    let store = FaultingStore(capacity: 601)
    let source = ScriptedSamples(
      properties: receiver, events: [block(200, end: 200_000), .lost(samples: 5), block(200, end: 405_000)],
      isEndless: true)
    await #expect {
      _ = try await recorder(source, store).run { _ in }
    } throws: { error in
      guard case .stopped(let reason, let progress)? = error as? RecordingEnd else { return false }
      return reason.explanation.what.contains("full") && progress.sampleCount == 300
        && progress.lostCount == 5
    }
    #expect(store.now.data.count == 600)
    let last = try metadata(store.now.metadata.last)
    #expect(last.global.sha512 == sum(store.now.data))
    #expect(last.captures.map(\.sampleStart) == [0, 200])
  }

  @Test func leavesNothingWhereNothingCame() async throws {
    let store = FaultingStore()
    await #expect(throws: RecordingEnd.noSamples) {
      _ = try await recorder(ScriptedSamples(properties: receiver, events: []), store).run { _ in }
    }
    #expect(store.now.isDiscarded && store.now.metadata.isEmpty)
  }

  @Test func saysThatMetadataCannotBeWritten() async throws {
    let store = FaultingStore(metadataFailure: .notWritable)
    let source = ScriptedSamples(properties: receiver, events: [block(200, end: 200_000)], isEndless: true)
    await #expect {
      _ = try await recorder(source, store).run { _ in }
    } throws: { error in
      guard case .stopped(let reason, _)? = error as? RecordingEnd else { return false }
      return reason.explanation.what.contains("is not writable")
    }
  }

  @Test func refusesWhatCannotFit() async throws {
    let store = FaultingStore(capacity: 1000)
    let source = ScriptedSamples(properties: receiver, events: [block(100, end: 100_000)])
    await #expect {
      _ = try await recorder(source, store, limit: 501).run { _ in }
    } throws: { error in
      guard case .notBegun(let reason)? = error as? RecordingEnd else { return false }
      return reason.explanation.advice.hasPrefix("Record for less than 0 s")
    }
    #expect(store.now.data.isEmpty && store.now.isDiscarded)
  }

  @Test func endsInGoodOrderWhenCancelled() async throws {
    let store = FaultingStore()
    let source = ScriptedSamples(properties: receiver, events: [block(300, end: 300_000)], isEndless: true)
    let recorder = try recorder(source, store)
    let task = Task { try await recorder.run { _ in } }
    await store.changes.until { !store.now.metadata.isEmpty }
    task.cancel()
    #expect(try await task.value.sampleCount == 300)
    #expect(try metadata(store.now.metadata.last).global.sha512 == sum(store.now.data))
  }

  @Test func givesUpWhereTheRecordingIsMostlyGaps() {
    var journal = RecordingJournal(properties: receiver)
    for index in 0...RecordingJournal.breakLimit {
      #expect(!journal.isTorn)
      journal.lose(1)
      journal.record(1, endMicroseconds: Int64(index) * 2000)
    }
    #expect(journal.isTorn)
  }
}

@Suite struct RecordingBufferTests {
  private let journal = RecordingJournal(
    properties: SampleProperties(format: .cs8, rateHertz: 1000, centerHertz: 0, name: ""))

  @Test func collectsBlocksBehindTheFirst() async {
    let buffer = RecordingBuffer(journal: journal, blockBytes: 8)
    _ = await buffer.append([1, 2], journal: journal)
    #expect(await buffer.nextBlock()?.bytes == [1, 2])
    for byte: UInt8 in 0..<4 { _ = await buffer.append([byte, byte], journal: journal) }
    #expect(await buffer.nextBlock()?.bytes == [0, 0, 1, 1, 2, 2, 3, 3])
    _ = await buffer.append([7, 7], journal: journal)
    await buffer.close()
    #expect(await buffer.nextBlock()?.bytes == [7, 7])
    #expect(await buffer.nextBlock() == nil)
    #expect(await buffer.append([8, 8], journal: journal) == false)
  }

  /// The source then drops what its reader leaves waiting, and says so.
  @Test func makesTheReceivingTaskWaitForASlowDisk() async {
    let buffer = RecordingBuffer(journal: journal, blockBytes: 2, byteLimit: 4)
    let journal = journal
    let count = Mutex(0)
    let changes = Changes()
    let receiving = Task {
      for _ in 0..<6 {
        _ = await buffer.append([0, 0], journal: journal)
        count.withLock { $0 += 1 }
        changes.note()
      }
    }
    await changes.until { count.withLock(\.self) >= 2 }
    var total = 0
    while total < 12 {
      let taken = await buffer.nextBlock()?.bytes.count ?? 0
      // Who puts more waits until this is taken.
      #expect(taken <= 4)
      total += taken
      #expect(count.withLock(\.self) <= total / 2 + 2)
    }
    await receiving.value
    #expect(total == 12)
  }
}

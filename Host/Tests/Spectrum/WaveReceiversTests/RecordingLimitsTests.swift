import Foundation
import HostTestSupport
import Synchronization
import TestSupport
import Testing
import WaveSpectra
import WaveSystem
import WaveWire

@testable import WaveReceivers

/// A source that turns a clock on before each of its samples.
private struct ClockedSamples: SampleSource {
  var properties: SampleProperties
  var times: [Int64]
  var turn: @Sendable (Int64) -> Void

  func samples() -> AsyncStream<SampleEvent> {
    let left = Mutex(times[...])
    let turn = turn
    return AsyncStream {
      guard let time = left.withLock({ $0.popFirst() }) else { return nil }
      turn(time)
      return .samples(IQBlock(bytes: [0, 0], microseconds: time))
    }
  }
}

/// Where a recording begins, reports and ends.
@Suite struct RecordingLimitsTests {
  private let receiver = SampleProperties(format: .cu8, rateHertz: 1000, centerHertz: 99.5e6, name: "R820T")

  private func block(_ count: Int, end: Int64) -> SampleEvent {
    .samples(IQBlock(bytes: [UInt8](repeating: 7, count: 2 * count), microseconds: end))
  }

  private func record(
    _ events: [SampleEvent], _ store: FaultingStore, limit: Int? = nil, path: String = "none/x",
    report: @escaping @Sendable (SampleRecorder.Event) -> Void = { _ in }
  ) async throws -> RecordingProgress {
    let recorder = SampleRecorder(
      source: ScriptedSamples(properties: receiver, events: events),
      settings: RecordingSettings(paths: try RecordingPaths(path), sampleLimit: limit),
      clock: RecordingClock(monotonic: { 0 }, wallOffset: { 0 })
    ) { () throws(FileError) in store }
    return try await recorder.run(report)
  }

  @Test func whatFitsExactlyIsRecorded() async throws {
    let store = FaultingStore(capacity: 2000)
    let progress = try await record([block(999, end: 999_000), block(5, end: 1_004_000)], store, limit: 999)
    #expect(
      progress
        == RecordingProgress(
          seconds: 0.999, sampleCount: 999, byteCount: 1998, lostCount: 0, gapCount: 0, secondsLeft: 0.001))
    let exact = FaultingStore(capacity: 2000)
    _ = try? await record([block(1, end: 1000)], exact, limit: 1000)
    #expect(exact.now.data.count == 2 && !exact.now.isDiscarded)
  }

  @Test func aRecordingThatIsReplacedGivesItsRoom() async throws {
    let samples = try Samples()
    let path = try samples.write([UInt8](repeating: 0, count: 600), "x.sigmf-data")
    for (limit, isBegun) in [(1300, true), (1301, false)] {
      let store = FaultingStore(capacity: 2000)
      let end = await #expect(throws: RecordingEnd.self) {
        _ = try await record([.lost(samples: 1)], store, limit: limit, path: path)
      }
      #expect((end == .noSamples) == isBegun, "\(limit)")
    }
  }

  @Test func whatDoesNotFitSaysHowMuchIsFree() async throws {
    for (limit, what, seconds) in [
      (30_000_000, "needs 60 MB, but only 5 MB are free", 2500),
      (.max, "needs more, but only 5 MB are free", 2500),
    ] as [(Int, String, Int)] {
      do {
        _ = try await record([block(1, end: 1000)], FaultingStore(capacity: 5_000_000), limit: limit)
        Issue.record("it was begun")
      } catch RecordingEnd.notBegun(let reason) {
        #expect(reason.explanation.what == what)
        #expect(reason.explanation.advice == "Record for less than \(seconds) s, or to another disk")
      }
    }
  }

  @Test func progressIsReportedTwiceASecondAtMost() async throws {
    let time = Mutex<Int64>(0)
    let reported = Mutex<[Int]>([])
    // The source turns the clock on before each block, but not beyond it.
    let blocks: [Int64] = [100_000, 499_999, 500_000, 600_000, 999_999, 1_100_000, 1_599_999, 1_600_000]
    let source = ClockedSamples(properties: receiver, times: blocks) { now in time.withLock { $0 = now } }
    let store = FaultingStore()
    let recorder = SampleRecorder(
      source: source, settings: RecordingSettings(paths: try RecordingPaths("none/x")),
      clock: RecordingClock(monotonic: { time.withLock(\.self) }, wallOffset: { 0 })
    ) { () throws(FileError) in store }
    _ = try await recorder.run { event in
      if case .progress(let progress) = event { reported.withLock { $0.append(progress.sampleCount) } }
    }
    #expect(reported.withLock(\.self) == [0, 3, 6, 8])
  }

  @Test func aCutBlockEndsWhenItsLastSampleArrived() async throws {
    let store = FaultingStore()
    let progress = try await record([block(500, end: 3_000_000)], store, limit: 100)
    #expect(progress.sampleCount == 100 && store.now.data.count == 200)
    // The last of 500 samples arrived at 3 s, so the first did at 2.5 s.
    let text = String(decoding: store.now.metadata.last ?? [], as: UTF8.self)
    #expect(text.contains("1970-01-01T00:00:02.500000Z"))
  }

  @Test func noticesAreForwarded() async throws {
    let notices = Mutex<[String]>([])
    let notice = Notice(severity: .warning, text: Array("careful".utf8))
    _ = try await record(
      [.notice(notice), block(1, end: 1000)], FaultingStore(),
      report: { event in
        if case .notice(let notice) = event { notices.withLock { $0.append(notice.string) } }
      })
    #expect(notices.withLock(\.self) == ["careful"])
  }

  /// Losses, samples and changes that a seed draws, against lists of every sample.
  @Test func aJournalIsWhatAListOfEverySampleSays() {
    var draw = SeededGenerator(seed: 77)
    func pick<T>(_ values: [T]) -> T { values[Int(draw.next() % UInt64(values.count))] }
    for _ in 0..<50 {
      var properties = receiver
      var journal = RecordingJournal(properties: properties)
      // Where each recorded sample stands among all, and its centre.
      var places: [Int] = []
      var centers: [Double] = []
      var next = 0
      var gaps: [RecordingJournal.Gap] = []
      var pending = 0
      for _ in 0..<30 {
        switch draw.next() % 4 {
        case 0:
          let count: Int = pick([0, 1, 5, -3])
          journal.lose(count)
          if !places.isEmpty { pending += max(0, count) }
        case 1:
          properties.centerHertz = pick([1e6, 2e6])
          let isTaken = journal.change(properties)
          #expect(isTaken)
        default:
          let count: Int = pick([0, 1, 7])
          journal.record(count, endMicroseconds: 0)
          guard count > 0 else { continue }
          if pending > 0 { gaps.append(RecordingJournal.Gap(start: places.count, lostCount: pending)) }
          next += pending
          pending = 0
          for _ in 0..<count {
            places.append(next)
            centers.append(properties.centerHertz)
            next += 1
          }
        }
      }
      journal.finish()
      if pending > 0 { gaps.append(RecordingJournal.Gap(start: places.count, lostCount: pending)) }
      #expect(journal.sampleCount == places.count && journal.gaps == gaps)
      #expect(journal.lostCount == gaps.reduce(0) { $0 + $1.lostCount })
      let starts = Set(journal.captures.map(\.start))
      for index in places.indices {
        let isNew =
          index == 0 || places[index] != places[index - 1] + 1 || centers[index] != centers[index - 1]
        // A change that is taken back before the next sample also begins a capture.
        #expect(!isNew || starts.contains(index))
      }
      for capture in journal.captures {
        #expect(capture.globalIndex == places[capture.start])
        #expect(capture.centerHertz == centers[capture.start])
      }
      for count in [places.count + 1, places.count, places.count / 2, 1, 0] {
        var cut = journal
        cut.cut(toSampleCount: count)
        #expect(cut.sampleCount == min(count, places.count))
        #expect(cut.captures == journal.captures.filter { $0.start < count })
        #expect(cut.gaps == (count < places.count ? gaps.filter { $0.start <= count } : gaps))
        #expect(cut.lostCount == cut.gaps.reduce(0) { $0 + $1.lostCount })
      }
    }
  }

  @Test func aLossOfUnknownLengthIsEstimatedByTheClock() {
    for (known, start, count) in [(nil, 1_100_000, 1000), (30, 1_100_000, 1000), (3000, 1_100_000, 3000)]
      as [(Int?, Int64, Int)]
    {
      var journal = RecordingJournal(properties: receiver)
      journal.lose(nil)
      journal.record(100, endMicroseconds: 100_000)
      if let known { journal.lose(known) }
      journal.lose(nil)
      journal.record(100, endMicroseconds: start + 100_000)
      #expect(journal.gaps == [RecordingJournal.Gap(start: 100, lostCount: count, isEstimate: true)])
      #expect(journal.captures.map(\.microseconds) == [0, start])
    }
    var silent = RecordingJournal(properties: receiver)
    silent.record(10, endMicroseconds: 0)
    silent.lose(nil)
    silent.finish()
    #expect(silent.gaps.map(\.text) == ["lost an unknown number of samples"])
    silent.record(10, endMicroseconds: 0)
    silent.lose(1)
    silent.finish()
    #expect(silent.gaps.map(\.text).last == "lost 1 sample")
  }

  @Test func aJournalGoesOnOnlyWithTheSameKindOfSamples() {
    var journal = RecordingJournal(properties: receiver)
    var other = receiver
    other.rateHertz = 2000
    let isFasterTaken = journal.change(other)
    other = receiver
    other.format = .cs8
    let isSignedTaken = journal.change(other)
    #expect(!isFasterTaken && !isSignedTaken)
    journal.record(1, endMicroseconds: 0)
    // Another name alone begins no capture; another place of a recording does.
    other = receiver
    other.name = "E4000"
    let isNamed = journal.change(other)
    #expect(isNamed)
    journal.record(1, endMicroseconds: 0)
    #expect(journal.captures.count == 1)
    other.recorded = RecordedOrigin(
      path: "a", startMicroseconds: 5_000_000, isRateKnown: false, isCenterKnown: false)
    let isPlaced = journal.change(other)
    #expect(isPlaced)
    journal.record(1, endMicroseconds: 0)
    #expect(journal.captures.map(\.centerHertz) == [99.5e6, nil])
    #expect(journal.captures.last?.microseconds == 5_000_000)
    let text = String(decoding: journal.metadata(sha512: nil), as: UTF8.self)
    #expect(!text.contains("sample_rate") && text.contains("from E4000") && !text.contains("core:hw"))
    other.recorded?.isRateKnown = true
    let isRated = journal.change(other)
    #expect(isRated)
    #expect(String(decoding: journal.metadata(sha512: nil), as: UTF8.self).contains("sample_rate"))
  }

  @Test func widerIntegersKeepTheirSignAndAreClamped() throws {
    for (bytes, format, wide) in [
      ([1, 2, 0x83], IQFormat(.i24), [0, 1, 2, 0x83]),
      ([0x83, 2, 1], IQFormat(.i24, isBigEndian: true), [0x83, 2, 1, 0]),
      ([0xFF, 0xFF, 0x7F, 0], IQFormat(.i24in32), [0, 0xFF, 0xFF, 0x7F]),
      ([0, 0, 0x80, 0], IQFormat(.i24in32), [0, 0xFF, 0xFF, 0x7F]),
      ([0, 0, 0x80, 0xFF], IQFormat(.i24in32), [0, 0, 0, 0x80]),
      ([0, 0, 0, 0x80], IQFormat(.i24in32), [0, 0, 0, 0x80]),
      ([1, 2, 3, 4, 5], IQFormat(.i24), [0, 1, 2, 3]), ([1, 2], IQFormat(.i24), []), ([], IQFormat(.i24), []),
    ] as [([UInt8], IQFormat, [UInt8])] {
      var output: [UInt8] = []
      try #require(SampleWidening(format)).append(bytes.span, to: &output)
      #expect(output == wide, "\(bytes)")
    }
  }
}

import Foundation
import Testing

@testable import WaveSystem

/// Small values of the system: counts with a limit, delays, causes and texts.
@Suite struct SystemValueTests {
  @Test func aCountStopsAtItsLimit() {
    let count = LimitedCount(limit: 2)
    #expect([count.enter(), count.enter(), count.enter()] == [true, true, false])
    #expect(!count.hasRoom)
    count.leave()
    #expect(count.hasRoom && count.enter() && !count.enter() && !count.hasRoom)
  }

  @Test func delaysDoubleUpToTheirLongest() {
    var delay = ReconnectDelay(seed: 3)
    var same = ReconnectDelay(seed: 3)
    let bases: [Int64] = [
      250_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 15_000_000, 15_000_000,
    ]
    for base in bases {
      let next = delay.next()
      #expect(next == same.next())
      #expect(next >= base / 2 && next <= base * 3 / 2, "\(base)")
    }
    delay.reset()
    #expect(delay.next() <= 375_000)
    var sum: Int64 = 0
    for seed in 0..<1000 as Range<UInt64> {
      var one = ReconnectDelay(seed: seed)
      sum += one.next()
    }
    #expect((245_000...255_000).contains(sum / 1000))
  }

  @Test(arguments: [
    (ENOENT, FileError.Cause.noFolder), (ENOTDIR, .noFolder), (EEXIST, .exists), (EACCES, .notWritable),
    (EPERM, .notWritable), (EROFS, .notWritable), (EISDIR, .notRegular), (ENXIO, .notRegular),
    (ENOSPC, .full),
    (EDQUOT, .full), (EFBIG, .lengthLimit), (EIO, .writing(code: EIO)),
  ])
  func aFailedWriteHasACause(_ code: Int32, _ cause: FileError.Cause) {
    #expect(FileError(creating: "a", code: code) == FileError(path: "a", cause: cause))
  }

  @Test func anExplanationIsOneSentenceAndAdvice() {
    let parted = Explanation(sentences: "It broke. Mend it. Then go on", at: "a.csv")
    #expect(parted == Explanation("It broke", at: "a.csv", advice: "Mend it. Then go on"))
    #expect(parted.description == "a.csv: It broke. Mend it. Then go on")
    #expect(Explanation(sentences: "It broke").description == "It broke")
    #expect(Explanation("a.csv: broke").what(of: "a.csv") == "broke")
    #expect(Explanation("a.csv broke").what(of: "a.csv") == "a.csv broke")
  }

  @Test func textsAreCutBetweenCharacters() {
    #expect("aé€😀".utf8(limit: 10) == Array("aé€😀".utf8))
    #expect("aé€😀".utf8(limit: 9) == Array("aé€".utf8))
    #expect("aé€😀".utf8(limit: 5) == Array("aé".utf8))
    #expect("aé".utf8(limit: 2) == Array("a".utf8) && "a".utf8(limit: 0) == [])
    #expect([0x61, 0xFF, 0x61].wholeCharacters(limit: 3) == [0x61])
  }

  @Test func clocksGoForward() async {
    let first = MonotonicClock.microseconds
    #expect(first >= 1 && MonotonicClock.microseconds >= first)
    let wall = Double(WallClock.microseconds) / 1e6
    #expect(abs(Date().timeIntervalSince1970 - wall) < 10)
    #expect(await !MonotonicClock.sleep(until: first))
  }

  @Test func theLimitOfDescriptorsIsRaisedToTheHighest() throws {
    DescriptorLimit.raise()
    #expect(try Int(clamping: #require(DescriptorLimit.current)) == DescriptorLimit.highest)
  }

  @Test func aDiskSaysItsRoom() throws {
    #expect(try #require(DiskRoom.freeByteCount(inFolder: NSTemporaryDirectory())) > 0)
    #expect(DiskRoom.freeByteCount(inFolder: "/no/such/folder") == nil)
  }

  @Test func aPipeIsReadPieceByPiece() async throws {
    let pipe = Pipe()
    let input = PipeInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(!input.isTerminal)
    #expect(await input.next() == .nothing)
    try pipe.fileHandleForWriting.write(contentsOf: [1, 2, 3])
    #expect(await input.next() == .bytes([1, 2, 3]))
    try pipe.fileHandleForWriting.close()
    #expect(await input.next() == .end)
    #expect(await PipeInput(descriptor: 1 << 20).next() == .failure(EBADF))
  }
}

import Foundation
import Logging
import Synchronization
import Testing

@testable import WaveOperations

/// Lines of the log, as people and programs read them.
@Suite struct LineLogHandlerTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private static let hostile = "a\n<0>fake level\r\u{1B}[2J\u{202E}é😀\" \\ \u{0}"

  private let lines = Lines()

  private func logger(_ format: LogFormat, isJournal: Bool = false) -> Logger {
    var logger = Logger(label: "test") { [lines] _ in
      LineLogHandler(
        format: format, isJournal: isJournal, microseconds: { 1_763_715_600_123_456 },
        write: { bytes in lines.all.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } })
    }
    logger.logLevel = .trace
    return logger
  }

  @Test func writesALineForPeople() {
    logger(.text).notice("refused", metadata: ["status": "421", "address": "::1", "more": "a b"])
    #expect(
      lines.all.withLock(\.self) == [
        "2025-11-21T09:00:00.123Z notice: refused address=::1 more=\"a b\" status=421\n"
      ])
  }

  @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func theJournalHasTheTimeItself(level: Logger.Level, priority: Int) {
    logger(.text, isJournal: true).log(level: level, "said")
    #expect(lines.all.withLock(\.self) == ["<\(priority)>\(level): said\n"])
  }

  @Test func whatOthersChoseForgesNothing() throws {
    logger(.text).error("\(Self.hostile)", metadata: ["n a=me": "\(Self.hostile)", "empty": ""])
    logger(.json, isJournal: true).error("\(Self.hostile)", metadata: ["n a=me": "\(Self.hostile)"])
    let all = lines.all.withLock(\.self)
    for line in all {
      #expect(line.utf8.filter { !(0x20...0x7E).contains($0) } == [0x0A])
    }
    #expect(
      all[0].contains(#"error: a\u{a}<0>fake level\u{d}\u{1b}[2J\u{202e}\u{e9}\u{1f600}" \\ \u{0} empty="" "#)
    )
    #expect(all[0].hasSuffix(#"\u{1f600}\" \\ \u{0}""# + "\n"))
    #expect(all[1].hasPrefix("<3>{"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(all[1].dropFirst(3).utf8)) as? [String: Any])
    #expect(object["message"] as? String == Self.hostile)
    #expect((object["fields"] as? [String: String]) == ["n a=me": Self.hostile])
    #expect(object["level"] as? String == "error")
    #expect(object["time"] as? String == "2025-11-21T09:00:00.123Z")
  }

  @Test func writesAnErrorAndFieldsOfEveryLine() {
    var logger = logger(.text)
    logger[metadataKey: "source"] = "1"
    logger.warning("said", error: CancellationError(), metadata: ["z": ["a", "b"]])
    let line = lines.all.withLock { $0.last ?? "" }
    #expect(line.contains(" warning: said error=CancellationError()"))
    #expect(line.contains(" source=1 z="))
  }

  @Test func theEndlessIsCut() {
    logger(.json).info("x", metadata: ["a": "\(String(repeating: "\u{0}", count: 1_000_000))"])
    #expect(lines.all.withLock { $0[0].utf8.count } < 7_000)
  }

  @Test func knowsTheJournalByItsInode() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    var status = stat()
    #expect(fstat(handle.fileDescriptor, &status) == 0)
    let named = "\(status.st_dev):\(status.st_ino)"
    #expect(
      JournalStream.isRead(environment: ["JOURNAL_STREAM": named], descriptor: handle.fileDescriptor))
    for other in ["\(status.st_dev):1", "", ":", "a:b", named + ":1"] {
      #expect(
        !JournalStream.isRead(environment: ["JOURNAL_STREAM": other], descriptor: handle.fileDescriptor))
    }
    #expect(!JournalStream.isRead(environment: [:], descriptor: handle.fileDescriptor))
    #expect(!JournalStream.isRead(environment: ["JOURNAL_STREAM": named], descriptor: -1))
  }
}

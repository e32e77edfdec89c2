import Foundation
import GRDB
import Testing
import WaveSystem
import WaveTables

@Suite struct KilledTests {
  /// A process that is ended while it makes something.
  private struct Victim {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts it, with a limit of what it may write to a file, in blocks of 512 bytes.
    init(_ arguments: [String], limit: Int? = nil) throws {
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "TableVictim").path
      process.executableURL = URL(filePath: "/bin/sh")
      let limits = limit.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
      process.arguments = ["-c", limits + "exec \"$0\" \"$@\"", program] + arguments
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// Kills it once it has said something so many times.
    func kill(afterLines count: Int) throws {
      var found = 0
      while found < count {
        guard let more = try output.fileHandleForReading.read(upToCount: 512), !more.isEmpty else { break }
        found += more.count { $0 == UInt8(ascii: "\n") }
      }
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// Waits for its end.
    func end() throws -> (status: Int32, said: String) {
      _ = try output.fileHandleForReading.readToEnd()
      let said = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func sum(_ path: String) throws -> Int64? {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { try Int64.fetchOne($0, sql: "SELECT sum(a) FROM \"in\"") }
  }

  @Test func leavesNothingHalfMade() throws {
    let text = "a,b\n" + (0..<40_000).map { "\($0),\($0).25\n" }.joined()
    let input = try folder.write(Array(text.utf8), "in.csv")
    var before: Data?
    for round in 0..<20 {
      try Victim(["import", input, path("out.sqlite")]).kill(afterLines: round % 8)
      let now = try? Data(contentsOf: URL(filePath: path("out.sqlite")))
      if let now {
        // Whole, since it came to its end before it was killed, or what was there before.
        if now != before { #expect(try sum(path("out.sqlite")) == 40_000 * 39_999 / 2) }
      } else {
        #expect(before == nil)
      }
      before = now
    }
    let report = try CSVImport.run(
      path: input, to: path("out.sqlite"), isReplacing: true, progress: { _ in true })
    #expect(report.rowCount == 40_000)
    #expect(try sum(path("out.sqlite")) == 40_000 * 39_999 / 2)
    #expect(!FileManager.default.fileExists(atPath: path("out.sqlite") + FileReplacement.suffix))
  }

  @Test func theNextOpenIsRightWheneverACacheWasKilled() throws {
    let fixture = try SQLiteFixture(
      "killed.sqlite",
      """
      CREATE TABLE t(a INTEGER, b REAL);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 69999) INSERT INTO t SELECT \
      i, i / 7.0 FROM n;
      """)
    let plain = try fixture.table().chunks([0, 1])
    for round in 0..<20 {
      // A pass says something 69 times, and the cache is written behind it.
      try Victim(["open", fixture.path, fixture.cache.path]).kill(afterLines: 60 + round)
      let chunks = try TableFile.open(fixture.path, folder: fixture.cache).chunks([0, 1])
      #expect(chunks.map(\.keys) == plain.map(\.keys) && chunks.map(\.values) == plain.map(\.values))
      fixture.cache.clear()
    }
  }

  @Test func saysWhereThereIsNoRoom() throws {
    let text = "a,b\n" + (0..<40_000).map { "\($0),\($0).25\n" }.joined()
    let input = try folder.write(Array(text.utf8), "in.csv")
    // As a full disk, but in reach of a test.
    let (status, said) = try Victim(["import", input, path("out.sqlite")], limit: 200).end()
    #expect(status == 1 && said.hasPrefix(path("out.sqlite")), "\(said)")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left == ["in.csv"])
  }
}

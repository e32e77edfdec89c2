import Foundation
import Testing
import WaveStorage
import WaveStore

@Suite struct KilledWriterTests {
  /// A process that writes a store until it is killed.
  private struct Victim {
    /// Beside the tests' own program.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "StoreVictim")

    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = Self.program
      process.arguments = arguments
      process.standardOutput = output
      try process.run()
    }

    /// Lets it write so many blocks, kills it, and gives how far it said it was.
    func kill(afterLines count: Int) throws -> UInt64 {
      var said: [UInt8] = []
      let newline = UInt8(ascii: "\n")
      while said.count(where: { $0 == newline }) < count {
        guard let more = try output.fileHandleForReading.read(upToCount: 4096), !more.isEmpty else { break }
        said += more
      }
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
      said += try output.fileHandleForReading.readToEnd() ?? Data()
      // The last line may have been cut.
      let whole = said.prefix((said.lastIndex(of: newline) ?? 0) + 1)
      let last = try #require(whole.split(separator: newline).last)
      return try #require(UInt64(String(decoding: last, as: UTF8.self)))
    }
  }

  @Test func losesASecondAtMostAndGoesOn() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "killed.wgs").path
    var before: UInt64 = 0
    for (round, lines) in [3, 50, 130, 20].enumerated() {
      let victim = try Victim([path] + (round == 0 ? [] : ["resume"]))
      let said = try victim.kill(afterLines: lines)
      let file = try StoreFile(path: path)
      let range = file.sequences(group: 0)
      // A block that was on its way when it said so may be there as well.
      #expect(range.upperBound + 1000 >= said && range.upperBound <= said + 41)
      #expect(range.isEmpty == (range.upperBound == 0) && range.lowerBound == 0)
      #expect(range.upperBound >= before && file.missingCount(group: 0) == 0 && file.damagedCount == 0)
      #expect(!file.isClosed)
      try Self.check(file, from: before - min(before, 300), to: range.upperBound)
      before = range.upperBound
    }
    let writer = try StoreWriter(resuming: path)
    try await writer.close()
    let file = try StoreFile(path: path)
    #expect(
      file.isClosed && file.receivedCount(group: 0) == before && file.sequences(group: 0).upperBound == before
    )
    let all = try file.summaries(group: 0, level: 30, blocks: 0..<1, channels: 12..<13)
    #expect(all[0].validCount == before && all[0].maximum == Double(before - 1) + 12 / 16)
  }

  /// Every sample's value encodes its number and channel.
  private static func check(_ file: StoreFile, from first: UInt64, to end: UInt64) throws {
    for start in stride(from: first, to: end, by: 10_000) {
      let range = start..<min(end, start + 10_000)
      let samples = try file.samples(group: 0, sequences: range, channels: 0..<13)
      for channel in stride(from: 0, to: 13, by: 4) {
        let found = Array(samples[(channel * range.count)..<((channel + 1) * range.count)])
        #expect(found == range.map { Double($0) + Double(channel) / 16 })
      }
    }
  }
}

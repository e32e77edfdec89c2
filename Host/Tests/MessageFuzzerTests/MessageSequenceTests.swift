import Foundation
import TestSupport
import Testing

/// Sequences of messages against a server's sessions, in a process that they may end.
@Suite struct MessageSequenceTests {
  private static let corpus = Repository.folder.appending(path: "Fuzz/Corpus/message-sequences")

  private func said(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
      .appending(path: "MessageFuzzer")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test func noSequenceThatIsKeptEndsTheServer() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.corpus, includingPropertiesForKeys: nil)
      .map(\.path).sorted()
    #expect(!files.isEmpty)
    let (status, text) = try said(["replay"] + files)
    #expect(status == 0, "\(text)")
  }

  @Test func noSequenceThatIsDrawnEndsTheServer() throws {
    let (status, text) = try said(["run", "--seed", "1", "--messages", "100000"])
    #expect(status == 0, "\(text)")
  }
}

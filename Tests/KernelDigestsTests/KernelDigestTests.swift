import Foundation
import KernelDigests
import TestSupport
import Testing

/// The bits of the library's arithmetic as committed; Tests/Web/digests.test.mjs holds WebAssembly to the
/// same lines.
@Suite struct KernelDigestTests {
  private static let file = Repository.fixture("signal/digests.txt")

  private static func line(_ digest: KernelDigest) throws -> String {
    "\(digest) \(String(try digest.value(), radix: 16))"
  }

  @Test func bitsAreThoseCommitted() throws {
    let lines = try KernelDigest.allCases.map(Self.line)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try lines.map { $0 + "\n" }.joined().write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines == committed)
  }
}

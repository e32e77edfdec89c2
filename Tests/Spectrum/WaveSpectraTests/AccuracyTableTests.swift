import Foundation
import TestSupport
import Testing

/// Keeps the published figures true.
@Suite struct AccuracyTableTests {
  @Test func publishedFiguresHold() throws {
    let url = Repository.folder.appending(path: "Documentation/Spectrum/accuracy-spectrum.md")
    let table = try AccuracyTable().markdown()
    // What stands behind is held by Tests/Peers.
    let old = try String(contentsOf: url, encoding: .utf8)
    let others = old.range(of: "\n## Beside other programs").map { String(old[$0.lowerBound...]) } ?? ""
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try (table + others).write(to: url, atomically: true, encoding: .utf8)
    }
    let published = try String(contentsOf: url, encoding: .utf8).dropLast(others.count)
    #expect(table == published, "record with: \(AccuracyTable.command)")
  }
}

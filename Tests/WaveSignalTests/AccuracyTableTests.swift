import Foundation
import Testing

/// Keeps the published figures true.
@Suite struct AccuracyTableTests {
  @Test func publishedFiguresHold() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation/accuracy-spectrum.md")
    let table = try AccuracyTable().markdown()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try table.write(to: url, atomically: true, encoding: .utf8)
    }
    let published = try String(contentsOf: url, encoding: .utf8)
    #expect(table == published, "record with: \(AccuracyTable.command)")
  }
}

import Foundation
import Testing

@testable import WaveOperations

@Suite struct ProcessUsageTests {
  @Test func readsWhatLinuxReports() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "fd"), withIntermediateDirectories: true)
    let usage = ProcessUsage(folder: folder.path)
    #expect(usage.residentBytes == nil && usage.processorSeconds == nil)
    for name in ["0", "1", "2", "7"] { try Data().write(to: folder.appending(path: "fd/\(name)")) }
    try Data("1000 25 3 1 0 9 0\n".utf8).write(to: folder.appending(path: "statm"))
    // proc(5): the name, which may hold blanks and brackets, then the state; the 12th and 13th field from
    // there are ticks.
    try Data("77 (a b) c) S 1 2 3 4 5 6 7 8 9 10 250 150 0 0 20 0 9 0 123\n".utf8).write(
      to: folder.appending(path: "stat"))
    #expect(usage.residentBytes == 25 * Double(sysconf(Int32(_SC_PAGESIZE))))
    #expect(usage.processorSeconds == 400 / Double(sysconf(Int32(_SC_CLK_TCK))))
    // One less than there are: outside of /proc the folder that is counted is not among what it lists.
    #expect(usage.openDescriptors == 3)
  }

  @Test func readsOfItself() throws {
    let usage = ProcessUsage()
    #expect(try #require(usage.residentBytes) > 1e6)
    #expect(try #require(usage.processorSeconds) >= 0)
    #expect(try #require(usage.openDescriptors) >= 3)
    #expect(try #require(usage.descriptorLimit) >= #require(usage.openDescriptors))
  }
}

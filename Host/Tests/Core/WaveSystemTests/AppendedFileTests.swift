import Foundation
import Testing
import WaveSystem

@Suite struct AppendedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @Test func growsAndIsCut() throws {
    let file = try AppendedFile(path: path("a"), replacing: false)
    #expect(file.isNew)
    #expect(file.append([1, 2, 3]).byteCount == 3)
    #expect(file.append([4, 5]).byteCount == 2)
    try file.cut(toByteCount: 4)
    try file.synchronize()
    #expect(file.append([9]).failure == nil)
    #expect(try Array(Data(contentsOf: folder.url.appending(path: "a"))) == [1, 2, 3, 4, 9])
    #expect(try #require(file.freeByteCount) > 0)
  }

  @Test func refusesWhatIsNoPlainFile() throws {
    #expect(throws: FileError(path: "/dev/full", cause: .notRegular)) {
      _ = try AppendedFile(path: "/dev/full", replacing: true)
    }
    #expect(throws: FileError.self) { _ = try AppendedFile(path: folder.url.path, replacing: true) }
  }

  @Test func replacesAsAWhole() throws {
    let target = path("meta")
    try FileReplacement.write([1, 2, 3], path: target)
    let before = try #require(FileStamp(path: target)).identity
    try FileReplacement.write([4], path: target)
    #expect(try Array(Data(contentsOf: URL(filePath: target))) == [4])
    #expect(FileStamp(path: target)?.identity != before)
    #expect(FileStamp(path: target + FileReplacement.suffix) == nil)
    #expect(throws: FileError.self) { try FileReplacement.write([1], path: path("no/folder/meta")) }
  }

  @Test func keepsOldContentWhereTheNewCannotTakeItsPlace() throws {
    let target = path("folder")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    #expect(throws: FileError.self) { try FileReplacement.write([1], path: target) }
    #expect(FileStamp(path: target + FileReplacement.suffix) == nil)
  }

  @Test func reservesRoomWithoutAName() throws {
    let reserve = try SpaceReserve(byteCount: 100_000, beside: path("x"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    withExtendedLifetime(reserve) {}
  }

  @Test func knowsAFileByWhateverName() throws {
    let file = try folder.write([1], "a")
    try FileManager.default.createSymbolicLink(atPath: path("b"), withDestinationPath: file)
    #expect(FileStamp(path: file)?.identity == FileStamp(path: path("b"))?.identity)
    #expect(FileStamp(path: path("c")) == nil)
  }
}

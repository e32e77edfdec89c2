import Foundation
import Testing
import WaveSystem

/// Folders, files that are written in parts, and files that grow to their limit.
@Suite struct FolderFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  @Test func onlyRegularFilesAreListed() throws {
    for name in ["a", "b.csv", ".hidden"] { _ = try folder.write([1, 2, 3], name) }
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: path("a"))
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let files = FolderFiles.list(path: folder.url.path).sorted { $0.name < $1.name }
    #expect(files.map(\.name) == ["a", "b.csv"])
    #expect(files.map(\.stamp.byteCount) == [3, 3])
    #expect(files[0].stamp == FileStamp(path: path("a")))
    #expect(FolderFiles.list(path: path("none")).isEmpty)
  }

  @Test func aFolderIsKnownThroughALink() throws {
    _ = try folder.write([], "a")
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: folder.url.path)
    let found = ["", path("a"), path("none"), folder.url.path, path("link")].map { FolderFiles.isFolder($0) }
    #expect(found == [false, false, false, true, true])
  }

  @Test func aStatusIsOfTheLinkItself() throws {
    let file = try folder.write([], "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: folder.url.path)
    let status = try #require(FileStatus(path: file))
    #expect(status.mode == 0o640 && !status.isFolder && status.owner == geteuid())
    #expect(FileStatus(path: folder.url.path)?.isFolder == true)
    #expect(FileStatus(path: path("link"))?.isFolder == false)
    #expect(FileStatus(path: path("none")) == nil)
  }

  @Test func aStampIsOneLineAndATime() throws {
    let file = try folder.write([1, 2], "a")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file)
    let stamp = try #require(FileStamp(path: file))
    #expect(stamp.modifiedNanoseconds == 1_700_000_000_000_000_000)
    #expect(stamp.text.hasSuffix(" 2 1700000000 0"))
    _ = try folder.write([1, 2, 3], "b")
    let other = try #require(FileStamp(path: path("b")))
    #expect(stamp.isSameFile(as: stamp) && !stamp.isSameFile(as: other))
  }

  @Test func aFileInPartsAppearsAsAWhole() throws {
    let file = try PartFile(path: path("a"), isReplacing: false)
    try file.append([1, 2])
    #expect(try names() == ["a.part"])
    try file.append([3])
    try file.finish()
    #expect(try names() == ["a.part"])
    try file.commit()
    try file.commit()
    #expect(try names() == ["a"] && bytes("a") == [1, 2, 3])
  }

  @Test func aFileInPartsThatIsGivenUpLeavesNothing() throws {
    _ = try folder.write([9], "a")
    do {
      let file = try PartFile(path: path("a"), isReplacing: true)
      try file.append([1])
    }
    #expect(try names() == ["a"] && bytes("a") == [9])
    let file = try PartFile(path: path("a"), isReplacing: true)
    try file.append([1])
    try file.commit()
    #expect(try names() == ["a"] && bytes("a") == [1])
  }

  @Test func onlyAFileIsReplacedAndOnlyIfAskedFor() throws {
    _ = try folder.write([9], "a")
    #expect(throws: FileError(path: path("a"), cause: .exists)) {
      try PartFile(path: path("a"), isReplacing: false)
    }
    #expect(throws: FileError(path: folder.url.path, cause: .notRegular)) {
      try PartFile(path: folder.url.path, isReplacing: true)
    }
    #expect(throws: FileError(path: path("b/c.part"), cause: .noFolder)) {
      try PartFile(path: path("b/c"), isReplacing: false)
    }
  }

  @Test func twoProgramsDoNotAppendToOneFile() throws {
    let first = try AppendedFile(path: path("a"), replacing: false)
    #expect(throws: FileError(path: path("a"), cause: .exists)) {
      try AppendedFile(path: path("a"), replacing: false)
    }
    #expect(throws: FileError(path: path("a"), cause: .inUse)) {
      try AppendedFile(path: path("a"), replacing: true)
    }
    withExtendedLifetime(first) {}
  }

  @Test func anOlderFileIsContinued() throws {
    _ = try folder.write([1, 2], "a")
    let file = try AppendedFile(path: path("a"), replacing: true)
    #expect(!file.isNew && file.append([3]).byteCount == 1)
    #expect(try bytes("a") == [1, 2, 3])
  }

  @Test func aPrivateFileIsForItsOwnerAlone() throws {
    func mode(_ name: String, isPrivate: Bool) throws -> UInt32 {
      let file = try AppendedFile(path: path(name), replacing: false, isPrivate: isPrivate)
      return try #require(FileStatus(path: file.path)).mode
    }
    #expect(try mode("a", isPrivate: true) == 0o600)
    // Any other file has the permissions that the system gives to new files.
    close(creat(path("c"), 0o666))
    #expect(try mode("b", isPrivate: false) == FileStatus(path: path("c"))?.mode)
  }

  /// A file system has a greatest length, at which a write fails whatever room there is.
  @Test func aFileAtItsGreatestLengthTakesNoMore() throws {
    let file = try AppendedFile(path: path("a"), replacing: false)
    var (possible, impossible) = (0, Int.max)
    if (try? file.cut(toByteCount: .max)) != nil { possible = .max }
    while impossible - possible > 1 {
      let middle = possible + (impossible - possible) / 2
      if (try? file.cut(toByteCount: middle)) != nil { possible = middle } else { impossible = middle }
    }
    let (byteCount, failure) = file.append([1])
    #expect(byteCount == 0 && failure == FileError(path: path("a"), cause: .lengthLimit))
    try file.cut(toByteCount: 0)
  }

  @Test func aFileIsReadUpToItsLimit() throws {
    let file = try folder.write(Array(0..<200), "a")
    #expect(try FileContent.whole(path: file, limit: 200).count == 200)
    #expect(throws: FileError(path: file, cause: .tooLong(limit: 199))) {
      try FileContent.whole(path: file, limit: 199)
    }
    #expect(try ReadOnlyFile(path: file).content(limit: 200) == Array(0..<200))
    #expect(throws: FileError(path: file, cause: .tooLong(limit: 199))) {
      try ReadOnlyFile(path: file).content(limit: 199)
    }
    let open = try ReadOnlyFile(path: file)
    #expect(try open.currentByteCount() == 200)
    let grown = try AppendedFile(path: file, replacing: true)
    _ = grown.append([1, 2])
    #expect(try open.currentByteCount() == 202 && open.byteCount == 200)
  }

  @Test func piecesOfALongFileFollowEachOther() throws {
    let bytes = (0..<(2 * FileContent.pieceBytes + 5)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let content = try FileContent(path: folder.write(bytes, "a"))
    var pieces: [Int] = []
    var read: [UInt8] = []
    try content.read { piece in
      pieces.append(piece.count)
      read += piece
      return true
    }
    #expect(pieces == [FileContent.pieceBytes, FileContent.pieceBytes, 5] && read == bytes)
    #expect(content.readByteCount == bytes.count)
    #expect(
      try content.start(count: FileContent.pieceBytes + 3) == Array(bytes.prefix(FileContent.pieceBytes + 3)))
    #expect(content.readByteCount == 2 * FileContent.pieceBytes)
    #expect(try content.start(count: FileContent.pieceBytes).count == FileContent.pieceBytes)
    #expect(content.readByteCount == FileContent.pieceBytes)
  }
}

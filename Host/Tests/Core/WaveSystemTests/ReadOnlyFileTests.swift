import Foundation
import Testing
import WaveSystem

@Suite struct ReadOnlyFileTests {
  private func cause(_ path: String) -> FileError.Cause? {
    do throws(FileError) {
      _ = try ReadOnlyFile(path: path)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func readsAtAnyPlace() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let file = try ReadOnlyFile(path: folder.write(bytes, "a.bin"))
    #expect(file.byteCount == 1000)
    #expect(file.name == "a.bin")
    var buffer = [UInt8](repeating: 0, count: 300)
    #expect(try file.read(into: &buffer, at: 700) == 300)
    #expect(buffer == Array(bytes[700...]))
    #expect(try file.read(into: &buffer, at: 900) == 100)
    #expect(Array(buffer[..<100]) == Array(bytes[900...]))
    #expect(try file.read(into: &buffer, at: 1000) == 0)
    #expect(try file.read(into: &buffer, at: 5000) == 0)
    #expect(try file.read(into: &buffer, at: -1) == 0)
  }

  @Test func refusesWhatIsNoFile() throws {
    let folder = try TemporaryFolder()
    #expect(cause(folder.url.appending(path: "none").path) == .notFound)
    #expect(cause(folder.url.path) == .notRegular)
    #expect(cause("/dev/zero") == .notRegular)
    #expect(cause("") == .notFound)
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(cause(pipe) == .notRegular)
  }

  @Test func saysWhichFileAndWhatToDo() {
    let error = FileError(path: "x.csv", cause: .gzipTruncated(byte: 77))
    #expect(error.description.hasPrefix("x.csv: the gzip data ends early, at byte 77. "))
  }
}

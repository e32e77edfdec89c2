import Foundation
import Testing
import WaveSystem

@Suite struct StateDirectoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.url.appending(path: "state/waveglass").path }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func followsTheEnvironment() throws {
    let home = folder.url.path
    #expect(
      try StateDirectory(environment: ["HOME": home, "XDG_STATE_HOME": home + "/x"]).path
        == home + "/x/waveglass")
    #expect(
      try StateDirectory(environment: ["HOME": home, "XDG_STATE_HOME": "relative"]).path
        == home + "/.local/state/waveglass")
    #expect(throws: FileError(path: "HOME", cause: .noHome)) { try StateDirectory(environment: ["HOME": ""]) }
  }

  @Test func aServiceManagerKnowsBest() throws {
    let home = folder.url.path
    let environment = ["HOME": home, "XDG_STATE_HOME": home, "STATE_DIRECTORY": home + "/a:" + home + "/b"]
    #expect(try StateDirectory(environment: environment).path == home + "/a")
    #expect(
      StateDirectory.path(environment: ["HOME": home, "STATE_DIRECTORY": "a"]) == home
        + "/.local/state/waveglass")
    #expect(StateDirectory.path(environment: [:]) == nil)
  }

  @Test func isTheUsersAlone() throws {
    let state = try StateDirectory(path: path)
    #expect(try mode(state.path) == 0o700)
    try state.write([1, 2], to: "key")
    #expect(try mode(state.path(of: "key")) == 0o600)
    try state.write([3], to: "key")
    #expect(try mode(state.path(of: "key")) == 0o600)
    #expect(try state.read("key") == [3])
    state.remove("key")
    #expect(try state.read("key") == nil)
  }

  @Test(arguments: [0o770, 0o702, 0o777]) func refusesAFolderThatOthersMayWrite(mode: Int) throws {
    _ = try StateDirectory(path: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    #expect(throws: FileError(path: path, cause: .notPrivate)) { try StateDirectory(path: path) }
  }

  @Test func refusesFilesThatOthersMayHaveChanged() throws {
    let state = try StateDirectory(path: path)
    try state.write([1], to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: state.path(of: "a"))
    #expect(throws: FileError(path: state.path(of: "a"), cause: .notPrivate)) { try state.read("a") }
    try FileManager.default.createSymbolicLink(
      atPath: state.path(of: "b"), withDestinationPath: "/etc/passwd")
    #expect(throws: FileError(path: state.path(of: "b"), cause: .notPrivate)) { try state.read("b") }
    try FileManager.default.createDirectory(atPath: state.path(of: "c"), withIntermediateDirectories: false)
    #expect(throws: FileError(path: state.path(of: "c"), cause: .notRegular)) { try state.read("c") }
  }

  @Test func refusesWhatIsTooLong() throws {
    let state = try StateDirectory(path: path)
    let tooLong = FileError(
      path: state.path(of: "a"), cause: .tooLong(limit: StateDirectory.fileBytesLimit))
    let bytes = [UInt8](repeating: 0, count: StateDirectory.fileBytesLimit + 1)
    #expect(throws: tooLong) { try state.write(bytes, to: "a") }
    try FileReplacement.write(bytes, path: state.path(of: "a"), isPrivate: true)
    #expect(throws: tooLong) { try state.read("a") }
  }

  @Test func letsOneAtATimeReadAndWriteAgain() async throws {
    let state = try StateDirectory(path: path)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try? state.exclusively { () throws(FileError) in
            let count = try state.read("count")?.first ?? 0
            try state.write([count + 1], to: "count")
          }
        }
      }
    }
    #expect(try state.read("count") == [20])
  }
}

import Foundation
import Testing
import WaveClickHouse
import WaveSystem

@Suite struct ClickHousePasswordTests {
  private func withFile(_ content: String, mode: Int, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "password-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "secret").path
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try body(path)
  }

  @Test func itsPlacesAreLookedIntoInOrder() throws {
    try withFile("from a file\n", mode: 0o600) { path throws in
      let environment = ["CLICKHOUSE_PASSWORD": "from a variable", "CLICKHOUSE_PASSWORD_FILE": path]
      #expect(try ClickHousePassword.find(file: path, environment: [:], prompt: nil) == "from a file")
      #expect(try ClickHousePassword.find(file: nil, environment: environment, prompt: nil) == "from a file")
    }
    let variable = ["CLICKHOUSE_PASSWORD": "from a variable"]
    #expect(
      try ClickHousePassword.find(file: nil, environment: variable, prompt: { "typed" }) == "from a variable")
    #expect(try ClickHousePassword.find(file: nil, environment: [:], prompt: { "typed" }) == "typed")
    #expect(try ClickHousePassword.find(file: nil, environment: [:], prompt: nil) == "")
  }

  @Test(arguments: [0o644, 0o640, 0o660, 0o604, 0o610]) func aFileOpenToOthersIsNotRead(mode: Int) throws {
    try withFile("secret", mode: mode) { path throws in
      #expect(throws: ClickHouseError.passwordFileOpen(path: path)) {
        try ClickHousePassword.find(file: path, environment: [:], prompt: nil)
      }
    }
  }

  @Test func aMissingFileIsNotPassedOver() {
    #expect(throws: ClickHouseError.file(FileError(path: "/nowhere/x", cause: .notFound))) {
      try ClickHousePassword.find(
        file: "/nowhere/x", environment: ["CLICKHOUSE_PASSWORD": "other"], prompt: { "other" })
    }
  }

  @Test func oneLineIsAPassword() throws {
    for (content, password) in [("a", "a"), ("a\n", "a"), ("a\r\n", "a"), (" a ", " a "), ("", "")] {
      try withFile(content, mode: 0o400) { path throws in
        #expect(try ClickHousePassword.find(file: path, environment: [:], prompt: nil) == password)
      }
    }
    for content in ["a\nb", "a\n\n", "a\u{0}", String(repeating: "x", count: 5000)] {
      try withFile(content, mode: 0o600) { path throws in
        #expect(throws: ClickHouseError.self) {
          try ClickHousePassword.find(file: path, environment: [:], prompt: nil)
        }
      }
    }
  }
}

import Foundation
import GRDB
import Testing
import WaveDataServer

@testable import WaveCommand

/// What folders and databases open as.
@Suite struct TableArgumentTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "waveglass-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func names(_ argument: String) throws -> [String] {
    try TableArgument.openings(argument).map(\.name)
  }

  private static let birds = "wildlife,cost\nsmall,30\nlarge,700\nmedium,12\n"
  private static let dated = "date,value\n2020-03-25,1\n2020-03-26,2\n2020-03-27,4\n"
  private static let recorded = "t,x\n" + (0..<50).map { "\(Double($0) / 100),\($0 % 7)\n" }.joined()

  @Test func aFolderOfTablesHasTables() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (text, name) in [
      (Self.birds, "birds.csv"), (Self.dated, "a.tsv"), (Self.birds, ".hidden.csv"),
      (Self.birds, "notes.txt"), (Self.recorded, "walk.csv"),
    ] {
      try write(text, name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.csv", withDestinationPath: folder.path + "/birds.csv")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "named.csv"), withIntermediateDirectories: true)
    for path in [folder.path, folder.path + "/"] { #expect(try names(path) == ["a.tsv", "birds.csv"]) }
    #expect(try names(folder.path + "/named.csv").isEmpty && names(folder.path + "/walk.csv").isEmpty)
  }

  @Test func allTablesAndViewsOfADatabaseAreOffered() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.path + "/shop.sqlite"
    let queue = try DatabaseQueue(path: file)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE orders (a); CREATE TABLE items (a); CREATE VIEW cheap AS SELECT a FROM items;
          INSERT INTO orders VALUES (1); INSERT INTO items VALUES (1), (2), (3);
          """)
    }
    try queue.close()
    for argument in [file, "table:" + file, folder.path] {
      #expect(try names(argument) == ["items", "orders", "cheap"])
      #expect(try TableArgument.openings(argument).map(\.isLazy) == [false, true, true])
    }
    #expect(try names("table:\(file)?table=orders") == ["shop.sqlite"])
  }

  @Test func aTableThatIsNotThereIsOfferedBesideOthers() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Self.birds, "birds.csv")
    let path = folder.path + "/gone.csv"
    let (table, failure) = try #require(TableArgument.missing(path))
    #expect(table.name == "gone.csv" && failure.code == .noInput && failure.message.contains(path))
    // What is there is none of these, nor is what no table would be called.
    for other in [folder.path + "/birds.csv", folder.path, "demo:table", folder.path + "/gone.edf"] {
      #expect(TableArgument.missing(other) == nil)
    }
    #expect(throws: CommandFailure.self) { try names("table:" + path) }
  }
}

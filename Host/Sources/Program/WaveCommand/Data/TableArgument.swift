import Foundation
import WaveDataServer
import WaveReceivers
import WaveSensorSources
import WaveSystem
import WaveTables

/// Tables as command-line arguments: `demo:table`, `table:FILE?table=NAME`, or the path of a database, a
/// delimited text file, or a folder of such files.
enum TableArgument {
  /// The file extensions of databases.
  private static let databases = ["sqlite", "sqlite3", "db", "db3"]
  /// The extensions of text files that are opened as tables unless their contents are sensor or spectrum
  /// recordings.
  private static let texts = ["csv", "tsv"]

  /// The maximum number of tables served from a folder or database.
  private static let limit = 64

  /// Returns the tables that an argument specifies: all tables in a folder sorted by name, all tables and
  /// views of a database, or one table.
  ///
  /// The first table is read immediately. Each of the others is read when a client first selects it.
  ///
  /// - Returns: The tables; empty if the argument does not specify any.
  /// - Throws: `CommandFailure` for unknown or invalid parameters.
  static func openings(_ argument: String) throws(CommandFailure) -> [TableOpening] {
    var found: [TableOpening] = []
    if FolderFiles.isFolder(argument) {
      let folder = URL(fileURLWithPath: argument)
      for name in FolderFiles.list(path: argument).map(\.name).sorted() {
        let path = folder.appending(path: name).path
        guard isTable(path) else { continue }
        // The extension does not prove that the file is a database. A file that is not one is skipped; if a
        // file cannot be read, its table shows the error.
        if isDatabase(named: path), (try? TableFile.isDatabase(path)) == false { continue }
        do throws(CommandFailure) { found += try tables(path) } catch { found.append(table(path)) }
      }
    } else {
      found = try tables(argument)
    }
    if found.count > limit { StandardFiles.say("\(argument): \(limit) of \(found.count) tables are served") }
    for place in found.indices.dropFirst() { found[place].isLazy = true }
    return Array(found.prefix(limit))
  }

  /// Returns all tables and views if an argument is the path of a database, otherwise the table that the
  /// argument specifies.
  private static func tables(_ argument: String) throws(CommandFailure) -> [TableOpening] {
    guard let opening = try opening(argument) else { return [] }
    guard let path = opening.path, argument == path || argument == "table:" + path,
      (try? TableFile.isDatabase(path)) == true, let names = try? TableFile.tables(path), names.count > 1
    else { return [opening] }
    return names.map { name, _ in
      var table = table(path, of: name)
      table.name = name
      return table
    }
  }

  /// Returns the table that an argument specifies, or nil if the argument is not a table.
  ///
  /// - Throws: `CommandFailure` for unknown or invalid parameters.
  private static func opening(_ argument: String) throws(CommandFailure) -> TableOpening? {
    if argument == "demo:table" || argument.hasPrefix("demo:table?") {
      let (_, parameters) = try split(argument)
      let seed = try number("seed", parameters, argument) ?? 1
      let rows = try number("rows", parameters, argument) ?? DemoTable.usualRowCount
      return TableOpening(name: "demo") { _ in DemoTable(seed: UInt64(seed), rowCount: rows) }
    }
    let isNamed = argument.hasPrefix("table:")
    let (path, parameters) = isNamed ? try split(String(argument.dropFirst(6))) : (argument, [:])
    guard isNamed || isTable(path) else { return nil }
    guard FileManager.default.fileExists(atPath: path) else { throw noSuchFile(path) }
    if !isNamed, !isDatabase(named: path), try !hasCells(path) { return nil }
    return table(path, of: parameters["table"])
  }

  private static func noSuchFile(_ path: String) -> CommandFailure {
    CommandFailure(.noInput, "\(path): there is no such file. Check the path")
  }

  /// Returns a table and the failure if the argument is the path of a missing table file; otherwise nil.
  ///
  /// The list of tables shows the failure. The file is read if it exists when a client selects the table.
  static func missing(_ argument: String) -> (TableOpening, CommandFailure)? {
    guard isTable(argument), !FileManager.default.fileExists(atPath: argument) else { return nil }
    return (table(argument), noSuchFile(argument))
  }

  /// Returns the table with the given name in a file, or the longest table if no name is given.
  private static func table(_ path: String, of name: String? = nil) -> TableOpening {
    let file = URL(fileURLWithPath: path).lastPathComponent
    return TableOpening(name: file, path: path) { progress throws(TableError) in
      let folder = try CacheFolder(environment: ProcessInfo.processInfo.environment)
      return try TableFile.open(path, table: name, folder: folder, progress: progress)
    }
  }

  private static func isDatabase(named path: String) -> Bool {
    databases.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  /// Returns whether a text file can be shown as a table: it has more than one line, or a line with several
  /// cells.
  ///
  /// - Throws: `CommandFailure` if the file cannot be read.
  private static func hasCells(_ path: String) throws(CommandFailure) -> Bool {
    let start: [UInt8]
    do { start = try FileContent(path: path).start(count: 65_536) } catch {
      throw CommandFailure(error)
    }
    let lines = start.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    return lines.count > 1
      || lines.contains { line in line.contains { [0x2C, 0x3B, 0x09, 0x7C].contains($0) } }
  }

  /// Returns whether a path refers to a table, judging by the extension and, for text files, the content.
  private static func isTable(_ path: String) -> Bool {
    var name = URL(fileURLWithPath: path)
    if name.pathExtension.lowercased() == "gz" { name = name.deletingPathExtension() }
    let kind = name.pathExtension.lowercased()
    if databases.contains(kind) { return true }
    return texts.contains(kind) && !SignalFile.isTimed(path: path) && !ReceiverFactory.isPowerLog(path: path)
  }

  private static func split(
    _ argument: String
  ) throws(CommandFailure) -> (path: String, parameters: [String: String]) {
    let place = argument.lastIndex(of: "?") ?? argument.endIndex
    var found: [String: String] = [:]
    for pair in argument[place...].dropFirst().split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, ["table", "seed", "rows"].contains(sides[0]) else {
        throw CommandFailure(
          .usage, "\(argument): \"\(pair)\" is not supported here. Write table=NAME, seed= or rows=")
      }
      found[String(sides[0])] = String(sides[1])
    }
    return (String(argument[..<place]), found)
  }

  private static func number(
    _ name: String, _ parameters: [String: String], _ argument: String
  ) throws(CommandFailure) -> Int? {
    guard let text = parameters[name] else { return nil }
    guard let value = Int(text), value > 0 else {
      throw CommandFailure(.usage, "\(argument): \(name)=\(text). Give a whole number above zero")
    }
    return value
  }
}

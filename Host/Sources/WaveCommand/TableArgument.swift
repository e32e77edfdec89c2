import Foundation
import WaveDevices
import WaveFiles
import WaveServer
import WaveTables

/// A table as written on the command line: `demo:table`, `table:FILE?table=NAME`, or the path of a database or of a text with columns.
enum TableArgument {
  /// Names of databases.
  private static let databases = ["sqlite", "sqlite3", "db", "db3"]
  /// Texts that are tables unless they are recordings of signals or spectra.
  private static let texts = ["csv", "tsv"]

  /// What an argument opens; nil where it is no table.
  ///
  /// - Throws: `CommandFailure` for parameters that are none.
  static func opening(_ argument: String) throws(CommandFailure) -> TableOpening? {
    if argument == "demo:table" || argument.hasPrefix("demo:table?") {
      let (_, parameters) = try split(argument)
      let seed = try number("seed", parameters, argument) ?? 1
      let rows = try number("rows", parameters, argument) ?? DemoTable.usualRowCount
      return TableOpening(name: "demo") { _ in DemoTable(seed: UInt64(seed), rowCount: rows) }
    }
    let isNamed = argument.hasPrefix("table:")
    let (path, parameters) = isNamed ? try split(String(argument.dropFirst(6))) : (argument, [:])
    guard isNamed || isTable(path) else { return nil }
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(code: .noInput, message: "\(path): there is no such file")
    }
    if !isNamed, !databases.contains(URL(fileURLWithPath: path).pathExtension.lowercased()),
      try !hasCells(path)
    {
      return nil
    }
    let name = URL(fileURLWithPath: path).lastPathComponent
    return TableOpening(name: name, path: path) { progress throws(TableError) in
      let folder = try CacheFolder(environment: ProcessInfo.processInfo.environment)
      return try TableFile.open(path, table: parameters["table"], folder: folder, progress: progress)
    }
  }

  /// Whether a text has anything to show as a table: its first line has more than one cell, or another line follows.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  private static func hasCells(_ path: String) throws(CommandFailure) -> Bool {
    let start: [UInt8]
    do { start = try FileContent(path: path).start(count: 65_536) } catch {
      throw CommandFailure(error)
    }
    let lines = start.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    return lines.count > 1
      || lines.contains { line in line.contains { [0x2C, 0x3B, 0x09, 0x7C].contains($0) } }
  }

  /// Whether a plain path is a table's.
  private static func isTable(_ path: String) -> Bool {
    var name = URL(fileURLWithPath: path)
    if name.pathExtension.lowercased() == "gz" { name = name.deletingPathExtension() }
    let kind = name.pathExtension.lowercased()
    if databases.contains(kind) { return true }
    return texts.contains(kind) && !SignalFile.isTimed(path: path) && !SourceFactory.isPowerLog(path: path)
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
          code: .usage,
          message: "\(argument): \"\(pair)\" is not known here. Write table=NAME, seed= or rows=")
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
      throw CommandFailure(
        code: .usage, message: "\(argument): \(name)=\(text). Give a whole number above zero")
    }
    return value
  }
}

import ArgumentParser
import Foundation
import WaveTables

/// `waveglass cache`: manages the cached files that make tables open faster.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List or clear the cache that makes tables open faster.",
    discussion: """
      Texts are cached as databases, and columns of databases in the form in which they are drawn. \
      Everything can be recreated.

      EXAMPLES
        waveglass cache list
        waveglass cache clear
      """,
    subcommands: [ListCommand.self, ClearCommand.self])

  /// `waveglass cache list`: lists the cached files.
  struct ListCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the cached files and their sources.")

    @OptionGroup var form: OutputOptions

    func perform() throws(CommandFailure) {
      let folder = try CacheCommand.folder()
      let list = CacheList(folder: folder.path, entries: folder.entries)
      let rows = list.entries.map {
        ($0.name, "\($0.byteCount) bytes" + ($0.source.isEmpty ? "" : ", of \($0.source)"))
      }
      try form.write(list, lines: Output.table([("folder", folder.path)] + rows))
    }
  }

  /// `waveglass cache clear`: removes the cached files.
  struct ClearCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove all cached files.")

    func perform() throws(CommandFailure) {
      Output.write(["\(try CacheCommand.folder().clear()) bytes removed"])
    }
  }

  private static func folder() throws(CommandFailure) -> CacheFolder {
    try TableError.asFailure(CacheFolder(environment: ProcessInfo.processInfo.environment))
  }
}

/// The output of `waveglass cache list --json`.
struct CacheList: Encodable {
  var folder: String
  var entries: [CacheFolder.Entry]
}

import ArgumentParser
import Foundation
import Logging
import WaveOperations

/// Options for the log, which is written to standard error.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Log format: lines of text, or one JSON object per line; default text.",
      valueName: "text|json"), transform: Self.format)
  var logFormat = LogFormat.text

  @Option(
    help: ArgumentHelp(
      """
      Lowest level to log: trace, debug, info, notice, warning, error or critical; default notice.
      """, valueName: "level"), transform: Self.level)
  var logLevel = Logger.Level.notice

  private static func format(_ text: String) throws -> LogFormat {
    try require(LogFormat(rawValue: text), "The format must be text or json.")
  }

  private static func level(_ text: String) throws -> Logger.Level {
    let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    return try require(Logger.Level(rawValue: text), "The level must be one of \(names).")
  }

  /// A logger configured by these options.
  var logger: Logger {
    let environment = ProcessInfo.processInfo.environment
    var logger = Logger(label: "waveglass") { [logFormat] _ in
      LineLogHandler.standardError(
        format: logFormat, isJournal: JournalStream.isRead(environment: environment))
    }
    logger.logLevel = logLevel
    return logger
  }
}

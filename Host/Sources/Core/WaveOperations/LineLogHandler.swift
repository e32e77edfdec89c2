public import Logging
import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The format of log lines.
public enum LogFormat: String, CaseIterable, Sendable {
  /// Plain text for people: time, level, message and fields.
  case text
  /// One JSON object per line for programs, with `time`, `level`, `message` and `fields`.
  case json
}

/// A log handler that writes each event as one line of printable ASCII, whatever the event contains.
public struct LineLogHandler: LogHandler {
  /// The fields that every line contains.
  public var metadata: Logger.Metadata = [:]
  /// The provider of additional fields for every line.
  public var metadataProvider: Logger.MetadataProvider?
  /// The minimum level of events that are written.
  public var logLevel: Logger.Level = .notice

  private let format: LogFormat
  private let isJournal: Bool
  private let microseconds: @Sendable () -> Int64
  private let write: @Sendable ([UInt8]) -> Void

  /// Returns a handler that writes to standard error.
  ///
  /// - Parameters:
  ///   - format: The format of the lines.
  ///   - isJournal: Whether the system's journal reads the lines; it adds the time, and expects the level as
  ///     a prefix such as `<5>`.
  /// - Returns: A handler that writes notices and higher levels.
  public static func standardError(format: LogFormat, isJournal: Bool) -> LineLogHandler {
    LineLogHandler(format: format, isJournal: isJournal, microseconds: { WallClock.microseconds }) { bytes in
      // Each line is written by a single call, so that lines from several threads do not mix. A partial write
      // is not retried, so that a slow reader does not block the program again.
      _ = writeToStandardError(bytes)
    }
  }

  init(
    format: LogFormat, isJournal: Bool, microseconds: @escaping @Sendable () -> Int64,
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.format = format
    self.isJournal = isJournal
    self.microseconds = microseconds
    self.write = write
  }

  /// The value of a field that every line contains.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes an event as one line.
  public func log(event: LogEvent) {
    var fields = metadata
    for more in [metadataProvider?.get(), event.metadata] {
      if let more { fields.merge(more) { $1 } }
    }
    if let error = event.error { fields["error"] = "\(error)" }
    let sorted = fields.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
    var line = isJournal ? "<\(event.level.priority)>" : ""
    switch format {
    case .text:
      if !isJournal { line += LogTime.text(microseconds: microseconds()) + " " }
      line += "\(event.level): " + LogText.plain("\(event.message)")
      for (name, value) in sorted { line += " \(LogText.plain(name))=\(LogText.value(value))" }
    case .json:
      let members = sorted.map { "\(LogText.json($0)):\(LogText.json($1))" }.joined(separator: ",")
      line += "{\"time\":\"\(LogTime.text(microseconds: microseconds()))\",\"level\":\"\(event.level)\""
      line += ",\"message\":\(LogText.json("\(event.message)")),\"fields\":{\(members)}}"
    }
    write(Array((line + "\n").utf8))
  }
}

private func writeToStandardError(_ bytes: [UInt8]) -> Int { write(STDERR_FILENO, bytes, bytes.count) }

extension Logger.Level {
  /// The level as a syslog severity (RFC 5424, 6.2.1).
  var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

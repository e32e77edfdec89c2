import Foundation
import WaveSystem
import WaveUnits

/// The sensor recordings in a folder, newest first.
struct FolderListing: Sendable {
  /// An entry in the list, for one recording.
  struct Entry: Equatable, Sendable {
    /// The name of the file in the folder.
    var name: String
    /// The displayed text: the name, the length, and the number of streams with their rates.
    ///
    /// If the recording cannot be opened, only the name is displayed.
    var text: String
  }

  /// The maximum number of recordings in the list.
  static let limit = 63
  /// The maximum size in bytes of a table that is read completely to determine its length.
  private static let tableBytes = 64 << 20

  /// The result of examining a file in the folder.
  private enum Finding: Sendable {
    /// The file is not a sensor recording, or is a secondary file, such as the signal file of a WFDB record.
    case other
    /// A sensor recording. The text is nil until the recording is listed.
    case recording(text: String?)
  }

  let path: String
  private(set) var entries: [Entry] = []
  /// The number of recordings that were left out because the list is full.
  private(set) var leftOutCount = 0
  private var known: [String: (stamp: FileStamp, finding: Finding)] = [:]

  init(path: String) { self.path = path }

  /// Updates the list.
  ///
  /// Files that have not changed are not reopened.
  mutating func refresh() {
    var files = FolderFiles.list(path: path)
    files.sort { ($0.stamp.modifiedNanoseconds, $1.name) > ($1.stamp.modifiedNanoseconds, $0.name) }
    var next: [String: (stamp: FileStamp, finding: Finding)] = [:]
    var listed: [Entry] = []
    leftOutCount = 0
    for file in files {
      let before = known[file.name].flatMap { $0.stamp == file.stamp ? $0.finding : nil }
      var finding = before ?? (Self.isRecording(file.name, in: path) ? .recording(text: nil) : .other)
      if case .recording(let text) = finding {
        if listed.count < Self.limit {
          let text = text ?? describe(file.name, file.stamp.byteCount)
          finding = .recording(text: text)
          listed.append(Entry(name: file.name, text: text))
        } else {
          leftOutCount += 1
        }
      }
      next[file.name] = (file.stamp, finding)
    }
    known = next
    entries = listed
  }

  /// Returns whether a file is a sensor recording.
  ///
  /// For a WFDB record, only the header counts.
  ///
  /// A file with a table's extension counts only if its times are in seconds or fractions of a second.
  static func isRecording(_ name: String, in folder: String) -> Bool {
    guard ![".dat", ".atr", ".xws"].contains(where: { name.hasSuffix($0) }) else { return false }
    let path = folder + "/" + name
    let isTable = [".csv", ".tsv"].contains { name.lowercased().hasSuffix($0) }
    return isTable ? SignalFile.isTimed(path: path) : SignalFile.isRecording(path: path)
  }

  /// Returns the text that describes a recording.
  private func describe(_ name: String, _ byteCount: Int) -> String {
    let isTable = [".csv", ".tsv", ".txt"].contains { name.lowercased().hasSuffix($0) }
    guard !isTable || byteCount <= Self.tableBytes, let file = try? SignalFile(path: path + "/" + name) else {
      return name
    }
    guard !file.hasAnnotationsAlone else { return "\(name) · annotations only" }
    let groups = file.groups.filter { $0.sampleCount > 0 }
    let streams = groups.map { "\($0.channels.count) × \(Self.number($0.rateHertz)) Hz" }
    return ([name, Self.length(file.durationSeconds)] + streams.prefix(3)).joined(separator: " · ")
      + (streams.count > 3 ? " …" : "")
  }

  static func length(_ seconds: Double) -> String {
    let whole = Int(saturating: min(1e9, max(0, seconds.isFinite ? seconds.rounded() : 0)))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? "\(Int(saturating: value))" : "\((value * 100).rounded() / 100)"
  }
}

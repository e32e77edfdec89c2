import Foundation
import TestSupport
import WaveBiosignals
import WaveStreams
import WaveSystem

@testable import WaveSensorSources

/// What a recording says and has, in lines for a golden text.
enum RecordingText {
  /// Describes a recording, with its size where no random identifier changes it.
  static func lines(_ file: SignalFile, sizes: Bool = true) throws -> [String] {
    let start = file.startMicroseconds.map { "\($0)" } ?? "unknown"
    var lines = [
      "\(file.kind.rawValue)\(sizes ? ", \(file.byteCount) bytes" : ""), start \(start), "
        + "\(file.durationSeconds) s, annotations alone: \(file.hasAnnotationsAlone)"
    ]
    for (number, group) in file.groups.enumerated() {
      lines.append(
        "group \(number) '\(group.label)': \(group.rateHertz) Hz, \(group.sampleCount) from "
          + "\(group.startSeconds) s, first number \(group.firstSequence), times \(group.times.pieces.count)")
      for channel in group.channels {
        let scale = channel.scale.map { "step \($0.step), offset \($0.offset), \($0.low) to \($0.high)" }
        lines.append(
          "  '\(channel.label)' [\(channel.unit)] \(scale ?? "no scale")"
            + " '\(channel.transducer)' '\(channel.prefilter)'")
      }
      let stretches = try file.stretches(group: number).map { "\($0.lowerBound)..<\($0.upperBound)" }
      lines.append("  there: \(stretches.joined(separator: " "))")
      if group.sampleCount <= 100_000 {
        lines.append(
          "  values: \(digest(try file.read(group: number, from: 0, count: Int(group.sampleCount))))")
      }
    }
    for note in file.annotations.prefix(12) {
      let place = note.channel.map { " at group \($0.group), channel \($0.channel.map { "\($0)" } ?? "all")" }
      lines.append(
        "note \(note.seconds) s\(note.durationSeconds.map { " for \($0) s" } ?? "")"
          + " '\(note.text)'\(place ?? "")"
      )
    }
    if file.annotations.count > 12 { lines.append("notes in all: \(file.annotations.count)") }
    return lines + file.remarks.map { "remark: \($0)" } + file.warnings.map { "warning: \($0)" }
  }

  /// What becomes of a recording in another format, whose files are made in a folder.
  static func lines(converting file: SignalFile, to ending: String, in folder: String, _ name: String) throws
    -> [String]
  {
    let path = "\(folder)/\(name).\(ending)"
    do throws(SignalConversion.Failure) {
      let report = try SignalConversion.convert(file, to: path)
      var lines = ["to \(ending): \(report.paths.count) files"]
      lines += report.notes.map { "  \($0)" }
      for path in report.paths { lines.append("  " + Self.written(path)) }
      return lines
    } catch {
      switch error {
      case .source(let error): return ["to \(ending): source, \(plain("\(error)", folder))"]
      case .refused(let error): return ["to \(ending): refused, \(plain("\(error)", folder))"]
      case .output(let error): return ["to \(ending): output, \(plain("\(error)", folder))"]
      case .cancelled: return ["to \(ending): cancelled"]
      }
    }
  }

  /// The size and a digest of a file, or what is in it, if it has random identifiers.
  private static func written(_ path: String) -> String {
    let ending = path.suffix(9)
    guard !path.hasSuffix(".dcm") else {
      let lines = (try? lines(SignalFile(path: path), sizes: false)) ?? ["cannot be read"]
      return "\(ending): \(lines.joined(separator: "; "))"
    }
    let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    var digest = GoldenDigest()
    digest.add(bytes)
    return "\(ending): \(bytes.count) bytes, \(digest.text)"
  }

  /// A text without the folder in which a test happens to run.
  static func plain(_ text: String, _ folder: String) -> String {
    text.replacingOccurrences(of: folder + "/", with: "")
  }

  /// A digest of values, in which all missing ones are the same.
  static func digest(_ values: [[Double]]) -> String {
    var digest = GoldenDigest()
    for channel in values {
      digest.add(channel.count)
      for value in channel { digest.add(Int(truncatingIfNeeded: value.isNaN ? 1 : value.bitPattern)) }
    }
    return digest.text
  }
}

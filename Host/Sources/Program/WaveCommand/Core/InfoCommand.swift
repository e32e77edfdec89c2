import ArgumentParser
import WaveReceivers
import WaveSensorSources
import WaveSystem

/// `waveglass info`: describes a recording.
struct InfoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Describe a recording: band or channels, length, gaps.",
    discussion: """
      For a sensor recording (WFDB, EDF, BDF, DICOM, CSV), lists the channels, the annotations, and \
      deviations from the file format.

      EXAMPLES
        waveglass info recording.csv.gz
        waveglass info 100.hea
        waveglass info band.cu8 --rate 2.4M --frequency 99.5M --json
      """)

  @Argument(help: ArgumentHelp("A recording.", valueName: "file"))
  var file: String

  @OptionGroup var samples: SampleOptions

  @Flag(inversion: .prefixedNo, help: "Verify the SHA-512 checksum that a file includes.")
  var verify = true

  @OptionGroup var form: OutputOptions

  func perform() throws(CommandFailure) {
    guard !SignalFile.isRecording(path: file) else { return try reportSignals() }
    var settings = samples.settings
    settings.verifies = verify
    let analysis = try ReceiverError.asFailure(ofFile: file, FileAnalysis(path: file, settings: settings))
    try form.write(analysis, lines: Self.lines(analysis))
  }

  /// Writes a description of a sensor recording.
  private func reportSignals() throws(CommandFailure) {
    let analysis = try SensorSourceError.asFailure(
      ofFile: file, SignalAnalysis(path: file, rateHertz: samples.rate?.value, verifies: verify))
    try form.write(analysis, lines: Self.lines(analysis))
  }

  static func lines(_ analysis: SignalAnalysis) -> [String] {
    var rows: [(String, String?)] = [
      ("file", analysis.path), ("kind", analysis.kind), ("size", "\(analysis.byteCount) bytes"),
      ("length", analysis.groups.isEmpty ? nil : "\(Output.number(analysis.durationSeconds, 3)) s"),
      ("from", analysis.firstTime.map { "\($0) \(analysis.isUTC ? "UTC" : "(zone unknown)")" }),
    ]
    for group in analysis.groups {
      let label = group.label.map { "\($0): " } ?? ""
      let start = group.startSeconds == 0 ? "" : ", from \(Output.number(group.startSeconds, 3)) s on"
      rows.append(
        ("group", "\(label)\(Output.number(group.rateHertz, 6)) Hz, \(group.sampleCount) samples\(start)"))
      for channel in group.channels {
        let step = channel.step.map { ", \(abs($0)) \(channel.unit) a step" } ?? ""
        rows.append(("channel", channel.label + (channel.unit.isEmpty ? "" : " in \(channel.unit)") + step))
      }
    }
    if analysis.groups.isEmpty { rows.append(("signals", "none")) }
    if analysis.annotationCount > 0 { rows.append(("annotations", "\(analysis.annotationCount)")) }
    if analysis.groups.isEmpty {
      let shown = analysis.annotations.prefix(100)
      rows += shown.map { note in
        let length = note.durationSeconds.map { " for \(Output.number($0, 3)) s" } ?? ""
        return ("at", "\(Output.number(note.seconds, 3)) s\(length): \(note.text)")
      }
      if analysis.annotationCount > shown.count {
        rows.append(("", "and \(analysis.annotationCount - shown.count) more"))
      }
    }
    rows.append(("checksums", analysis.checksums))
    rows += analysis.remarks.map { ("remark", $0) }
    rows += analysis.warnings.map { ("odd", $0) }
    return Output.table(rows).map { String($0.map { $0.isNewline ? " " : $0 }) }
  }

  /// Formats a frequency with its origin, or returns `unknown` if there is no frequency.
  private static func source(
    of hertz: Double?, _ fact: SampleFact?, unknown: String, option: String
  ) -> String {
    let origin =
      switch fact {
      case .given: ", as given by \(option)"
      case .name: ", from the file's name; \(option) sets another"
      case .file: ""
      case nil: ""
      }
    return hertz.map { Output.frequency($0) + origin } ?? unknown
  }

  /// Returns the frequency band in hertz, or relative to the sample rate if the sample rate is unknown.
  private static func band(_ analysis: FileAnalysis) -> String? {
    if let low = analysis.lowHertz, let high = analysis.highHertz {
      let isFromCenter = analysis.sampleCount != nil && analysis.centerHertz == nil && low < 0
      return "\(Output.frequency(low)) to \(Output.frequency(high))"
        + (isFromCenter ? " from the centre" : "")
    }
    guard let low = analysis.lowOfRate, let high = analysis.highOfRate else { return nil }
    return "\(Output.number(low, 6)) to \(Output.number(high, 6)) of the rate"
      + (low < 0 ? " from the centre" : "")
  }

  static func lines(_ analysis: FileAnalysis) -> [String] {
    let isSamples = analysis.sampleCount != nil
    let zone = analysis.sampleCount == nil ? "(zone unknown)" : "UTC"
    return Output.table([
      ("file", analysis.path),
      ("kind", analysis.kind + (analysis.compression.map { " in \($0)" } ?? "")),
      ("size", "\(analysis.byteCount) bytes"),
      ("band", band(analysis)),
      ("length", analysis.durationSeconds.map { "\(Output.number($0, 3)) s" } ?? "unknown without the rate"),
      ("from", analysis.firstTime.map { "\($0) \(zone)" }),
      ("to", analysis.lastTime.map { "\($0) \(zone)" }),
      ("sweeps", analysis.sweepCount.map { "\($0)" }),
      ("each", analysis.sweepSeconds.map { "\(Output.number($0, 3)) s" }),
      ("bins", analysis.binCount.map { "\($0)" }),
      ("bin width", analysis.stepHertz.map(Output.frequency)),
      ("hops", analysis.hopCount.map { "\($0)" }),
      ("missing", analysis.missingSweeps.map { "\($0) sweeps" }),
      ("incomplete", analysis.incompleteSweeps.map { "\($0) sweeps" }),
      ("no numbers", analysis.nonFiniteValues.map { "\($0) levels" }),
      ("samples", analysis.sampleCount.map { "\($0)" }),
      ("encoding", analysis.encoding),
      (
        "rate",
        isSamples
          ? source(
            of: analysis.rateHertz, analysis.rateFrom, unknown: "unknown; give --rate, such as --rate 2.4M",
            option: "--rate") : nil
      ),
      (
        "frequency",
        isSamples
          ? source(
            of: analysis.centerHertz, analysis.centerFrom,
            unknown: "unknown; give --frequency, such as --frequency 99.5M", option: "--frequency") : nil
      ),
      ("channels", analysis.channelCount.map { "\($0), of which number \(analysis.channel ?? 0) is shown" }),
      ("captures", analysis.captureCount.map { "\($0)" }),
      (
        "at",
        analysis.centersHertz.map { centers in
          let shown = centers.prefix(8).map(Output.frequency).joined(separator: ", ")
          return centers.count > 8 ? "\(shown) and \(centers.count - 8) more" : shown
        }
      ),
      ("gaps", analysis.gapSeconds.map { "\(Output.number($0, 3)) s" }),
      ("annotations", analysis.annotationCount.map { "\($0)" }),
      ("SHA-512", analysis.checksum),
      ("note", analysis.warning),
    ])
  }
}

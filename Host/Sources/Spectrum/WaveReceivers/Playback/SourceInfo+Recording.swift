import WaveRadioFormats
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveSystem
import WaveUnits
import WaveWire

/// The description of a recording as a source, before any part of it has been played.
extension SourceInfo {
  /// Describes a log of sweeps.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - name: The name of the file.
  ///   - offset: The offset, in decibels, that calibrates levels to dBm; nil for uncalibrated levels.
  ///   - rowSeconds: The typical duration of a sweep.
  init(_ log: RecordedLog, name: String, offset: Double?, rowSeconds: Double) {
    let histogram = log.histogram()
    let range = LevelRange.around(
      floor: LevelRange.quantile(0.5, of: histogram) + (offset ?? 0),
      most: LevelRange.quantile(0.9999, of: histogram) + (offset ?? 0))
    self.init(
      flags: [.recording, .zoneUnknown], unit: offset == nil ? .relative : .milliwatt,
      lowHertz: log.axis.lowHertz, highHertz: log.axis.highHertz, stepHertz: Self.stepHertz(of: log.axis),
      rbwHertz: log.axis.stepHertz, enbwHertz: log.axis.stepHertz, rowSeconds: rowSeconds,
      durationSeconds: Double(log.timing.totalMicroseconds) / 1e6,
      startMicroseconds: log.timing.starts.first ?? 0, levelLow: range.low, levelHigh: range.high,
      name: name.utf8(limit: WireLimits.text),
      detail: Array("\(log.kind), \(log.sweeps.count) sweeps, \(rowSeconds.plainText) s each".utf8))
  }

  /// Describes a file of samples, without the details that depend on the transform.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - survey: A survey of the file's samples.
  ///   - name: The name of the file.
  ///   - durationSeconds: The recorded time from the first sample to the last one.
  init(_ file: SampleFile, _ survey: SampleSurvey, name: String, durationSeconds: Double) {
    let offset = file.settings.offsetDecibels
    let gain = Float(offset ?? 0)
    let range = LevelRange.around(
      floor: FileMeasurement.level(survey.noiseFloor), most: FileMeasurement.level(survey.strongest))
    let axis = survey.row.axis
    // Captures far apart in frequency are shown one at a time, others in a single band.
    let band = file.isWide ? axis.lowHertz...axis.highHertz : file.union(axis)
    var flags: SourceFlags = file.layout.isUniversalTime ? .recording : [.recording, .zoneUnknown]
    if file.rateFact == nil { flags.insert(.rateUnknown) }
    self.init(
      flags: flags, unit: offset == nil ? .fullScale : .milliwatt, lowHertz: band.lowerBound,
      highHertz: band.upperBound, stepHertz: Self.stepHertz(of: axis), rbwHertz: survey.rbwHertz,
      enbwHertz: survey.row.enbwHertz, rowSeconds: 1 / Playback.rowsPerSecond,
      durationSeconds: durationSeconds,
      startMicroseconds: file.layout.segments.first?.startMicroseconds ?? 0,
      levelLow: range.low + gain, levelHigh: range.high + gain, name: name.utf8(limit: WireLimits.text),
      detail: [])
  }

  /// Returns the bin spacing, raised to the minimum step that clients accept.
  static func stepHertz(of axis: BinAxis) -> Double { max(WireLimits.stepHertz, axis.stepHertz) }
}

extension RecordedLog {
  /// The notices to show when playback starts.
  var notices: [Notice] {
    var notices: [Notice] = []
    if let warning { notices.append(Notice(severity: .warning, text: warning)) }
    let missing = timing.missingSweeps
    if missing > 0 {
      let text =
        "\(missing) of \(missing + sweeps.count) sweeps are missing in the log; they are drawn as gaps"
      notices.append(Notice(severity: .information, text: text))
    }
    return notices
  }
}

extension SampleFile {
  /// Returns the notices to show when playback starts.
  func notices(_ survey: SampleSurvey) -> [Notice] {
    var notices: [Notice] = []
    if let warning = warning(invalidCount: survey.invalidCount) {
      notices.append(Notice(severity: .warning, text: warning))
    }
    if isWide {
      let text =
        "Captures are at \(centersHertz.count) frequencies, far apart. Each band is shown while its capture "
        + "plays"
      notices.append(Notice(severity: .information, text: text))
    }
    return notices
  }

  /// Returns a short text that describes the samples and their transform.
  func detail(_ configuration: AnalyzerConfiguration) -> String {
    let speed = rateFact == nil ? "an unknown rate" : "\((settings.rateHertz / 1e6).plainText) MS/s"
    var words = "\(format) at \(speed), \(configuration.window.name) \(configuration.fftCount)"
    if layout.kind != "IQ samples" { words = "\(layout.kind), \(words)" }
    if layout.channelCount > 1 { words += ", channel \(settings.channel) of \(layout.channelCount)" }
    return words
  }

  /// Whether captures are so far apart that a single band for all would be mostly empty.
  var isWide: Bool { band.upperBound - band.lowerBound > 8 * settings.rateHertz }

  /// Returns the band that contains all captures, extended to whole bins.
  fileprivate func union(_ axis: BinAxis) -> ClosedRange<Double> {
    let shift = axis.lowHertz - band(centerHertz: shownMainCenterHertz).lowerBound
    return (band.lowerBound + shift)...max(axis.highHertz, band.upperBound + shift)
  }
}

extension Double {
  /// The number as text, without unnecessary decimals.
  var plainText: String { plainText(decimals: 3) }

  /// Returns the number as text with at most `decimals` decimals, without unnecessary ones.
  func plainText(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(saturating: rounded))" : "\(rounded)"
  }
}

import Foundation
import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveUnits

/// Measures the noise floor, band power and peaks of recordings.
public enum MeasureFile {
  /// The maximum number of reported peaks.
  public static let peakLimit = 20

  /// Measures a whole recording: noise floor, band power and peaks.
  ///
  /// The spectra of samples overlap so that every sample has the same weight. All settings except the offset
  /// apply to samples only; for a log they are fixed.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - settings: Properties of raw samples that the file does not specify, such as the rate.
  /// - Returns: The measurement.
  /// - Throws: `ReceiverError` for files that cannot be read, and for settings out of range.
  public static func measure(
    path: String, settings: SampleSettings = SampleSettings()
  ) throws(ReceiverError) -> FileMeasurement {
    switch try OpenedRecording(path: path, settings: settings) {
    case .log(let log, _): measure(log, offset: settings.offsetDecibels)
    case .samples(let file): try measure(file)
    }
  }

  private static func measure(_ file: SampleFile) throws(ReceiverError) -> FileMeasurement {
    let survey = try SampleSurvey(of: file)
    let offset = file.settings.offsetDecibels
    let configuration = file.configuration(overlap: file.settings.window.evenOverlap)
    let tones = TonePeak(function: configuration.window, count: configuration.windowCount)
    var measurement = measure(
      survey.row, averages: survey.transformCount, offset: offset,
      separationBins: Double(max(1, configuration.window.terms.count - 1))
    ) { peak in
      let axis = survey.row.axis
      let bin = Int(saturating: ((peak.frequencyHertz - axis.firstHertz) / axis.stepHertz).rounded())
      let near = max(0, bin - 1)...min(axis.count - 1, bin + 1)
      guard let top = near.max(by: { survey.row.mean[$0] < survey.row.mean[$1] }),
        let tone = tones.tone(in: survey.row.mean, at: top, background: survey.noiseFloor)
      else { return (peak, partOfBin: 5) }
      let hertz = axis.firstHertz + (Double(top) + tone.offset) * axis.stepHertz
      return (Peak(frequencyHertz: hertz, power: tone.power), partOfBin: 50)
    }
    measurement.unit = "\((offset == nil ? LevelUnit.fullScale : .milliwatt).name)"
    measurement.rbwHertz = survey.rbwHertz
    measurement.bandPower = FileMeasurement.level(survey.power, offset)
    measurement.fftCount = configuration.fftCount
    measurement.window = "\(configuration.window.name)"
    measurement.rateFrom = file.rateFact
    measurement.centerFrom = file.centerFact
    if file.rateFact == nil {
      measurement.measureInParts(of: file.settings.rateHertz)
    } else {
      measurement.rateHertz = file.settings.rateHertz
    }
    measurement.clippedShare = survey.clippedShare
    measurement.dcOffset = FileMeasurement.Offset(
      i: survey.meanI, q: survey.meanQ, level: FileMeasurement.level(survey.constantPower, offset))
    measurement.imageLevel = FileMeasurement.level(survey.imagePowerRatio, nil)
    let notes = [file.warning(invalidCount: survey.invalidCount), leftOut(of: file)].compactMap { $0 }
    measurement.warning = notes.isEmpty ? nil : notes.joined(separator: "; ")
    return measurement
  }

  /// Returns a warning that captures at other frequencies are not measured; nil if all captures are measured.
  private static func leftOut(of file: SampleFile) -> String? {
    let count = file.centersHertz.count
    guard count > 1 else { return nil }
    let measured = file.mainRanges.reduce(0) { $0 + $1.count }
    let center = String(
      decoding: FrequencyText.bytes(hertz: file.mainCenterHertz, stepHertz: 1), as: UTF8.self)
    return "captures are at \(count) frequencies; only the \(measured) of \(file.sampleCount) samples at "
      + "\(center) are measured, --capture selects others"
  }

  private static func measure(_ log: RecordedLog, offset: Double?) -> FileMeasurement {
    let mean = log.meanPowers()
    let row = PowerRow(axis: log.axis, enbwHertz: log.axis.stepHertz, max: mean, mean: mean, min: mean)
    // A hop of one bin leaks into no other hop, and does not show where in the bin a signal lies.
    // hackrf_sweep uses a Hann window, which leaves nothing two bins away. The window of rtl_power is
    // unknown: all except flat-top and Blackman-Harris have a main lobe of at most two bins to each side.
    let isSingle = log.axis.count <= log.hopCount
    var measurement = measure(
      row, averages: log.sweeps.count, offset: offset,
      separationBins: isSingle || log.kind.hasPrefix("hackrf_sweep") ? 1 : 2
    ) { peak in
      guard isSingle else { return (peak, partOfBin: 5) }
      let bin = ((peak.frequencyHertz - log.axis.firstHertz) / log.axis.stepHertz).rounded()
      let hertz = log.axis.firstHertz + bin * log.axis.stepHertz
      return (Peak(frequencyHertz: hertz, power: peak.power), partOfBin: 2)
    }
    measurement.unit = "\((offset == nil ? LevelUnit.relative : .milliwatt).name)"
    measurement.warning = log.warning
    return measurement
  }

  /// Rounds a frequency to a multiple of the largest power of ten that is at most the bin spacing divided by
  /// `partOfBin`.
  static func rounded(_ hertz: Double, stepHertz: Double, partOfBin: Double) -> Double {
    let digits = Foundation.log10(stepHertz / partOfBin).rounded(.down)
    guard digits.isFinite, abs(digits) < 12 else { return hertz }
    let scale = Foundation.pow(10, abs(digits))
    return digits < 0 ? (hertz * scale).rounded() / scale : (hertz / scale).rounded() * scale
  }

  /// Measures a row of mean powers.
  ///
  /// - Parameters:
  ///   - row: The row of mean powers.
  ///   - averages: The number of averaged spectra.
  ///   - offset: The offset to add in decibels.
  ///   - separationBins: The number of bins over which the window's leakage spreads a tone; a maximum closer
  ///     than this to a higher one is not a peak.
  ///   - corrected: Returns a peak's corrected frequency and power, and the fraction of a bin to which its
  ///     frequency is accurate.
  /// - Returns: The measurement; the unit and the values that apply only to samples must still be set.
  private static func measure(
    _ row: PowerRow, averages: Int, offset: Double?, separationBins: Double,
    _ corrected: (Peak) -> (Peak, partOfBin: Double)
  ) -> FileMeasurement {
    let axis = row.axis
    let floor = NoiseFloor.mean(of: row.mean)
    let strongest = row.mean.reduce(0) { $1 > $0 ? $1 : $0 }
    // The threshold is 10 dB above the noise, and above the window's sidelobes of the strongest signal.
    let threshold = Swift.max(10 * floor, Double(strongest) * 1e-8)
    var peaks = Peak.strongest(
      peakLimit, in: row.mean, of: axis, above: threshold, separationHertz: separationBins * axis.stepHertz
    ).map { peak in
      var (peak, part) = corrected(peak)
      peak.frequencyHertz = rounded(peak.frequencyHertz, stepHertz: axis.stepHertz, partOfBin: part)
      return peak
    }
    peaks.sort { $0.power > $1.power }
    return FileMeasurement(
      unit: "", rbwHertz: axis.stepHertz, enbwHertz: row.enbwHertz, stepHertz: axis.stepHertz,
      lowHertz: axis.lowHertz, highHertz: axis.highHertz, noiseFloor: FileMeasurement.level(floor, offset),
      noiseDensity: FileMeasurement.level(floor / row.enbwHertz, offset),
      bandPower: FileMeasurement.level(
        bandPower(of: row, lowHertz: axis.lowHertz, highHertz: axis.highHertz), offset),
      peaks: peaks.compactMap { peak in
        FileMeasurement.level(peak.power, offset).map {
          FileMeasurement.Peak(frequencyHertz: peak.frequencyHertz, level: $0)
        }
      }, averages: averages)
  }
}

import WaveFiles
import WaveSignal
import WaveUnits
import WaveWire

/// Measures recordings.
public enum MeasureFile {
  /// Peaks told at most.
  public static let peakLimit = 20

  /// Measures a whole recording: noise, band power, peaks.
  ///
  /// Spectra of samples are overlapped so that every sample counts alike. All settings but the offset are for samples;
  /// a log has its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: What a file of samples does not say of itself.
  /// - Returns: The measurement.
  /// - Throws: `DeviceError` for files that cannot be read, and for settings out of range.
  public static func measure(
    path: String, settings: SampleSettings = SampleSettings()
  ) throws(DeviceError) -> FileMeasurement {
    switch try OpenedRecording(path: path, settings: settings) {
    case .log(let log, _): measure(log, offset: settings.offsetDecibels)
    case .samples(let file): try measure(file)
    }
  }

  private static func measure(_ file: SampleFile) throws(DeviceError) -> FileMeasurement {
    let survey = try SampleSurvey(of: file)
    let offset = file.settings.offsetDecibels
    let configuration = file.configuration(overlap: file.settings.window.evenOverlap)
    let tones = TonePeak(function: configuration.window, count: configuration.windowCount)
    var measurement = measure(survey.row, averages: survey.transformCount, offset: offset) { peak in
      let axis = survey.row.axis
      let bin = Int(saturating: ((peak.frequencyHertz - axis.firstHertz) / axis.stepHertz).rounded())
      let near = max(0, bin - 1)...min(axis.count - 1, bin + 1)
      guard let top = near.max(by: { survey.row.mean[$0] < survey.row.mean[$1] }),
        let tone = tones.tone(in: survey.row.mean, at: top, background: survey.noiseFloor)
      else { return peak }
      return Peak(
        frequencyHertz: axis.firstHertz + (Double(top) + tone.offset) * axis.stepHertz, power: tone.power)
    }
    let constant = survey.meanI * survey.meanI + survey.meanQ * survey.meanQ
    measurement.unit = "\((offset == nil ? LevelUnit.fullScale : .milliwatt).name)"
    measurement.rbwHertz = survey.rbwHertz
    measurement.bandPower = FileMeasurement.level(survey.power, offset)
    measurement.fftCount = configuration.fftCount
    measurement.window = "\(configuration.window.name)"
    measurement.rateHertz = file.settings.rateHertz
    measurement.clippedShare = survey.clippedShare
    measurement.dcOffset = FileMeasurement.Offset(
      i: survey.meanI, q: survey.meanQ, level: FileMeasurement.level(constant, offset))
    measurement.imageLevel = FileMeasurement.level(survey.imagePowerRatio, nil)
    measurement.warning = file.warning(invalidCount: survey.invalidCount)
    return measurement
  }

  private static func measure(_ log: RecordedLog, offset: Double?) -> FileMeasurement {
    let mean = log.meanPowers()
    let row = PowerRow(
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 1, axis: log.axis,
      enbwHertz: log.axis.stepHertz, max: mean, mean: mean, min: mean)
    var measurement = measure(row, averages: log.sweeps.count, offset: offset) { $0 }
    measurement.unit = "\((offset == nil ? LevelUnit.relative : .milliwatt).name)"
    measurement.warning = log.warning
    return measurement
  }

  private static func measure(
    _ row: PowerRow, averages: Int, offset: Double?, _ corrected: (Peak) -> Peak
  ) -> FileMeasurement {
    let axis = row.axis
    let floor = NoiseFloor.mean(of: row.mean)
    let strongest = row.mean.reduce(0) { $1 > $0 ? $1 : $0 }
    // Above the noise by 10 dB, and above what a window's own sidelobes leave of the strongest.
    let threshold = Swift.max(10 * floor, Double(strongest) * 1e-8)
    var peaks = Peak.strongest(
      peakLimit, in: row.mean, of: axis, above: threshold, separationHertz: 5 * axis.stepHertz
    ).map(corrected)
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

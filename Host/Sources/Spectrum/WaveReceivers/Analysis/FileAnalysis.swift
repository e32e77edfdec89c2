import WaveSystem
import WaveRadioFormats
import WaveSpectra
import WaveUnits

/// The output of `waveglass info`: the properties of a recording that can be determined without measuring it.
public struct FileAnalysis: Encodable, Equatable, Sendable {
  /// The path as given by the user.
  public var path: String
  /// The type of file, such as "rtl_power log", "IQ samples" or "SigMF recording".
  public var kind: String
  /// The compression format, "gzip"; nil if the content is not compressed.
  public var compression: String?
  /// The length of the file in bytes.
  public var byteCount: Int
  /// The length of the recording in seconds; nil for samples with an unknown rate.
  public var durationSeconds: Double?
  /// The lower edge of the band in hertz; nil if the rate is unknown.
  public var lowHertz: Double?
  /// The upper edge of the band in hertz; nil if the rate is unknown.
  public var highHertz: Double?
  /// The lower edge of the band relative to the centre, as a fraction of the sample rate, for samples with an
  /// unknown rate.
  public var lowOfRate: Double?
  /// The upper edge of the band relative to the centre, as a fraction of the sample rate, for samples with an
  /// unknown rate.
  public var highOfRate: Double?

  /// The number of sweeps in a log.
  public var sweepCount: Int?
  /// The number of bins in one sweep of a log, summed over all hops.
  public var binCount: Int?
  /// The bin spacing of a log in hertz.
  public var stepHertz: Double?
  /// The number of lines in a complete sweep of a log.
  public var hopCount: Int?
  /// The number of levels in a log line, excluding a repeated last level.
  public var levelsPerHop: Int?
  /// The typical interval between a log's sweeps in seconds.
  public var sweepSeconds: Double?
  /// The number of sweeps missing from a log, estimated from the times of the recorded sweeps.
  public var missingSweeps: Int?
  /// The number of sweeps in a log that lack hops or levels.
  public var incompleteSweeps: Int?
  /// The number of levels in a log that are not finite numbers.
  public var nonFiniteValues: Int?
  /// The time of the first sweep or sample.
  ///
  /// Its time zone is unknown for logs and UTC for samples.
  public var firstTime: String?
  /// The time of the last sweep or of the end of the samples, in the same time zone as `firstTime`.
  public var lastTime: String?

  /// The number of samples in a file of samples.
  public var sampleCount: Int?
  /// The encoding of samples, such as "cu8".
  public var encoding: String?
  /// The sample rate in hertz; nil for logs, or if the rate is unknown.
  public var rateHertz: Double?
  /// The origin of the sample rate: the user, the file or its name.
  public var rateFrom: SampleFact?
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz; nil if it is unknown.
  ///
  /// If captures have different frequencies, this is the frequency of most samples. If this frequency is
  /// unknown, all other frequencies of IQ samples are relative to the centre.
  public var centerHertz: Double?
  /// The origin of the centre frequency: the user, the file or its name.
  public var centerFrom: SampleFact?
  /// The number of interleaved channels in a file of samples; nil if there is only one.
  public var channelCount: Int?
  /// The index of the channel that was read; nil if there is only one.
  public var channel: Int?
  /// The number of separate captures in a file of samples; nil if there is only one.
  public var captureCount: Int?
  /// The centre frequencies of the captures in order; nil if all captures have the same one.
  public var centersHertz: [Double]?
  /// The total length of the gaps between captures in seconds; nil if there are none.
  public var gapSeconds: Double?
  /// The number of annotations in the file; nil if there are none.
  public var annotationCount: Int?
  /// The result of verifying the file's SHA-512 digest, "matches" or "differs"; nil if it was not verified.
  public var checksum: String?

  /// Errors in the file that did not prevent it from being read.
  public var warning: String?

  /// Analyses the recording at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - settings: Properties of raw samples that the file does not specify, such as the rate.
  /// - Throws: `ReceiverError` for files that cannot be read.
  public init(path: String, settings: SampleSettings = SampleSettings()) throws(ReceiverError) {
    self.path = path
    switch try OpenedRecording(path: path, settings: settings) {
    case .log(let log, let isCompressed):
      kind = log.kind
      compression = isCompressed ? "gzip" : nil
      byteCount = try ReceiverError.filed(ReadOnlyFile(path: path).byteCount)
      durationSeconds = Double(log.timing.totalMicroseconds) / 1e6
      lowHertz = log.axis.lowHertz
      highHertz = log.axis.highHertz
      sweepCount = log.sweeps.count
      binCount = log.axis.count
      stepHertz = log.axis.stepHertz
      hopCount = log.hopCount
      levelsPerHop = log.levelsPerHop > 0 ? log.levelsPerHop : nil
      sweepSeconds = Double(log.timing.typicalMicroseconds) / 1e6
      missingSweeps = log.timing.missingSweeps
      incompleteSweeps = log.isIncomplete.count { $0 }
      nonFiniteValues = log.nonFiniteValues
      if log.isTimed {
        firstTime = log.timing.starts.first.map(DateText.text)
        lastTime = log.timing.starts.last.map(DateText.text)
      }
      warning = log.warning
    case .samples(let file):
      let timeline = SampleTimeline(of: file)
      kind = file.layout.kind
      byteCount = file.file.byteCount
      if file.rateFact == nil {
        let main = file.band(centerHertz: 0)
        lowOfRate = main.lowerBound / file.settings.rateHertz
        highOfRate = main.upperBound / file.settings.rateHertz
      } else {
        durationSeconds = timeline.recordedMicroseconds / 1e6
        lowHertz = file.band.lowerBound
        highHertz = file.band.upperBound
        rateHertz = file.settings.rateHertz
      }
      sampleCount = file.sampleCount
      encoding = "\(file.format)"
      rateFrom = file.rateFact
      centerHertz = file.centerFact.map { _ in file.mainCenterHertz }
      centerFrom = file.centerFact
      if file.layout.channelCount > 1 {
        channelCount = file.layout.channelCount
        channel = file.settings.channel
      }
      if file.layout.segments.count > 1 { captureCount = file.layout.segments.count }
      if file.centersHertz.count > 1 { centersHertz = file.centersHertz }
      let gaps = timeline.parts.reduce(0) { $0 + $1.gap } / 1e6
      if gaps > 0, file.rateFact != nil { gapSeconds = gaps }
      if !file.layout.remarks.isEmpty { annotationCount = file.layout.remarks.count }
      if let start = file.layout.segments.first?.startMicroseconds {
        firstTime = DateText.text(start)
        if file.rateFact != nil {
          lastTime = DateText.text(start.saturatingAdding(Int64(saturating: timeline.recordedMicroseconds)))
        }
      }
      let sum = settings.verifies ? try Checksum.check(file) : nil
      checksum = sum.map { $0 == .matches ? "matches" : "differs" }
      let warnings = [file.warning(invalidCount: 0), sum?.warning].compactMap { $0 }
      warning = warnings.isEmpty ? nil : warnings.joined(separator: "; ")
    }
  }
}

import WaveSystem
import WaveRadioFormats
import WaveSignal
import WaveSpectra
import WaveUnits

/// The output of `waveglass info`: the properties of a recording, without measuring it.
public struct FileAnalysis: Encodable, Equatable, Sendable {
  /// The path as given.
  public var path: String
  /// The kind of file, such as "rtl_power log", "IQ samples" or "SigMF recording".
  public var kind: String
  /// "gzip" if the content is compressed.
  public var compression: String?
  /// Length of the file in bytes.
  public var byteCount: Int
  /// Length of the recording in seconds; nil for samples of an unknown rate.
  public var durationSeconds: Double?
  /// Lower edge of the band in hertz; nil if the rate is unknown.
  public var lowHertz: Double?
  /// Upper edge of the band in hertz; nil if the rate is unknown.
  public var highHertz: Double?
  /// Samples of an unknown rate: lower edge of the band relative to the centre, as a fraction of the rate.
  public var lowOfRate: Double?
  /// Samples of an unknown rate: upper edge of the band relative to the centre, as a fraction of the rate.
  public var highOfRate: Double?

  /// Log: number of sweeps.
  public var sweepCount: Int?
  /// Log: number of bins in a sweep, with hops joined.
  public var binCount: Int?
  /// Log: distance between bins in hertz.
  public var stepHertz: Double?
  /// Log: number of lines in a complete sweep.
  public var hopCount: Int?
  /// Log: number of levels in a line, without a repeated last one.
  public var levelsPerHop: Int?
  /// Log: typical time from sweep to sweep in seconds.
  public var sweepSeconds: Double?
  /// Log: number of missing sweeps, estimated from the times of the others.
  public var missingSweeps: Int?
  /// Log: number of sweeps that lack hops or levels.
  public var incompleteSweeps: Int?
  /// Log: number of levels that are not numbers.
  public var nonFiniteValues: Int?
  /// Time of the first sweep or sample as written; logs have an unknown zone, samples universal time.
  public var firstTime: String?
  /// Time of the last sweep or the end of the samples, likewise.
  public var lastTime: String?

  /// Samples: number of complex samples.
  public var sampleCount: Int?
  /// Samples: encoding of one component, I or Q, such as "cu8".
  public var encoding: String?
  /// Samples: rate in samples a second; nil if unknown.
  public var rateHertz: Double?
  /// Samples: origin of the rate.
  public var rateFrom: SampleFact?
  /// Samples: frequency at zero; if there are several captures, that of most samples.
  ///
  /// Nil if unknown; frequencies of IQ samples are then relative to it.
  public var centerHertz: Double?
  /// Samples: origin of the frequency.
  public var centerFrom: SampleFact?
  /// Samples: number of interleaved channels, if there are several.
  public var channelCount: Int?
  /// Samples: the channel that was read.
  public var channel: Int?
  /// Samples: number of separate captures, if there are several.
  public var captureCount: Int?
  /// Samples: frequencies of the captures in order, if there are several.
  public var centersHertz: [Double]?
  /// Samples: length of the gaps between captures in seconds, if there are any.
  public var gapSeconds: Double?
  /// Samples: number of annotations in the file, if there are any.
  public var annotationCount: Int?
  /// Samples: "matches" or "differs", if the file contains a SHA-512 and it was checked.
  public var checksum: String?

  /// Faults of the file that did not prevent reading it.
  public var warning: String?

  /// Analyses a recording.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: Properties that a file of bare samples does not contain.
  /// - Throws: `ReceiverError` for files that cannot be read.
  public init(path: String, settings: SampleSettings = SampleSettings()) throws(ReceiverError) {
    self.path = path
    switch try OpenedRecording(path: path, settings: settings) {
    case .log(let log, let isCompressed):
      kind = log.kind
      compression = isCompressed ? "gzip" : nil
      byteCount = try Self.byteCount(path)
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

  private static func byteCount(_ path: String) throws(ReceiverError) -> Int {
    do throws(FileError) { return try ReadOnlyFile(path: path).byteCount } catch {
      throw ReceiverError(error)
    }
  }
}

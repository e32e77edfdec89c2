import WaveFiles
import WaveFormats
import WaveSignal

/// What `waveglass info` tells of a recording without measuring it.
public struct FileAnalysis: Encodable, Equatable, Sendable {
  /// Path as given.
  public var path: String
  /// "rtl_power log" or "IQ samples".
  public var kind: String
  /// "gzip" where the content lies behind it.
  public var compression: String?
  /// Length of the file in bytes.
  public var byteCount: Int
  /// Length of the recording in seconds; of samples, at the rate that was given.
  public var durationSeconds: Double
  /// Lower edge of the band in hertz.
  public var lowHertz: Double
  /// Upper edge of the band in hertz.
  public var highHertz: Double

  /// Log: sweeps.
  public var sweepCount: Int?
  /// Log: bins in a sweep, hops stitched.
  public var binCount: Int?
  /// Log: distance between bins in hertz.
  public var stepHertz: Double?
  /// Log: lines in a whole sweep.
  public var hopCount: Int?
  /// Log: levels in a line, a doubled last one not counted.
  public var levelsPerHop: Int?
  /// Log: typical time from sweep to sweep in seconds.
  public var sweepSeconds: Double?
  /// Log: sweeps that should be there by the times of the others.
  public var missingSweeps: Int?
  /// Log: sweeps that lack hops or levels.
  public var incompleteSweeps: Int?
  /// Log: levels that are no numbers.
  public var nonFiniteValues: Int?
  /// Log: time of the first sweep as written, zone unknown.
  public var firstTime: String?
  /// Log: time of the last sweep as written.
  public var lastTime: String?

  /// Samples: complex samples.
  public var sampleCount: Int?
  /// Samples: how one of I and Q is written, such as "cu8".
  public var encoding: String?
  /// Samples: how many in a second, as given.
  public var rateHertz: Double?
  /// Samples: frequency at zero, as given.
  public var centerHertz: Double?

  /// What is wrong with the file but did not prevent reading it.
  public var warning: String?

  /// Looks into a recording.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: What a file of samples does not say of itself.
  /// - Throws: `DeviceError` for files that cannot be read.
  public init(path: String, settings: SampleSettings = SampleSettings()) throws(DeviceError) {
    self.path = path
    switch try Recording(path: path, settings: settings) {
    case .log(let log, let isCompressed):
      kind = "rtl_power log"
      compression = isCompressed ? "gzip" : nil
      byteCount = try Self.byteCount(path)
      durationSeconds = Double(log.timing.totalMicroseconds) / 1e6
      lowHertz = log.axis.lowHertz
      highHertz = log.axis.highHertz
      sweepCount = log.sweeps.count
      binCount = log.axis.count
      stepHertz = log.axis.stepHertz
      hopCount = log.hopCount
      levelsPerHop = log.levelsPerHop
      sweepSeconds = Double(log.timing.typicalMicroseconds) / 1e6
      missingSweeps = log.timing.missingSweeps
      incompleteSweeps = log.isIncomplete.count { $0 }
      nonFiniteValues = log.nonFiniteValues
      firstTime = log.timing.starts.first.map(Self.text)
      lastTime = log.timing.starts.last.map(Self.text)
      warning = log.warning
    case .samples(let file):
      kind = "IQ samples"
      byteCount = file.file.byteCount
      durationSeconds = file.durationSeconds
      lowHertz = settings.centerHertz - settings.rateHertz / 2
      highHertz = settings.centerHertz + settings.rateHertz / 2
      sampleCount = file.sampleCount
      encoding = "\(file.format)"
      rateHertz = settings.rateHertz
      centerHertz = settings.centerHertz
      warning = file.warning(invalidCount: 0)
    }
  }

  private static func byteCount(_ path: String) throws(DeviceError) -> Int {
    do throws(FileError) { return try ReadOnlyFile(path: path).byteCount } catch { throw DeviceError(error) }
  }

  /// Date and time of microseconds since 1970, as logs write them.
  static func text(_ microseconds: Int64) -> String {
    let seconds = microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let second = Int(seconds - days * 86_400)
    // The inverse of counting days in eras of 400 years that start in March.
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * march + 2) / 5 + 1
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return
      "\(year)-\(two(month))-\(two(day)) \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }
}

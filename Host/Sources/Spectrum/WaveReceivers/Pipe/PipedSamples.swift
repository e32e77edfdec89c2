import WaveSignal
import WaveSpectra
import WaveSpectrumWire
import WaveUnits

/// Raw samples from a pipe, as written by rtl_sdr or hackrf_transfer, shown at their own rate.
///
/// Each row covers a thirtieth of a second of samples. If samples arrive faster than their rate, the pipe
/// fills and blocks its writer, so nothing is lost. If they arrive too slowly, the clock is reset, which
/// appears as a gap.
final class PipedSamples: PipedRows {
  static let rowsPerSecond = 30.0
  /// The delay of samples beyond which a gap is shown, in microseconds.
  static let lateMicroseconds: Int64 = 250_000

  private(set) var info: SourceInfo
  private(set) var dueMicroseconds: Int64 = .min / 2
  private let format: IQFormat
  private let rateHertz: Double
  private let gain: Float
  private var analyzer: SpectrumAnalyzer
  private var waiting: [UInt8] = []
  private var events: [SourceEvent] = []
  private var sequence: UInt32 = 0
  /// The server time of the first sample after the clock was last reset, in microseconds.
  private var anchor: Int64?
  /// The number of samples since the clock was last reset.
  private var place = 0
  private var isRanged = false

  init(name: String, format: IQFormat, settings: SampleSettings) throws(ReceiverError) {
    self.format = format
    rateHertz = settings.rateHertz
    gain = Decibels.power(fromDecibels: Float(settings.offsetDecibels ?? 0))
    let configuration = AnalyzerConfiguration(
      fftCount: settings.fftCount ?? 4096, window: settings.window, sampleRateHertz: rateHertz,
      centerHertz: settings.centerHertz, isReal: format.isReal)
    analyzer = try ReceiverError.analyzed("-", SpectrumAnalyzer(configuration: configuration))
    let axis = configuration.axis
    info = SourceInfo(
      unit: settings.offsetDecibels == nil ? .fullScale : .milliwatt, lowHertz: axis.lowHertz,
      highHertz: axis.highHertz, stepHertz: SourceInfo.stepHertz(of: axis), rbwHertz: analyzer.rbwHertz,
      enbwHertz: analyzer.enbwHertz,
      rowSeconds: max(1 / Self.rowsPerSecond, Double(configuration.fftCount) / rateHertz), levelLow: -120,
      levelHigh: 0, name: Array(name.utf8),
      detail: Array("\(format) from a pipe, \(configuration.window.name) \(configuration.fftCount)".utf8))
  }

  var patienceSeconds: Double { 2 }
  var summary: String { "\(sequence) rows" }

  func append(_ bytes: [UInt8]) { waiting += bytes }
  func finish() {}

  /// The number of samples per row.
  private var rowSamples: Int {
    max(analyzer.configuration.fftCount, Int(saturating: (rateHertz / Self.rowsPerSecond).rounded()))
  }

  func next(at now: Int64) -> SourceEvent? {
    if !events.isEmpty { return events.removeFirst() }
    let bytes = rowSamples * format.bytesPerSample
    guard waiting.count >= bytes else { return nil }
    analyzer.process(waiting.span.extracting(first: bytes), format: format)
    waiting.removeFirst(bytes)
    place(at: now)
    return events.isEmpty ? nil : events.removeFirst()
  }

  private func place(at now: Int64) {
    let count = rowSamples
    let length = Int64(saturating: (Double(count) / rateHertz * 1e6).rounded())
    // A row is shown when it ends. The samples of the first row have just arrived, so it ends now.
    var start = (anchor ?? now - length) + Int64(saturating: (Double(place) / rateHertz * 1e6).rounded())
    if anchor == nil || now - (start + length) > Self.lateMicroseconds {
      if anchor != nil { sequence &+= 1 }
      start = now - length
      anchor = start
      place = 0
    }
    place += count
    dueMicroseconds = (anchor ?? now) + Int64(saturating: (Double(place + count) / rateHertz * 1e6).rounded())
    sequence &+= 1
    guard
      var row = analyzer.finishRow(
        sequence: sequence, startMicroseconds: start, durationMicroseconds: max(1, length))
    else { return }
    row.amplify(by: gain)
    if !isRanged {
      isRanged = true
      let range = LevelRange.around(
        floor: FileMeasurement.level(NoiseFloor.mean(of: row.mean)),
        most: FileMeasurement.level(Double(row.max.max() ?? 0)))
      (info.levelLow, info.levelHigh) = (range.low, range.high)
      events.append(.changed(info))
    }
    events.append(.row(row))
  }
}

import WaveSignal
import WaveSpectra
import WaveUnits

/// Creates rows from the parts of a recording.
final class RecordingPlayer {
  private let recording: OpenedRecording
  private let gain: Float
  private var analyzer: SpectrumAnalyzer?
  private var buffer: [UInt8] = []

  init(_ recording: OpenedRecording, offsetDecibels: Double?) {
    self.recording = recording
    gain = Decibels.power(fromDecibels: Float(offsetDecibels ?? 0))
  }

  /// Changes the transform for samples, starting with the next row.
  ///
  /// The item of that row must have `isFresh` set.
  ///
  /// - Returns: The resolution bandwidth and the equivalent noise bandwidth.
  func analyze(
    by configuration: AnalyzerConfiguration
  ) throws(SignalError) -> (rbwHertz: Double, enbwHertz: Double) {
    // Release the old analyzer's storage before allocating the new analyzer's.
    analyzer = nil
    let next = try SpectrumAnalyzer(configuration: configuration)
    let bandwidths = (next.rbwHertz, next.enbwHertz)
    analyzer = consume next
    return bandwidths
  }

  /// Returns the row of an item; nil if its interval contains no complete transform.
  ///
  /// - Parameters:
  ///   - item: The item to show. For samples, its recorded times are counted from the file's first sample,
  ///     without gaps.
  ///   - samples: The range of samples that can be used; nil for all samples.
  /// - Returns: The row, or nil.
  /// - Throws: `ReceiverError` if reading the file fails.
  func row(
    _ item: PlaybackSchedule.Item, within samples: Range<Int>? = nil
  ) throws(ReceiverError) -> PowerRow? {
    var row: PowerRow?
    switch recording {
    case .log(let log, _): row = sweep(log, item)
    case .samples(let file): row = try spectrum(file, item, within: samples ?? 0..<file.sampleCount)
    }
    row?.sequence = item.sequence
    row?.startMicroseconds = item.startMicroseconds
    row?.durationMicroseconds = item.durationMicroseconds
    return row
  }

  private func sweep(_ log: RecordedLog, _ item: PlaybackSchedule.Item) -> PowerRow? {
    guard log.sweeps.indices.contains(item.index) else { return nil }
    var powers = log.powers(of: item.index)
    if gain != 1 { for bin in powers.indices { powers[bin] *= gain } }
    return PowerRow(
      axis: log.axis, enbwHertz: log.axis.stepHertz, max: powers, mean: powers, min: powers,
      isIncomplete: log.isIncomplete[item.index])
  }

  private func spectrum(
    _ file: SampleFile, _ item: PlaybackSchedule.Item, within samples: Range<Int>
  ) throws(ReceiverError) -> PowerRow? {
    let format = file.format
    let rate = file.settings.rateHertz
    var first = Int(saturating: (item.recordedStart * rate / 1e6).rounded())
    let last = min(samples.upperBound, Int(saturating: (item.recordedEnd * rate / 1e6).rounded()))
    if item.isFresh, let configuration = analyzer?.configuration {
      analyzer?.discontinue()
      // The file also contains the preceding samples, so the first window can end within the row, as later
      // ones do.
      first = max(samples.lowerBound, first - configuration.windowCount + configuration.hopCount)
    }
    try file.read(first..<max(first, last), buffer: &buffer) { analyzer?.process($0, format: format) }
    let isDamaged = (analyzer?.faults.invalidCount ?? 0) > 0
    var row = analyzer?.finishRow()
    // The player chose to jump to this position, so no part of the row was lost.
    row?.isIncomplete = isDamaged
    row?.amplify(by: gain)
    return row
  }
}

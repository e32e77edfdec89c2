import WaveSignal
import WaveSpectra
import WaveUnits

/// Makes rows from the parts of a recording.
final class RecordingPlayer {
  private enum Kind {
    case log(RecordedLog)
    case samples(SampleFile)
  }

  private let kind: Kind
  private let gain: Float
  private var analyzer: SpectrumAnalyzer?
  private var buffer: [UInt8] = []

  init(log: RecordedLog, offsetDecibels: Double) {
    kind = .log(log)
    gain = Decibels.power(fromDecibels: Float(offsetDecibels))
    analyzer = nil
  }

  init(samples: SampleFile, offsetDecibels: Double) {
    kind = .samples(samples)
    gain = Decibels.power(fromDecibels: Float(offsetDecibels))
    analyzer = nil
  }

  /// Changes the transform of samples from the next row on, which must be a fresh one.
  ///
  /// - Returns: The bandwidths of a tone and of noise.
  func analyze(
    by configuration: AnalyzerConfiguration
  ) throws(SignalError) -> (rbwHertz: Double, enbwHertz: Double) {
    // The old analyzer's storage is released before the new one's is allocated.
    analyzer = nil
    let next = try SpectrumAnalyzer(configuration: configuration)
    let bandwidths = (next.rbwHertz, next.enbwHertz)
    analyzer = consume next
    return bandwidths
  }

  /// Makes the row of an item; nil if its part contains no whole transform.
  ///
  /// - Parameters:
  ///   - item: The item to show; for samples, its recorded times count from the file's first sample without
  ///     gaps.
  ///   - samples: The samples that may be used; nil for all.
  /// - Returns: The row.
  /// - Throws: `ReceiverError` if reading the file fails.
  func row(
    _ item: PlaybackSchedule.Item, within samples: Range<Int>? = nil
  ) throws(ReceiverError) -> PowerRow? {
    var row: PowerRow?
    switch kind {
    case .log(let log): row = sweep(log, item)
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
      sequence: 0, startMicroseconds: 0, durationMicroseconds: 1, axis: log.axis,
      enbwHertz: log.axis.stepHertz, max: powers, mean: powers, min: powers,
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
      // Earlier samples are available: the first window ends within the row, like the later ones.
      first = max(samples.lowerBound, first - configuration.windowCount + configuration.hopCount)
    }
    try file.read(first..<max(first, last), buffer: &buffer) { bytes in
      analyzer?.process(bytes, format: format)
    }
    let isDamaged = (analyzer?.faults.invalidCount ?? 0) > 0
    var row = analyzer?.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1)
    // A jump within the recording was requested; no part of this row was lost.
    row?.isIncomplete = isDamaged
    if gain != 1 {
      for bin in 0..<(row?.axis.count ?? 0) {
        row?.max[bin] *= gain
        row?.mean[bin] *= gain
        row?.min[bin] *= gain
      }
    }
    return row
  }
}

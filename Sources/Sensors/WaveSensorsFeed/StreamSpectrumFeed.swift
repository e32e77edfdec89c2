public import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveUnits
import WaveWire

/// A feed that computes the spectrum of a stream for one client from the stored samples.
///
/// It has no clock and performs no I/O.
///
/// The server computes the spectrum, because a client often receives only the extremes of samples, for
/// example for a window of ten seconds. Nothing is computed unless a spectrum is requested.
public struct StreamSpectrumFeed: ~Copyable, Sendable {
  /// The shortest interval between two spectra.
  public static let intervalMicroseconds: Int64 = 200_000
  /// The maximum number of samples in a spectrum; in a longer window, only the newest are used.
  public static let sampleLimit: UInt64 = 1 << 17
  /// The range of transform lengths, in samples.
  public static let transformCounts = 128...65_536

  /// The current request; no spectrum is requested if its `view` is 0.
  public private(set) var request = ShowSpectrum(view: 0)
  private var hasNews = false
  private var dueMicroseconds: Int64 = .min / 2
  private var generation = 0
  private var estimator: WelchEstimator?

  /// Creates a feed without a request.
  public init() {}

  /// Accepts a request; its first spectrum is due immediately.
  public mutating func show(_ next: ShowSpectrum, at now: Int64) {
    request = next
    hasNews = next.view != 0
    dueMicroseconds = now
    generation = .min
    if next.view == 0 { estimator = nil }
  }

  /// Records that samples have arrived.
  public mutating func noteSamples() { hasNews = request.view != 0 }

  /// Returns whether a spectrum is due.
  public func isDue(at now: Int64) -> Bool { hasNews && now >= dueMicroseconds }

  /// The time at which a spectrum is due even if no samples arrive; `.max` if none is pending.
  public var wakeMicroseconds: Int64 { hasNews ? dueMicroseconds : .max }

  /// Passes a spectrum to `sink` if one is due.
  ///
  /// - Parameters:
  ///   - now: The server time.
  ///   - view: The view of the client.
  ///   - edge: The time at the right edge of the view.
  ///   - isRecording: Whether the source is a recording. If so, the sample rate in its description applies at
  ///     any playback speed.
  ///   - archive: The archive of the source that is shown.
  ///   - sink: The destination of the spectrum.
  /// - Complexity: O(samples log samples), with at most `sampleLimit` samples; allocates them.
  public mutating func collect<Sink: SensorsSink>(
    at now: Int64, of view: ShowStreams, edge: Int64, isRecording: Bool,
    from archive: borrowing StreamArchive, into sink: inout Sink
  ) {
    guard isDue(at: now) else { return }
    hasNews = false
    dueMicroseconds = now + Self.intervalMicroseconds
    guard request.source == view.source, let (group, place) = archive.place(of: Int(request.channel))
    else { return }
    let isLive = request.untilMicroseconds == WireLimits.microseconds
    // The spectrum of a fixed window changes only with the filters.
    guard isLive || generation != archive.generation else { return }
    generation = archive.generation
    let until = isLive ? edge : request.untilMicroseconds
    if let spectrum = spectrum(archive.groups[group], place, until: until, isRecording) {
      sink.append(.spectrum(spectrum))
    }
  }

  private mutating func spectrum(
    _ group: borrowing StreamGroup, _ place: Int, until: Int64, _ isRecording: Bool
  ) -> StreamSpectrum? {
    let times = group.times
    guard group.hasBegun, let last = times.sequence(at: Double(until)),
      let first = times.sequence(at: Double(until - request.windowMicroseconds))
    else { return nil }
    let end = min(group.endSequence, last == .max ? .max : last + 1)
    let begin = max(min(first, end), end - min(end, Self.sampleLimit), group.firstSequence(level: 0))
    guard begin < end else { return nil }
    var samples: [Float] = []
    samples.reserveCapacity(Int(end - begin))
    var start = begin
    while start < end {
      let next = min(end, start + EnvelopePyramid.blockLimit)
      group.envelope(channel: place, level: 0, blocks: start..<next, into: &samples)
      start = next
    }
    // The times of a recording depend on the playback speed, but the distance between its samples does not.
    let rate = isRecording ? group.rateHertz : times.pieces.last?.rateHertz ?? group.rateHertz
    let density = density(of: samples, rateHertz: rate)
    let band = request.lowHertz...max(request.lowHertz, request.highHertz)
    let columns = density.columns(in: band, limit: Int(request.columns))
    // If samples are years apart, the step rounds to zero.
    guard columns.stepHertz > 0, density.rbwHertz >= 0, density.enbwHertz >= 0 else { return nil }
    let peak = density.peak(in: band)
    let limit = Double(WireLimits.microseconds)
    func time(_ sequence: UInt64) -> Int64 {
      Int64(saturating: max(-limit, min(limit, (times.microseconds(of: sequence) ?? 0).rounded())))
    }
    return StreamSpectrum(
      view: request.view, averageCount: UInt16(clamping: density.averageCount),
      leftOutCount: UInt16(clamping: density.leftOutCount),
      transformCount: UInt32(clamping: (density.values.count - 1) * 2), rateHertz: rate,
      rbwHertz: density.rbwHertz, enbwHertz: density.enbwHertz, fromMicroseconds: time(begin),
      untilMicroseconds: time(end), peakHertz: peak?.hertz ?? .nan, peakDensity: peak?.density ?? .nan,
      firstHertz: columns.firstHertz, stepHertz: columns.stepHertz, density: columns.values)
  }

  /// Computes the density with the longest transforms that still allow the requested number of them.
  private mutating func density(of samples: [Float], rateHertz: Double) -> PowerDensity {
    var count = Self.transformCounts.lowerBound
    while count * 2 <= Self.transformCounts.upperBound, count * 2 * Int(request.parts) <= samples.count {
      count *= 2
    }
    let function = WindowFunction(rawValue: request.window) ?? .hann
    if estimator?.count != count || estimator?.window.function != function {
      estimator = try? WelchEstimator(function, count: count)
    }
    return estimator?.density(of: samples.span, rateHertz: rateHertz)
      ?? PowerDensity(
        stepHertz: rateHertz / Double(count), rbwHertz: 0, enbwHertz: 0, averageCount: 0, leftOutCount: 0,
        values: [])
  }
}

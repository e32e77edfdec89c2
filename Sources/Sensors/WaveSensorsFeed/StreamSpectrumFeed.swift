public import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveUnits
import WaveWire

/// Makes the spectrum of a stream that one client sees, from the samples that are kept: no clock, no I/O.
///
/// It is computed where the samples are, since a screen of ten seconds has only their extremes; nothing is
/// computed while none is wished for.
public struct StreamSpectrumFeed: ~Copyable, Sendable {
  /// Time from spectrum to spectrum.
  public static let intervalMicroseconds: Int64 = 200_000
  /// Samples that one is made of at most, the newest of the stretch.
  public static let sampleLimit: UInt64 = 1 << 17
  /// Lengths of a transform.
  public static let transformCounts = 128...65_536

  /// What is wished for; `view` 0 is none.
  public private(set) var wish = ShowSpectrum(view: 0)
  private var hasNews = false
  private var dueMicroseconds: Int64 = .min / 2
  private var generation = 0
  private var estimator: WelchEstimator?

  /// Begins without a wish.
  public init() {}

  /// Takes a wish; it is answered at once.
  public mutating func show(_ next: ShowSpectrum, at now: Int64) {
    wish = next
    hasNews = next.view != 0
    dueMicroseconds = now
    generation = .min
    if next.view == 0 { estimator = nil }
  }

  /// Takes note that samples have come.
  public mutating func noteSamples() { hasNews = wish.view != 0 }

  /// Whether one is due.
  public func isDue(at now: Int64) -> Bool { hasNews && now >= dueMicroseconds }

  /// When one will be due without anything having arrived; never without a wish.
  public var wakeMicroseconds: Int64 { hasNews ? dueMicroseconds : .max }

  /// Gives the spectrum if one is due.
  ///
  /// - Parameters:
  ///   - now: Server time.
  ///   - view: What the client shows.
  ///   - edge: The moment at its right edge.
  ///   - isRecording: Whether samples are as far apart as the source says, however fast they come.
  ///   - archive: What is kept of the source that it shows.
  ///   - sink: Where it goes.
  /// - Complexity: O(samples log samples), of `sampleLimit` samples at most; allocates them.
  public mutating func collect<Sink: StreamSink>(
    at now: Int64, of view: ShowStreams, edge: Int64, isRecording: Bool,
    from archive: borrowing StreamArchive, into sink: inout Sink
  ) {
    guard isDue(at: now) else { return }
    hasNews = false
    dueMicroseconds = now + Self.intervalMicroseconds
    guard wish.source == view.source, let (group, place) = Self.place(of: Int(wish.channel), archive) else {
      return
    }
    let isLive = wish.untilMicroseconds == WireLimits.microseconds
    // A stretch of the past changes only where it is filtered in another way.
    guard isLive || generation != archive.generation else { return }
    generation = archive.generation
    let until = isLive ? edge : wish.untilMicroseconds
    if let spectrum = spectrum(archive.groups[group], place, until: until, isRecording) {
      sink.put(.spectrum(spectrum))
    }
  }

  private mutating func spectrum(
    _ group: borrowing StreamGroup, _ place: Int, until: Int64, _ isRecording: Bool
  ) -> StreamSpectrum? {
    let times = group.times
    guard group.hasBegun, let last = times.sequence(at: Double(until)),
      let first = times.sequence(at: Double(until - wish.windowMicroseconds))
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
    // The times of a recording run as fast as it is played, its samples are as far apart as ever.
    let rate = isRecording ? group.rateHertz : times.pieces.last?.rateHertz ?? group.rateHertz
    let density = density(of: samples, rateHertz: rate)
    let band = wish.lowHertz...max(wish.lowHertz, wish.highHertz)
    let columns = density.columns(in: band, limit: Int(wish.columns))
    // Of samples that are years apart nothing is left of a step.
    guard columns.stepHertz > 0, density.rbwHertz >= 0, density.enbwHertz >= 0 else { return nil }
    let peak = density.peak(in: band)
    let limit = Double(WireLimits.microseconds)
    func time(_ sequence: UInt64) -> Int64 {
      Int64(saturating: max(-limit, min(limit, (times.microseconds(of: sequence) ?? 0).rounded())))
    }
    return StreamSpectrum(
      view: wish.view, averageCount: UInt16(clamping: density.averageCount),
      leftOutCount: UInt16(clamping: density.leftOutCount),
      transformCount: UInt32(clamping: (density.values.count - 1) * 2), rateHertz: rate,
      rbwHertz: density.rbwHertz, enbwHertz: density.enbwHertz, fromMicroseconds: time(begin),
      untilMicroseconds: time(end), peakHertz: peak?.hertz ?? .nan, peakDensity: peak?.density ?? .nan,
      firstHertz: columns.firstHertz, stepHertz: columns.stepHertz, density: columns.values)
  }

  /// The density by the longest transform that fits so often as is wished for.
  private mutating func density(of samples: [Float], rateHertz: Double) -> PowerDensity {
    var count = Self.transformCounts.lowerBound
    while count * 2 <= Self.transformCounts.upperBound, count * 2 * Int(wish.parts) <= samples.count {
      count *= 2
    }
    let function = WindowFunction(rawValue: wish.window) ?? .hann
    if estimator?.count != count || estimator?.window.function != function {
      estimator = try? WelchEstimator(function, count: count)
    }
    return estimator?.density(of: samples.span, rateHertz: rateHertz)
      ?? PowerDensity(
        stepHertz: rateHertz / Double(count), rbwHertz: 0, enbwHertz: 0, averageCount: 0, leftOutCount: 0,
        values: [])
  }

  private static func place(
    of channel: Int, _ archive: borrowing StreamArchive
  ) -> (group: Int, place: Int)? {
    var first = 0
    for group in archive.groups.indices {
      let count = archive.groups[group].channelCount
      if channel < first + count { return (group, channel - first) }
      first += count
    }
    return nil
  }
}

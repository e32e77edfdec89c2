import WaveUnits

/// The played and the recorded times of the parts of a file of samples.
///
/// Two times run through a file, both in microseconds from its first sample. *Recorded* time follows the
/// clock of each capture if it has one. *Played* time is the same without long waits: gaps are at most two
/// seconds long, and it never runs backwards.
struct SampleTimeline: Sendable {
  /// A continuous range of samples from one capture.
  struct Part: Equatable, Sendable {
    var samples: Range<Int>
    var centerHertz: Double
    var playedStart: Double
    var recordedStart: Double
    /// The length in both times.
    var length: Double
    /// The length of the recorded gap before it, if there is one.
    var gap: Double
  }

  /// The longest gap that is played at its full length.
  static let gapMicroseconds = 2e6
  /// Captures whose clocks are this close to the end of the previous samples continue without a gap.
  static let slackMicroseconds = 1000.0

  private(set) var parts: [Part] = []
  private let rateHertz: Double

  /// Computes the times of a file.
  init(of file: SampleFile) {
    rateHertz = file.settings.rateHertz
    let origin = file.layout.segments.first?.startMicroseconds
    for segment in file.layout.segments {
      let length = Double(segment.sampleCount) / rateHertz * 1e6
      let center = file.shownCenterHertz(of: segment)
      guard let last = parts.last else {
        parts = [
          Part(
            samples: segment.samples, centerHertz: center, playedStart: 0, recordedStart: 0, length: length,
            gap: 0)
        ]
        continue
      }
      let end = last.recordedStart + last.length
      var recorded = end
      if let origin, let start = segment.startMicroseconds {
        recorded = Double(start.saturatingSubtracting(origin))
      }
      let gap = recorded - end
      if abs(gap) <= Self.slackMicroseconds, center == last.centerHertz {
        parts[parts.count - 1].samples = last.samples.lowerBound..<segment.samples.upperBound
        parts[parts.count - 1].length += length
        continue
      }
      let pause = gap > Self.slackMicroseconds ? min(gap, Self.gapMicroseconds) : 0
      parts.append(
        Part(
          samples: segment.samples, centerHertz: center,
          playedStart: last.playedStart + last.length + pause, recordedStart: recorded, length: length,
          gap: max(0, gap)))
    }
  }

  /// The length in played time.
  var playedMicroseconds: Double { parts.last.map { $0.playedStart + $0.length } ?? 0 }

  /// The recorded time from the first to the last moment.
  var recordedMicroseconds: Double { parts.map { $0.recordedStart + $0.length }.max() ?? 0 }

  /// The part with the largest share of the interval between two played times; nil if that is only a gap.
  func part(from start: Double, until end: Double) -> Int? {
    func covered(_ part: Part) -> Double {
      min(end, part.playedStart + part.length) - max(start, part.playedStart)
    }
    var best: Int?
    for (index, part) in parts.enumerated() where covered(part) > 0 {
      if covered(part) > best.map({ covered(parts[$0]) }) ?? 0 { best = index }
    }
    return best
  }

  /// The recorded time at a played one; in a gap it continues from the previous part.
  func recorded(ofPlayed played: Double) -> Double {
    let part = parts.last { $0.playedStart <= played } ?? parts.first
    guard let part else { return played }
    return part.recordedStart + (played - part.playedStart)
  }

  /// The played time at a recorded one: in the first part that contains it, otherwise at the start of the
  /// next.
  func played(ofRecorded recorded: Double) -> Double {
    if let part = parts.first(where: {
      $0.recordedStart <= recorded && recorded < $0.recordedStart + $0.length
    }) {
      return part.playedStart + (recorded - part.recordedStart)
    }
    return parts.first { $0.recordedStart > recorded }?.playedStart ?? playedMicroseconds
  }

  /// The recorded time of a sample.
  func recorded(ofSample sample: Int) -> Double {
    let part = parts.last { $0.samples.lowerBound <= sample } ?? parts.first
    guard let part else { return 0 }
    return part.recordedStart + Double(sample - part.samples.lowerBound) / rateHertz * 1e6
  }
}

import WaveUnits

/// When the stretches of a file of samples are played, and when they were recorded.
///
/// Two times run through a file, both in microseconds from its first sample: *recorded* time, which follows
/// the clock of each capture where it has one, and *played* time, which is the same without what nobody wants
/// to wait for: gaps are at most two seconds long in it, and it never runs backwards.
struct SampleTimeline: Sendable {
  /// A stretch of samples that were captured alike, without a break.
  struct Part: Equatable, Sendable {
    var samples: Range<Int>
    var centerHertz: Double
    var playedStart: Double
    var recordedStart: Double
    /// Length in both times.
    var length: Double
    /// Length of the recorded gap in front of it, where there is one.
    var gap: Double
  }

  /// The longest gap that is played as long as it was.
  static let gapMicroseconds = 2e6
  /// Clocks of captures this close to where the samples before end go on without a break.
  static let slackMicroseconds = 1000.0

  private(set) var parts: [Part] = []
  private let rateHertz: Double

  /// Lays out a file.
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

  /// Length in played time.
  var playedMicroseconds: Double { parts.last.map { $0.playedStart + $0.length } ?? 0 }

  /// From the first to the last moment in recorded time.
  var recordedMicroseconds: Double { parts.map { $0.recordedStart + $0.length }.max() ?? 0 }

  /// The part of which most is played between two played times; nil where that is a gap alone.
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

  /// Recorded time at a played one; in a gap it goes on from the part before.
  func recorded(ofPlayed played: Double) -> Double {
    let part = parts.last { $0.playedStart <= played } ?? parts.first
    guard let part else { return played }
    return part.recordedStart + (played - part.playedStart)
  }

  /// Played time at a recorded one: in the first part that has it, else at the start of the next.
  func played(ofRecorded recorded: Double) -> Double {
    if let part = parts.first(where: {
      $0.recordedStart <= recorded && recorded < $0.recordedStart + $0.length
    }) {
      return part.playedStart + (recorded - part.recordedStart)
    }
    return parts.first { $0.recordedStart > recorded }?.playedStart ?? playedMicroseconds
  }

  /// Recorded time of a sample.
  func recorded(ofSample sample: Int) -> Double {
    let part = parts.last { $0.samples.lowerBound <= sample } ?? parts.first
    guard let part else { return 0 }
    return part.recordedStart + Double(sample - part.samples.lowerBound) / rateHertz * 1e6
  }
}

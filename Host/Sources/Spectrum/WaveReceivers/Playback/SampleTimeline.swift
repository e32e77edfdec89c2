import WaveUnits

/// The times at which the parts of a sample file were recorded and are played.
///
/// A file has two timelines, both in microseconds from its first sample. *Recorded* time follows the clock of
/// each capture, if the capture has one. *Played* time is recorded time with gaps shortened to at most two
/// seconds, and never runs backwards.
struct SampleTimeline: Sendable {
  /// A continuous range of samples from one capture.
  struct Part: Equatable, Sendable {
    var samples: Range<Int>
    var centerHertz: Double
    var playedStart: Double
    var recordedStart: Double
    /// The length of the part in microseconds, which is the same in both timelines.
    var length: Double
    /// The length of the recorded gap before the part, in microseconds; 0 if there is none.
    var gap: Double
  }

  /// The maximum length of a gap that is played in full, in microseconds.
  static let gapMicroseconds = 2e6
  /// The longest interval between two consecutive captures that does not count as a gap, in microseconds.
  static let slackMicroseconds = 1000.0

  private(set) var parts: [Part] = []
  private let rateHertz: Double

  /// Computes the times of a file's parts.
  init(of file: SampleFile) {
    rateHertz = file.settings.rateHertz
    let origin = file.layout.segments.first?.startMicroseconds
    for segment in file.layout.segments {
      let length = Double(segment.sampleCount) / rateHertz * 1e6
      let center = file.shownCenterHertz(of: segment)
      let end = parts.last.map { $0.recordedStart + $0.length } ?? 0
      var recorded = end
      if let origin, let start = segment.startMicroseconds {
        recorded = Double(start.saturatingSubtracting(origin))
      }
      let gap = recorded - end
      if let last = parts.last, abs(gap) <= Self.slackMicroseconds, center == last.centerHertz {
        parts[parts.count - 1].samples = last.samples.lowerBound..<segment.samples.upperBound
        parts[parts.count - 1].length += length
        continue
      }
      let pause = gap > Self.slackMicroseconds ? min(gap, Self.gapMicroseconds) : 0
      parts.append(
        Part(
          samples: segment.samples, centerHertz: center, playedStart: playedMicroseconds + pause,
          recordedStart: recorded, length: length, gap: max(0, gap)))
    }
  }

  /// The total length in played time, in microseconds.
  var playedMicroseconds: Double { parts.last.map { $0.playedStart + $0.length } ?? 0 }

  /// The total length in recorded time, in microseconds.
  var recordedMicroseconds: Double { parts.map { $0.recordedStart + $0.length }.max() ?? 0 }

  /// Returns the part that covers most of an interval of played time; nil if the interval contains only a
  /// gap.
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

  /// Returns the recorded time at a played time.
  ///
  /// In a gap, recorded time continues from the previous part.
  func recorded(ofPlayed played: Double) -> Double {
    let part = parts.last { $0.playedStart <= played } ?? parts.first
    guard let part else { return played }
    return part.recordedStart + (played - part.playedStart)
  }

  /// Returns the played time at a recorded time.
  ///
  /// The first part that contains the recorded time is used; if no part contains it, the result is the start
  /// of the next part.
  func played(ofRecorded recorded: Double) -> Double {
    if let part = parts.first(where: {
      $0.recordedStart <= recorded && recorded < $0.recordedStart + $0.length
    }) {
      return part.playedStart + (recorded - part.recordedStart)
    }
    return parts.first { $0.recordedStart > recorded }?.playedStart ?? playedMicroseconds
  }

  /// Returns the recorded time of a sample.
  func recorded(ofSample sample: Int) -> Double {
    let part = parts.last { $0.samples.lowerBound <= sample } ?? parts.first
    guard let part else { return 0 }
    return part.recordedStart + Double(sample - part.samples.lowerBound) / rateHertz * 1e6
  }
}

public import WaveBiosignals
public import WaveStreams
import WaveUnits

/// Channels of a recording with the same rate and beginning.
public struct SignalGroup: Equatable, Sendable {
  /// The label, such as `RHYTHM`; empty if the file has none.
  public var label: String
  /// The rate in samples a second.
  public var rateHertz: Double
  /// The number of samples of each channel, including missing ones.
  public var sampleCount: Int64
  /// Seconds from the recording's beginning to sample 0.
  public var startSeconds: Double
  /// The channels, in the order of the file.
  public var channels: [SignalChannel]
  /// The number with which sample 0 was recorded.
  public var firstSequence: UInt64 = 0
  /// The times of samples if they do not follow from the rate alone: from their numbers to microseconds from
  /// the recording's beginning; without pieces if they do.
  public var times = StreamTimes()

  /// Length in seconds.
  public var durationSeconds: Double { seconds(of: sampleCount) - startSeconds }

  /// The time of a sample, in seconds from the recording's beginning.
  public func seconds(of sample: Int64) -> Double {
    times.microseconds(of: sequence(of: sample)).map { $0 / 1e6 } ?? startSeconds + Double(sample) / rateHertz
  }

  /// The number of samples up to a time, inclusive.
  public func count(until seconds: Double) -> Int64 {
    guard var sequence = times.sequence(at: seconds * 1e6) else {
      let place = ((seconds - startSeconds) * rateHertz).rounded(.down)
      return place < 0 ? 0 : place < Double(sampleCount) ? Int64(saturating: place) + 1 : sampleCount
    }
    guard sequence >= firstSequence else { return 0 }
    // Rounding may add half a microsecond.
    if sequence < .max, let time = times.microseconds(of: sequence), time > seconds * 1e6 + 0.5 {
      guard sequence > firstSequence else { return 0 }
      sequence -= 1
    }
    let count = sequence - firstSequence
    return count < UInt64(sampleCount) ? Int64(count) + 1 : sampleCount
  }

  private func sequence(of sample: Int64) -> UInt64 { firstSequence &+ UInt64(max(0, sample)) }
}

/// One channel of a recording.
public struct SignalChannel: Equatable, Sendable {
  /// The label, such as `II` or `EEG Fpz-Cz`.
  public var label: String
  /// The unit of its values as in the file; empty if there is none.
  public var unit: String
  /// The conversion of the file's whole numbers to values; nil if it contains values, or a range without
  /// width.
  public var scale: DigitalScale?
  /// The electrode or sensor; empty if the file does not state it.
  public var transducer = ""
  /// The filters of the recording device, as in the file; empty if the file does not state them.
  public var prefilter = ""
}

/// An annotation of a recording.
public struct SignalAnnotation: Equatable, Sendable {
  /// Seconds from the recording's beginning.
  public var seconds: Double
  /// The duration in seconds; nil if it marks a moment, or if the duration is not given.
  public var durationSeconds: Double?
  /// The text of the annotation.
  public var text: String
  /// The group and the channel to which it belongs, both from 0; nil if it belongs to all.
  public var channel: Place?
  /// The annotation as stored by WFDB: code, subtype, channel, number, text; nil in other formats.
  public var stored: WFDBAnnotation?

  /// A channel of a group.
  public struct Place: Equatable, Sendable {
    /// The group's number.
    public var group: Int
    /// The channel's number within the group; nil for the whole group.
    public var channel: Int?
  }
}

public import WaveBiosignals
public import WaveStreams
import WaveUnits

/// Channels of a recording that have one rate and one beginning.
public struct SignalGroup: Equatable, Sendable {
  /// What it is, such as `RHYTHM`; empty where the file does not say.
  public var label: String
  /// Samples in a second.
  public var rateHertz: Double
  /// Samples of each channel, missing ones counted.
  public var sampleCount: Int64
  /// Seconds from the recording's beginning to sample 0.
  public var startSeconds: Double
  /// The channels, in the order of the file.
  public var channels: [SignalChannel]
  /// The number that sample 0 was recorded with.
  public var firstSequence: UInt64 = 0
  /// When samples were made where that does not follow from the rate alone: from their numbers to
  /// microseconds from the recording's beginning; without pieces where it does.
  public var times = StreamTimes()

  /// Length in seconds.
  public var durationSeconds: Double { seconds(of: sampleCount) - startSeconds }

  /// When a sample was made, in seconds from the recording's beginning.
  public func seconds(of sample: Int64) -> Double {
    times.microseconds(of: sequence(of: sample)).map { $0 / 1e6 } ?? startSeconds + Double(sample) / rateHertz
  }

  /// Samples that were made at a time or before.
  public func count(until seconds: Double) -> Int64 {
    guard var sequence = times.sequence(at: seconds * 1e6) else {
      let place = ((seconds - startSeconds) * rateHertz).rounded(.down)
      return place < 0 ? 0 : place < Double(sampleCount) ? Int64(saturating: place) + 1 : sampleCount
    }
    guard sequence >= firstSequence else { return 0 }
    // Half a microsecond is what rounding may do.
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
  /// What it is, such as `II` or `EEG Fpz-Cz`.
  public var label: String
  /// The unit of its values as it stands in the file; empty where there is none.
  public var unit: String
  /// How the file's whole numbers make values; nil where it has values themselves, or a range without width.
  public var scale: DigitalScale?
  /// Electrode or sensor; empty where the file does not say.
  public var transducer = ""
  /// Filters that it went through, as the file says it; empty where it does not.
  public var prefilter = ""
}

/// Something noted of a recording.
public struct SignalAnnotation: Equatable, Sendable {
  /// Seconds from the recording's beginning.
  public var seconds: Double
  /// How long it lasts in seconds; nil where it is of a moment, or that is not said.
  public var durationSeconds: Double?
  /// What it says.
  public var text: String
  /// The group and the channel it belongs to, both from 0; nil where it belongs to all.
  public var channel: Place?
  /// The annotation as WFDB stores it: code, subtype, channel, number, text; nil in other formats.
  public var stored: WFDBAnnotation?

  /// A channel of a group.
  public struct Place: Equatable, Sendable {
    /// The group's number.
    public var group: Int
    /// The channel's number within it; nil for all of the group.
    public var channel: Int?
  }
}

public import WaveBiosignals
public import WaveStreams
import WaveUnits

/// A group of channels in a recording that have the same sample rate and start time.
public struct SignalGroup: Equatable, Sendable {
  /// The group label, such as `RHYTHM`; empty if the file has none.
  public var label: String
  /// The sample rate in hertz.
  public var rateHertz: Double
  /// The number of samples of each channel, including missing ones.
  public var sampleCount: Int64
  /// The time of sample 0, in seconds since the start of the recording.
  public var startSeconds: Double
  /// The channels, in file order.
  public var channels: [SignalChannel]
  /// The sequence number of sample 0 during recording.
  public var firstSequence: UInt64 = 0
  /// The mapping from sequence numbers to microseconds since the start of the recording; empty if the rate
  /// alone determines the times.
  public var times = StreamTimes()

  /// The length of the group in seconds.
  public var durationSeconds: Double { seconds(of: sampleCount) - startSeconds }

  /// Returns the time of a sample, in seconds since the start of the recording.
  public func seconds(of sample: Int64) -> Double {
    times.microseconds(of: sequence(of: sample)).map { $0 / 1e6 } ?? startSeconds + Double(sample) / rateHertz
  }

  /// Returns the number of samples at or before a time.
  public func count(until seconds: Double) -> Int64 {
    guard var sequence = times.sequence(at: seconds * 1e6) else {
      let place = ((seconds - startSeconds) * rateHertz).rounded(.down)
      return place < 0 ? 0 : place < Double(sampleCount) ? Int64(saturating: place) + 1 : sampleCount
    }
    guard sequence >= firstSequence else { return 0 }
    // Times are rounded, so they can be up to half a microsecond too late.
    if sequence < .max, let time = times.microseconds(of: sequence), time > seconds * 1e6 + 0.5 {
      guard sequence > firstSequence else { return 0 }
      sequence -= 1
    }
    let count = sequence - firstSequence
    return count < UInt64(sampleCount) ? Int64(count) + 1 : sampleCount
  }

  private func sequence(of sample: Int64) -> UInt64 { firstSequence &+ UInt64(max(0, sample)) }
}

/// A channel of a recording: its label, unit and scale.
public struct SignalChannel: Equatable, Sendable {
  /// The channel label, such as `II` or `EEG Fpz-Cz`.
  public var label: String
  /// The unit of the values, as in the file; empty if there is none.
  public var unit: String
  /// The conversion from the file's integers to values; nil if the file stores values directly, or declares a
  /// digital range of zero width.
  public var scale: DigitalScale?
  /// The electrode or sensor; empty if the file does not name it.
  public var transducer = ""
  /// The filters of the recording device, as in the file; empty if the file does not describe them.
  public var prefilter = ""
}

/// An annotation of a recording.
public struct SignalAnnotation: Equatable, Sendable {
  /// The time in seconds since the start of the recording.
  public var seconds: Double
  /// The duration in seconds; nil for a point in time, or if the duration is not given.
  public var durationSeconds: Double?
  /// The text of the annotation.
  public var text: String
  /// The group and the channel that are annotated, both counted from 0; nil for the whole recording.
  public var channel: Place?
  /// The annotation as stored in WFDB, with code, subtype, channel, number and text; nil in other formats.
  public var stored: WFDBAnnotation?

  /// The location of an annotation: a group, or one of its channels.
  public struct Place: Equatable, Sendable {
    /// The index of the group.
    public var group: Int
    /// The index of the channel in the group; nil for the whole group.
    public var channel: Int?
  }
}

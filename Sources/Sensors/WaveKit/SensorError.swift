public import WaveSignal
import WaveWire

/// An error in a sensor's description, detected before any sample is read.
public enum SensorError: Error, Equatable, Sendable {
  /// The sensor has no group of channels.
  case noGroups
  /// A group has no channels.
  case noChannels(group: Int)
  /// The number of groups exceeds the limit.
  case tooManyGroups(count: Int, limit: Int)
  /// The total number of channels in all groups exceeds the limit.
  case tooManyChannels(count: Int, limit: Int)
  /// The sample rate is not a finite number above zero.
  case rate(hertz: Double, group: Int)
  /// The total number of values per second of all channels exceeds the limit.
  case load(valuesPerSecond: Double, limit: Double)
  /// A name, label or unit exceeds the limit in UTF-8 bytes.
  case text(byteCount: Int, limit: Int)
  /// The upper end of a range is not greater than its lower end.
  case range(channel: Int)
  /// A filter cannot be realized at the rate of a group.
  case filter(FilterError, group: Int, rateHertz: Double)
}

#if !hasFeature(Embedded)
  extension SensorError: CustomStringConvertible {
    /// A one-line description of the error, with its location and a suggested fix.
    public var description: String {
      switch self {
      case .noGroups: "the sensor has no channels. List them in its info"
      case .noChannels(let group):
        "group \(group) has no channels. List them in the sensor's info, or leave it out"
      case .tooManyGroups(let count, let limit):
        "\(count) groups; the limit is \(limit). Put channels of one rate into one group"
      case .tooManyChannels(let count, let limit):
        "\(count) channels; the limit is \(limit). Split them into several sensors"
      case .rate(let hertz, let group):
        "group \(group): \(hertz) Hz is not a rate. Give the samples per second, above 0"
      case .load(let values, let limit):
        "\(values) values a second; the limit is \(limit). Lower the rate, or leave channels out"
      case .text(let count, let limit): "a text of \(count) bytes; the limit is \(limit). Shorten it"
      case .range(let channel):
        "channel \(channel): the range has no width. Give a low and a higher value, or none"
      case .filter(let error, let group, let rate): "group \(group), \(rate) Hz: \(Self.text(of: error))"
      }
    }

    private static func text(of error: FilterError) -> String {
      switch error {
      case .sampleRate(let rate): "\(rate) Hz is not a rate. Give the samples per second, above 0"
      case .corner(let hertz, let nyquist):
        """
        a filter at \(hertz) Hz, not above 0 and below half the rate, \(nyquist) Hz. Choose a lower corner, \
        or sample faster
        """
      case .edges(let low, let high): "a band from \(low) to \(high) Hz. Give the lower edge first"
      case .order(let order): "order \(order), not 1 to \(FilterDesign.orderMax). Choose one of these"
      case .ripple(let decibels): "a ripple of \(decibels) dB, not above 0 and up to 12. Choose less"
      case .quality(let quality): "a quality of \(quality). Give a number above 0, such as 30"
      case .window(let samples, let limit):
        "a window of \(samples) samples, not 1 to \(limit). Choose another"
      case .limits(let low, let high): "limits \(low) and \(high). Give the lower one first"
      }
    }
  }
#endif

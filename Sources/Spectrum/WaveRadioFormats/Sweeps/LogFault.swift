/// An error in a line of a log, or in a record.
public enum LogFault: Equatable, Sendable {
  /// The recording ends inside a record that began there.
  case truncated
  /// A numeric field is not a number.
  case malformedNumber
  /// The date or time is not of the form `YYYY-MM-DD, HH:MM:SS`.
  case malformedTime
  /// A record has fewer fields before its values than the format requires.
  case missingFields
  /// The number of values in a record does not match its frequencies.
  case wrongCount(expected: Int, found: Int)
  /// A frequency or the step is zero or negative, the frequencies are out of order, or a frequency exceeds a
  /// terahertz.
  case badRange
  /// The bin spacing has changed since earlier records.
  case stepChanged
  /// A part of the band occurs twice at the same time.
  case repeatedHop
  /// A record is older than the previous one.
  case timeNotIncreasing
  /// A line is longer than `limit` bytes.
  case lineTooLong(limit: Int)
  /// A sweep would have more than `limit` hops.
  case tooManyHops(limit: Int)
  /// A sweep would have more than `limit` bins.
  case tooManyBins(limit: Int)
}

#if !hasFeature(Embedded)
  extension LogFault: CustomStringConvertible {
    /// What is wrong, and how to fix it.
    public var description: String {
      switch self {
      case .truncated: "the file ends inside this line. It was cut off; delete the line to go on without it"
      case .malformedNumber: "not a number. Correct or delete the line"
      case .malformedTime: "not a date and time like 2020-04-01, 20:15:40. Correct or delete the line"
      case .missingFields: "expected date, time, low, high, step, samples and levels. Delete the line"
      case .wrongCount(let expected, let found):
        "\(found) levels where low, high and step call for \(expected). Delete the line"
      case .badRange: "low, high and step must be rising frequencies below 1 THz. Correct the line"
      case .stepChanged: "the step differs from the lines before. Split the file here"
      case .repeatedHop: "this part of the band was already read at this time. Delete the line"
      case .timeNotIncreasing: "older than the line before. Split the file here, or sort it by time"
      case .lineTooLong(let limit):
        "longer than \(limit) bytes. This is not a log of rtl_power or hackrf_sweep"
      case .tooManyHops(let limit): "a sweep would have more than \(limit) lines. Split the band"
      case .tooManyBins(let limit):
        "a sweep would have more than \(limit) bins. Use a wider step or split the band"
      }
    }
  }
#endif

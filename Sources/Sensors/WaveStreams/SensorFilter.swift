public import WaveSignal
import WaveUnits

/// A filter for displayed samples; recorded samples remain unfiltered.
///
/// Filters are causal, and keep their state between blocks. Their delay is reported, and marks set on the
/// screen are corrected for it, so that they refer to the acquired samples. Filters are validated once the
/// sample rate is known: a cutoff frequency must be below half the rate.
public enum SensorFilter: Equatable, Sendable {
  /// A Butterworth low-pass filter with the given cutoff frequency.
  case lowPass(hertz: Double, order: Int = 2)
  /// A Butterworth high-pass filter with the given cutoff frequency.
  case highPass(hertz: Double, order: Int = 2)
  /// A Butterworth band-pass filter; it has twice as many poles as its order.
  case bandPass(lowHertz: Double, highHertz: Double, order: Int = 2)
  /// A notch filter that removes one frequency, such as the mains frequency. The higher the quality factor,
  /// the narrower the notch.
  case notch(hertz: Double, quality: Double = 30)
  /// A filter with any recursive design, including Chebyshev, Bessel and band-stop filters.
  case design(FilterDesign)

  /// Returns the sections of the filter for a sample rate.
  ///
  /// - Throws: `FilterError` if the filter cannot be realized at this rate.
  /// - Complexity: O(order²), with several allocations.
  public func sections(rateHertz: Double) throws(FilterError) -> [Biquad] {
    switch self {
    case .notch(let hertz, let quality):
      [try Biquad.notch(hertz: hertz, quality: quality, rateHertz: rateHertz)]
    case .lowPass(let hertz, let order):
      try FilterDesign(.butterworth, .lowPass(hertz: hertz), order: order).sections(rateHertz: rateHertz)
    case .highPass(let hertz, let order):
      try FilterDesign(.butterworth, .highPass(hertz: hertz), order: order).sections(rateHertz: rateHertz)
    case .bandPass(let low, let high, let order):
      try FilterDesign(.butterworth, .bandPass(lowHertz: low, highHertz: high), order: order)
        .sections(rateHertz: rateHertz)
    case .design(let design): try design.sections(rateHertz: rateHertz)
    }
  }
}

extension [SensorFilter] {
  /// The diagnostic band for electrocardiograms, 0.05 to 150 Hz.
  ///
  /// The high-pass filter has only one pole, at 0.05 Hz, so it distorts the ST segment as little as possible.
  public static var diagnosticECG: [SensorFilter] {
    [.highPass(hertz: 0.05, order: 1), .lowPass(hertz: 150)]
  }

  /// The monitoring band for electrocardiograms, 0.5 to 40 Hz; it distorts the ST segment.
  public static var monitorECG: [SensorFilter] { [.highPass(hertz: 0.5), .lowPass(hertz: 40)] }

  /// Returns the sections of all filters for a sample rate, in the order in which samples pass through them.
  ///
  /// - Throws: `FilterError` if any filter cannot be realized at this rate.
  public func sections(rateHertz: Double) throws(FilterError) -> [Biquad] {
    var sections: [Biquad] = []
    for filter in self { sections += try filter.sections(rateHertz: rateHertz) }
    return sections
  }

  /// The names of the filters in one line of UTF-8, such as "0.5–40 Hz, notch 50 Hz".
  public var name: [UInt8] {
    var text = TextWriter()
    var index = startIndex
    while index < endIndex {
      if index > startIndex { text.append(", ") }
      if case .highPass(let low, _) = self[index], index + 1 < endIndex,
        case .lowPass(let high, _) = self[index + 1], low < high
      {
        SensorFilter.append("", low, high, to: &text)
        index += 2
        continue
      }
      self[index].append(to: &text)
      index += 1
    }
    return text.bytes
  }
}

extension SensorFilter {
  fileprivate func append(to text: inout TextWriter) {
    switch self {
    case .lowPass(let hertz, _): Self.append("low-pass ", hertz, nil, to: &text)
    case .highPass(let hertz, _): Self.append("high-pass ", hertz, nil, to: &text)
    case .bandPass(let low, let high, _): Self.append("", low, high, to: &text)
    case .notch(let hertz, _): Self.append("notch ", hertz, nil, to: &text)
    case .design(let design):
      switch design.band {
      case .lowPass(let hertz): Self.append("low-pass ", hertz, nil, to: &text)
      case .highPass(let hertz): Self.append("high-pass ", hertz, nil, to: &text)
      case .bandPass(let low, let high): Self.append("", low, high, to: &text)
      case .bandStop(let low, let high): Self.append("band-stop ", low, high, to: &text)
      }
    }
  }

  /// Appends one frequency or a band, with as many decimals as necessary, at most three.
  fileprivate static func append(
    _ kind: StaticString, _ low: Double, _ high: Double?, to text: inout TextWriter
  ) {
    text.append(kind)
    text.append(low, decimals: decimals(low))
    if let high { text.append(bytes: TextWriter("\u{2013}\(high, decimals: decimals(high))").bytes) }
    text.append(" Hz")
  }

  private static func decimals(_ hertz: Double) -> Int {
    var decimals = 0
    var shifted = hertz
    while decimals < 3, (shifted - shifted.rounded()).magnitude > 1e-6 {
      decimals += 1
      shifted *= 10
    }
    return decimals
  }
}

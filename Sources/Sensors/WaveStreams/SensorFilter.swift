public import WaveSignal
import WaveUnits

/// A filter for samples on the screen; recorded samples stay unfiltered.
///
/// Filters are causal, and keep their state between blocks. Their delay is reported, and a mark set on the
/// screen refers to the acquired sample. Filters are checked once a rate is known: a corner must be below
/// half the rate.
public enum SensorFilter: Equatable, Sendable {
  /// Passes frequencies below one; Butterworth.
  case lowPass(hertz: Double, order: Int = 2)
  /// Passes frequencies above one; Butterworth.
  case highPass(hertz: Double, order: Int = 2)
  /// Passes frequencies between two; Butterworth, with twice as many poles as its order.
  case bandPass(lowHertz: Double, highHertz: Double, order: Int = 2)
  /// Removes one frequency, such as that of the mains; a higher quality removes less beside it.
  case notch(hertz: Double, quality: Double = 30)
  /// Any recursive filter: Chebyshev and Bessel, band-stops, other orders.
  case design(FilterDesign)

  /// Returns the sections of the filter at a rate.
  ///
  /// - Throws: `FilterError` if the filter is not possible at this rate.
  /// - Complexity: O(order²), some allocations.
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
  /// 0.05 to 150 Hz, for an electrocardiogram that is diagnosed.
  ///
  /// The high-pass has only one pole at 0.05 Hz, which distorts the ST segment as little as possible.
  public static var diagnosticECG: [SensorFilter] {
    [.highPass(hertz: 0.05, order: 1), .lowPass(hertz: 150)]
  }

  /// 0.5 to 40 Hz, for an electrocardiogram that is monitored; this distorts the ST segment.
  public static var monitorECG: [SensorFilter] { [.highPass(hertz: 0.5), .lowPass(hertz: 40)] }

  /// Returns the sections of all filters at a rate, in the order in which samples pass through them.
  ///
  /// - Throws: `FilterError` if one of them is not possible at this rate.
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

  /// Appends one frequency or a band, each with the decimals that it needs, at most three.
  fileprivate static func append(
    _ kind: StaticString, _ low: Double, _ high: Double?, to text: inout TextWriter
  ) {
    text.append(kind)
    text.append(low, decimals: decimals(low))
    if let high {
      text.append("\u{2013}")
      text.append(high, decimals: decimals(high))
    }
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

public import WaveSignal
import WaveUnits

/// A filter before what is seen of a sensor; what is recorded stays as it came.
///
/// Filters are causal and remember between blocks what the next samples need; how late they make a shape is
/// told, and a mark that is set on the screen counts the sample that was acquired. They are checked when a
/// rate is known: a corner at half of it and above is refused.
public enum SensorFilter: Equatable, Sendable {
  /// What lies below a frequency, Butterworth.
  case lowPass(hertz: Double, order: Int = 2)
  /// What lies above a frequency, Butterworth.
  case highPass(hertz: Double, order: Int = 2)
  /// What lies between two frequencies, Butterworth; twice as many poles as the order says.
  case bandPass(lowHertz: Double, highHertz: Double, order: Int = 2)
  /// Everything but one frequency, such as the mains; a higher quality takes away less beside it.
  case notch(hertz: Double, quality: Double = 30)
  /// Any recursive filter: Chebyshev and Bessel, bands that are stopped, other orders.
  case design(FilterDesign)

  /// The sections of the filter at a rate.
  ///
  /// - Throws: What the filter cannot have at this rate.
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
  /// 0.05 to 150 Hz, the band of an electrocardiogram that is read: one pole at 0.05 Hz, so that the ST
  /// segment leans as little as can be.
  public static var diagnosticECG: [SensorFilter] {
    [.highPass(hertz: 0.05, order: 1), .lowPass(hertz: 150)]
  }

  /// 0.5 to 40 Hz, the band of an electrocardiogram that is watched; it distorts the ST segment.
  public static var monitorECG: [SensorFilter] { [.highPass(hertz: 0.5), .lowPass(hertz: 40)] }

  /// The sections of all filters at a rate, in the order in which samples go through them.
  ///
  /// - Throws: What one of them cannot have at this rate.
  public func sections(rateHertz: Double) throws(FilterError) -> [Biquad] {
    var sections: [Biquad] = []
    for filter in self { sections += try filter.sections(rateHertz: rateHertz) }
    return sections
  }

  /// What they are called in one line of UTF-8, such as "0.5–40 Hz, notch 50 Hz".
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

  /// Writes one frequency or a band, each with as many decimals as it has, three at most.
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

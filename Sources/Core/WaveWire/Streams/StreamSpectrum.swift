/// A wish to see the spectrum of a stream from now on, or none (tag 25).
public struct ShowSpectrum: Equatable, Sendable {
  /// Number chosen by the client; 0 for none.
  ///
  /// Not that of the wish before it; spectra carry it back.
  public var view: UInt16
  /// Which source.
  public var source: UInt16
  /// The channel, as counted through all groups.
  public var channel: UInt8
  /// The window, as `WindowFunction` of WaveSignal numbers them: 0 rectangular, 1 Hann, 2 Blackman-Harris, 3 Nuttall, 4 flat-top.
  public var window: UInt8
  /// How many times the transform's length must fit into the stretch at least, 1 to 64: more of them are smoother and coarser.
  public var parts: UInt8
  /// Values wanted across the band, 16 to `WireLimits.columns`.
  public var columns: UInt16
  /// Lower edge of the band in hertz, not below 0.
  public var lowHertz: Double
  /// Upper edge, above the lower; what lies beyond half the rate is left out.
  public var highHertz: Double
  /// The end of the stretch in server time; above every time for the newest sample, and on.
  public var untilMicroseconds: Int64
  /// Its length, above 0.
  public var windowMicroseconds: Int64

  /// Describes a spectrum.
  public init(
    view: UInt16, source: UInt16 = 0, channel: UInt8 = 0, window: UInt8 = 1, parts: UInt8 = 4,
    columns: UInt16 = 512, lowHertz: Double = 0, highHertz: Double = WireLimits.hertz,
    untilMicroseconds: Int64 = WireLimits.microseconds, windowMicroseconds: Int64 = 10_000_000
  ) {
    self.view = view
    self.source = source
    self.channel = channel
    self.window = window
    self.parts = parts
    self.columns = columns
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.untilMicroseconds = untilMicroseconds
    self.windowMicroseconds = windowMicroseconds
  }
}

/// The spectrum of a stretch of a stream, as it is shown (tag 110).
public struct StreamSpectrum: Equatable, Sendable {
  /// The wish that it answers.
  public var view: UInt16
  /// Transforms that were averaged; 0 where there was no stretch without a gap that is long enough.
  public var averageCount: UInt16
  /// Those that were left out, since samples are missing in them.
  public var leftOutCount: UInt16
  /// Samples in a transform.
  public var transformCount: UInt32
  /// Samples in a second.
  public var rateHertz: Double
  /// Width in hertz, 3 dB below its top, of what one tone draws.
  public var rbwHertz: Double
  /// Width in hertz of the ideal filter that passes as much noise: density × this is the power of a tone.
  public var enbwHertz: Double
  /// Where the stretch begins, in server time.
  public var fromMicroseconds: Int64
  /// Where it ends.
  public var untilMicroseconds: Int64
  /// The strongest bin of the band, constant part left out, between its neighbours found by a parabola; NaN where there is none.
  public var peakHertz: Double
  /// The density of that bin.
  public var peakDensity: Float
  /// The frequency in the middle of the first value.
  public var firstHertz: Double
  /// From value to value.
  public var stepHertz: Double
  /// Power spectral density in the unit squared per hertz, one-sided: of each value's bins the greatest.
  public var density: [Float]

  /// Describes a spectrum.
  public init(
    view: UInt16, averageCount: UInt16, leftOutCount: UInt16, transformCount: UInt32, rateHertz: Double,
    rbwHertz: Double, enbwHertz: Double, fromMicroseconds: Int64, untilMicroseconds: Int64, peakHertz: Double,
    peakDensity: Float, firstHertz: Double, stepHertz: Double, density: [Float]
  ) {
    self.view = view
    self.averageCount = averageCount
    self.leftOutCount = leftOutCount
    self.transformCount = transformCount
    self.rateHertz = rateHertz
    self.rbwHertz = rbwHertz
    self.enbwHertz = enbwHertz
    self.fromMicroseconds = fromMicroseconds
    self.untilMicroseconds = untilMicroseconds
    self.peakHertz = peakHertz
    self.peakDensity = peakDensity
    self.firstHertz = firstHertz
    self.stepHertz = stepHertz
    self.density = density
  }
}

extension ShowSpectrum: Payload {
  static let tag: UInt16 = 25

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: source)
    bytes.append(channel)
    bytes.append(window)
    bytes.append(parts)
    bytes.append(littleEndian: columns)
    bytes.append(littleEndian: lowHertz)
    bytes.append(littleEndian: highHertz)
    bytes.append(littleEndian: untilMicroseconds)
    bytes.append(littleEndian: windowMicroseconds)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let source: UInt16 = try cursor.integer(bytes)
    let channel: UInt8 = try cursor.integer(bytes)
    let start = cursor.position
    let window: UInt8 = try cursor.integer(bytes)
    let parts: UInt8 = try cursor.integer(bytes)
    let columns = try cursor.columns(bytes)
    let low = try cursor.hertz(bytes)
    let high = try cursor.hertz(bytes)
    let until = try cursor.microseconds(bytes)
    let length = try cursor.microseconds(bytes)
    guard window <= 4, parts >= 1, parts <= 64, columns >= 16, low >= 0, high > low, length > 0 else {
      throw .invalid(byte: start)
    }
    self.init(
      view: view, source: source, channel: channel, window: window, parts: parts, columns: columns,
      lowHertz: low, highHertz: high, untilMicroseconds: until, windowMicroseconds: length)
  }
}

extension StreamSpectrum: Payload {
  static let tag: UInt16 = 110

  var reservedBytes: Int { 96 + density.count * 4 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: averageCount)
    bytes.append(littleEndian: leftOutCount)
    bytes.append(littleEndian: transformCount)
    bytes.append(littleEndian: rateHertz)
    bytes.append(littleEndian: rbwHertz)
    bytes.append(littleEndian: enbwHertz)
    bytes.append(littleEndian: fromMicroseconds)
    bytes.append(littleEndian: untilMicroseconds)
    bytes.append(littleEndian: peakHertz)
    bytes.append(littleEndian: peakDensity)
    bytes.append(littleEndian: firstHertz)
    bytes.append(littleEndian: stepHertz)
    let shown = density.prefix(WireLimits.columns)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: shown.count))
    for value in shown { bytes.append(littleEndian: value) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let averages: UInt16 = try cursor.integer(bytes)
    let leftOut: UInt16 = try cursor.integer(bytes)
    let transform: UInt32 = try cursor.integer(bytes)
    let start = cursor.position
    let rate = try cursor.hertz(bytes)
    let rbw = try cursor.hertz(bytes)
    let enbw = try cursor.hertz(bytes)
    let from = try cursor.microseconds(bytes)
    let until = try cursor.microseconds(bytes)
    let peak = try cursor.double(bytes)
    let peakDensity = Float(bitPattern: try cursor.integer(bytes))
    let first = try cursor.hertz(bytes)
    let step = try cursor.hertz(bytes)
    guard rate > 0, rbw >= 0, enbw >= 0, first >= 0, step > 0, !(peak.magnitude > WireLimits.hertz) else {
      throw .invalid(byte: start)
    }
    let count = Int(try cursor.columns(bytes))
    var density: [Float] = []
    density.reserveCapacity(count)
    for _ in 0..<count { density.append(Float(bitPattern: try cursor.integer(bytes))) }
    self.init(
      view: view, averageCount: averages, leftOutCount: leftOut, transformCount: transform, rateHertz: rate,
      rbwHertz: rbw, enbwHertz: enbw, fromMicroseconds: from, untilMicroseconds: until, peakHertz: peak,
      peakDensity: peakDensity, firstHertz: first, stepHertz: step, density: density)
  }
}

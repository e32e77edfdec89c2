public import WaveWire

/// A request to send the spectrum of a stream from now on, or to stop (tag 25).
public struct ShowSpectrum: Equatable, Sendable {
  /// The number of the request, chosen by the client; 0 stops the spectra.
  ///
  /// It must differ from the number of the previous request. Each spectrum contains the number of its
  /// request.
  public var view: UInt16 = 0
  /// The number of the source.
  public var source: UInt16 = 0
  /// The number of the channel, counted across all groups.
  public var channel: UInt8 = 0
  /// The window function, numbered as `WindowFunction` in WaveSignal: 0 rectangular, 1 Hann, 2
  /// Blackman-Harris, 3 Nuttall, 4 flat-top.
  public var window: UInt8 = 0
  /// The minimum number of transform lengths in the analysed period, 1 to 64.
  ///
  /// A higher number gives a smoother but coarser spectrum.
  public var parts: UInt8 = 0
  /// The number of values requested across the band, 16 to `WireLimits.columns`.
  public var columns: UInt16 = 0
  /// The lower edge of the band in hertz, at least 0.
  public var lowHertz: Double = 0
  /// The upper edge of the band in hertz, above `lowHertz`; frequencies above half the rate are omitted.
  public var highHertz: Double = 0
  /// The end of the analysed period, in server time.
  ///
  /// If it is later than every sample, spectra of the newest samples are sent continuously.
  public var untilMicroseconds: Int64 = 0
  /// The length of the analysed period in microseconds, above 0.
  public var windowMicroseconds: Int64 = 0

  /// Creates a request with the given properties.
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

/// The spectrum of a stream's displayed samples over a period (tag 110).
public struct StreamSpectrum: Equatable, Sendable {
  /// The number of the request that the spectrum answers.
  public var view: UInt16 = 0
  /// The number of averaged transforms; 0 if no range without gaps was long enough.
  public var averageCount: UInt16 = 0
  /// The number of transforms omitted because of missing samples.
  public var leftOutCount: UInt16 = 0
  /// The number of samples in a transform.
  public var transformCount: UInt32 = 0
  /// The sample rate in hertz.
  public var rateHertz: Double = 0
  /// The resolution bandwidth: the width of a tone's peak 3 dB below its top, in hertz.
  public var rbwHertz: Double = 0
  /// The equivalent noise bandwidth in hertz, by which a density is multiplied to get the power of a tone.
  public var enbwHertz: Double = 0
  /// The start of the analysed period, in server time.
  public var fromMicroseconds: Int64 = 0
  /// The end of the analysed period, in server time.
  public var untilMicroseconds: Int64 = 0
  /// The frequency of the strongest bin in the band, interpolated by a parabola; NaN if there is none.
  ///
  /// The DC component is ignored.
  public var peakHertz: Double = 0
  /// The density of the strongest bin.
  public var peakDensity: Float = 0
  /// The centre frequency of the first value, in hertz.
  public var firstHertz: Double = 0
  /// The frequency difference between adjacent values, in hertz.
  public var stepHertz: Double = 0
  /// The one-sided power spectral density, in the square of the unit per hertz.
  ///
  /// Each value is the maximum of several bins.
  public var density: [Float] = []

  /// Creates a spectrum with the given properties.
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
  @usableFromInline package static let tag: UInt16 = 25

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&source)
    coder.integer(&channel)
    let start = coder.position
    coder.integer(&window)
    coder.integer(&parts)
    coder.columns(&columns)
    coder.hertz(&lowHertz)
    coder.hertz(&highHertz)
    coder.microseconds(&untilMicroseconds)
    coder.microseconds(&windowMicroseconds)
    let isBand = lowHertz >= 0 && highHertz > lowHertz
    coder.require(
      window <= 4 && parts >= 1 && parts <= 64 && columns >= 16 && isBand && windowMicroseconds > 0, at: start
    )
  }
}

extension StreamSpectrum: Payload {
  @usableFromInline package static let tag: UInt16 = 110

  @usableFromInline package var reservedBytes: Int { 96 + density.count * 4 }

  @usableFromInline package init(blank: Void) {}

  @usableFromInline package mutating func fields<C: FieldCoder>(_ coder: inout C) {
    coder.integer(&view)
    coder.integer(&averageCount)
    coder.integer(&leftOutCount)
    coder.integer(&transformCount)
    let start = coder.position
    coder.hertz(&rateHertz)
    coder.hertz(&rbwHertz)
    coder.hertz(&enbwHertz)
    coder.microseconds(&fromMicroseconds)
    coder.microseconds(&untilMicroseconds)
    coder.double(&peakHertz)
    coder.float(&peakDensity)
    coder.hertz(&firstHertz)
    coder.hertz(&stepHertz)
    let isLattice = rateHertz > 0 && firstHertz >= 0 && stepHertz > 0
    // NaN means that there is no peak.
    let isPeak = !(peakHertz.magnitude > WireLimits.hertz)
    coder.require(isLattice && rbwHertz >= 0 && enbwHertz >= 0 && isPeak, at: start)
    var count = UInt16(truncatingIfNeeded: Swift.min(density.count, WireLimits.columns))
    coder.columns(&count)
    guard C.isReading else { return coder.floats(&density, count: Int(count)) }
    // Read values one by one, so that an error has the position of the first missing value.
    density.reserveCapacity(Int(count))
    for _ in 0..<count {
      var value: Float = 0
      coder.float(&value)
      density.append(value)
    }
  }
}

public import WaveWire

/// A wish to see the spectrum of a stream from now on, or none (tag 25).
public struct ShowSpectrum: Equatable, Sendable {
  /// Number chosen by the client; 0 for none.
  ///
  /// Not that of the wish before it; spectra carry it back.
  public var view: UInt16 = 0
  /// Which source.
  public var source: UInt16 = 0
  /// The channel, as counted through all groups.
  public var channel: UInt8 = 0
  /// The window, as `WindowFunction` of WaveSignal numbers them: 0 rectangular, 1 Hann, 2 Blackman-Harris, 3
  /// Nuttall, 4 flat-top.
  public var window: UInt8 = 0
  /// How many times the transform's length must fit into the stretch at least, 1 to 64: more of them are
  /// smoother and coarser.
  public var parts: UInt8 = 0
  /// Values wanted across the band, 16 to `WireLimits.columns`.
  public var columns: UInt16 = 0
  /// Lower edge of the band in hertz, not below 0.
  public var lowHertz: Double = 0
  /// Upper edge, above the lower; what lies beyond half the rate is left out.
  public var highHertz: Double = 0
  /// The end of the stretch in server time; above every time for the newest sample, and on.
  public var untilMicroseconds: Int64 = 0
  /// Its length, above 0.
  public var windowMicroseconds: Int64 = 0

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
  public var view: UInt16 = 0
  /// Transforms that were averaged; 0 where there was no stretch without a gap that is long enough.
  public var averageCount: UInt16 = 0
  /// Those that were left out, since samples are missing in them.
  public var leftOutCount: UInt16 = 0
  /// Samples in a transform.
  public var transformCount: UInt32 = 0
  /// Samples in a second.
  public var rateHertz: Double = 0
  /// Width in hertz, 3 dB below its top, of what one tone draws.
  public var rbwHertz: Double = 0
  /// Width in hertz of the ideal filter that passes as much noise: density × this is the power of a tone.
  public var enbwHertz: Double = 0
  /// Where the stretch begins, in server time.
  public var fromMicroseconds: Int64 = 0
  /// Where it ends.
  public var untilMicroseconds: Int64 = 0
  /// The strongest bin of the band, constant part left out, between its neighbours found by a parabola; NaN
  /// where there is none.
  public var peakHertz: Double = 0
  /// The density of that bin.
  public var peakDensity: Float = 0
  /// The frequency in the middle of the first value.
  public var firstHertz: Double = 0
  /// From value to value.
  public var stepHertz: Double = 0
  /// Power spectral density in the unit squared per hertz, one-sided: of each value's bins the greatest.
  public var density: [Float] = []

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
  package static let tag: UInt16 = 25

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
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
  package static let tag: UInt16 = 110

  package var reservedBytes: Int { 96 + density.count * 4 }

  package init(blank: Void) {}

  package mutating func fields<C: FieldCoder>(_ coder: inout C) {
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
    // Read one by one, so that a fault has the position of the first missing value.
    density.reserveCapacity(Int(count))
    for _ in 0..<count {
      var value: Float = 0
      coder.float(&value)
      density.append(value)
    }
  }
}

/// The positions of a power row's bins: bin `i` is centred on `firstHertz + i * stepHertz`.
public struct BinAxis: Equatable, Sendable {
  /// Centre of the first bin in hertz.
  public var firstHertz: Double
  /// Distance between bins in hertz, above zero.
  public var stepHertz: Double
  /// Number of bins.
  public var count: Int

  /// An axis of bins.
  public init(firstHertz: Double, stepHertz: Double, count: Int) {
    self.firstHertz = firstHertz
    self.stepHertz = stepHertz
    self.count = count
  }

  /// Lower edge of the first bin in hertz.
  public var lowHertz: Double { firstHertz - stepHertz / 2 }
  /// Upper edge of the last bin in hertz.
  public var highHertz: Double { lowHertz + Double(count) * stepHertz }
}

/// The frequencies of a power row's bins: bin `i` is centred on `firstHertz + i * stepHertz`.
public struct BinAxis: Equatable, Sendable {
  /// The centre of the first bin in hertz.
  public var firstHertz: Double
  /// The bin spacing in hertz, above zero.
  public var stepHertz: Double
  /// The number of bins.
  public var count: Int

  /// Creates an axis from the first bin's centre, the spacing and the number of bins.
  public init(firstHertz: Double, stepHertz: Double, count: Int) {
    self.firstHertz = firstHertz
    self.stepHertz = stepHertz
    self.count = count
  }

  /// The lower edge of the first bin in hertz.
  public var lowHertz: Double { firstHertz - stepHertz / 2 }
  /// The upper edge of the last bin in hertz.
  public var highHertz: Double { lowHertz + Double(count) * stepHertz }
}
